import { t } from "@lingui/core/macro";
import { formatAmount, formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { LookAlike, SendCheckOutput } from "#schemas/wallet.ts";
import type { Contact, Directory } from "#pwa/parts/directory/directory.ts";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { fieldOfError, type SendField } from "./payment.ts";
import type { Review } from "./send-state.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

export interface AssetAmount {
  readonly assetCode: string;
  readonly amount: string;
}

/** The review's numbers, warnings and refusals, worked out before they are shown. */
export interface ReviewFacts {
  /** How the recipient is called, null where they have no name. */
  readonly name: string | null;
  readonly amount: string;
  /** Null where Astrolabe pays it. */
  readonly networkFee: AssetAmount | null;
  /** Null where the operator takes none. */
  readonly operatorFee: AssetAmount | null;
  readonly total: readonly AssetAmount[];
  /** Of the asset, and of XLM; empty where the payment cannot be made. */
  readonly left: readonly (AssetAmount & { readonly spendable: string })[];
  /** XLM that the network keeps back until what is set aside is claimed; null where it is paid. */
  readonly reserve: string | null;
  /** Whether nothing stands against setting it aside for them, as far as this check tells. */
  readonly canSetAside: boolean;
  /** Whether it is still being found out what to warn of. */
  readonly isLookingUp: boolean;
  /** What the recipient's address can be mistaken for: it is said before all else, and has to be answered. */
  readonly lookAlikes: readonly LookAlike[];
  readonly warnings: readonly string[];
  /** What stands against the payment, each with the name of its field where it has one. */
  readonly refusals: readonly { readonly code: string; readonly field: string | null; readonly message: string }[];
}

/** `hasPaidBefore` is null while the history is still being searched. */
export function reviewFacts(review: Review, directory: Directory, hasPaidBefore: boolean | null): ReviewFacts {
  const { payment, check } = review;
  const { networkFee, isFeeSponsored, operatorFee } = check;
  return {
    name: nameOf(review, directory),
    amount: formatAmount(payment.amountStroops),
    networkFee: isFeeSponsored ? null : shortened({ assetCode: "XLM", amount: networkFee }),
    operatorFee: operatorFee && shortened(operatorFee),
    total: check.total.map(shortened),
    left: check.left.map(({ assetCode, balance, spendable }) => ({ assetCode, amount: balance, spendable })),
    reserve: check.setAside && formatAmountShort(parseAmount(check.setAside.reserve)),
    canSetAside: canSetAside(review),
    isLookingUp: hasPaidBefore === null && contactOf(review, directory) === null,
    lookAlikes: lookAlikesOf(review, directory),
    warnings: warningsOf(review, directory, hasPaidBefore),
    refusals: check.refusals.map(refusalOf),
  };
}

function contactOf({ payment, check: { recipient } }: Review, directory: Directory): Contact | null {
  return directory.contactOf(payment.to) ?? directory.contactOf(recipient.address);
}

/** The contact's name, the name that was typed, or the user's. */
function nameOf({ payment, check: { recipient } }: Review, directory: Directory): string | null {
  const known = directory.nameOf(payment.to) ?? directory.nameOf(recipient.address);
  if (known !== null) return known;
  return payment.to.includes("*") ? payment.to : recipient.username;
}

const FIELD_NAMES: Record<SendField, string> = {
  get to() {
    return t({ message: "To", context: "who is paid" });
  },
  get asset() {
    return t`Asset`;
  },
  get amount() {
    return t`Amount`;
  },
  get memo() {
    return t`Memo`;
  },
  get password() {
    return t`Password`;
  },
  get code() {
    return t({ message: "Code", context: "second factor" });
  },
};

/** What a recipient lacks who can still be given something to claim. */
const CLAIMABLE_INSTEAD = ["recipient-trustline-missing", "recipient-not-ready"];

/** Not for a muxed address, whose number would be lost. */
function canSetAside({ payment, check: { recipient, refusals } }: Review): boolean {
  const isTheReason = refusals.length > 0 && refusals.every(({ code }) => CLAIMABLE_INSTEAD.includes(code));
  return isTheReason && !payment.asClaimable && payment.issuer !== "" && recipient.address.startsWith("G");
}

function refusalOf(refusal: SendCheckOutput["refusals"][number]) {
  const field = fieldOfError(refusal.code);
  return { code: refusal.code, field: field && FIELD_NAMES[field], message: refusalWords(refusal) };
}

function shortened({ assetCode, amount }: AssetAmount): AssetAmount {
  return { assetCode, amount: formatAmountShort(parseAmount(amount)) };
}

/** What the server knows, and contacts that it has not heard of yet. */
function lookAlikesOf({ check: { recipient, lookAlikes } }: Review, directory: Directory): readonly LookAlike[] {
  const own = directory.lookAlikeOf(recipient.address);
  if (own === null || lookAlikes.some(({ address }) => address === own.stellarAddress)) return lookAlikes;
  return [{ address: own.stellarAddress, by: "contact", name: own.name }, ...lookAlikes];
}

function warningsOf(review: Review, directory: Directory, hasPaidBefore: boolean | null): string[] {
  const { recipient } = review.check;
  const warnings: string[] = [];
  const contact = contactOf(review, directory);
  const namesake = contact === null ? directory.sameAccountOf(recipient.address) : null;
  if (namesake !== null)
    warnings.push(
      t`This is the same account as ${{ name: inSentence(namesake.name) }}, but another number of it. An account that many people share tells them apart by the number: with another one, somebody else may get the money.`,
    );
  if (!recipient.exists && review.check.refusals.length === 0 && review.check.setAside === null)
    warnings.push(t`This account does not exist yet. It will be created with this payment.`);
  if (contact === null && hasPaidBefore === false)
    warnings.push(
      review.check.setAside === null
        ? t`You have not sent to this address before. A payment cannot be taken back.`
        : t`You have not sent to this address before.`,
    );
  const { memo } = review.check;
  if (contact !== null && contact.memo !== "" && memo !== contact.memo)
    warnings.push(otherMemoWords(contact, memo === ""));
  return warnings;
}

function otherMemoWords(contact: Contact, hasNone: boolean): string {
  const [name, memo] = [inSentence(contact.name), inSentence(contact.memo)];
  return hasNone
    ? t`${name} has the memo "${memo}" in your contacts; this payment has none.`
    : t`${name} has the memo "${memo}" in your contacts; this payment has another.`;
}

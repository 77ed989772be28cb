import { t } from "@lingui/core/macro";
import { formatStroops, shortenAddress } from "#pwa/ui/format.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { SubmissionOutput, SubmittedOperation } from "#schemas/wallet.ts";
import { answerWords } from "#pwa/platform/language/error-words.ts";

type Submission = SubmissionOutput["submission"];

/** What a transaction does, in a line: its operations one after another. */
export function titleOf(
  { operations }: { readonly operations: readonly SubmittedOperation[] },
  nameOf: (address: string) => string | null,
): string {
  const steps = [...new Set(operations.map((operation) => operationWords(operation, nameOf)))];
  return steps.length === 0 ? "" : steps.reduce((former, next) => t`${former}, then ${next}`);
}

export interface Receiver {
  readonly to: string;
  /** One entry for each asset; none where what they get has no amount, as with all that an account holds. */
  readonly gets: readonly { readonly assetCode: string; readonly issuer: string; readonly amount: string }[];
}

/** Who gets what of a transaction, each receiver once, in the order of its operations. */
export function receiversOf(operations: readonly SubmittedOperation[]): readonly Receiver[] {
  const receivers = new Map<string, Map<string, { assetCode: string; issuer: string; stroops: bigint }>>();
  for (const { to, amount, assetCode, issuer } of operations) {
    if (to === null) continue;
    const gets = receivers.get(to) ?? new Map<string, { assetCode: string; issuer: string; stroops: bigint }>();
    receivers.set(to, gets);
    if (amount === null || assetCode === null) continue;
    const key = `${assetCode}-${issuer ?? ""}`;
    const before = gets.get(key)?.stroops ?? 0n;
    gets.set(key, { assetCode, issuer: issuer ?? "", stroops: before + parseAmount(amount) });
  }
  return [...receivers].map(([to, gets]) => ({
    to,
    gets: [...gets.values()].map(({ assetCode, issuer, stroops }) => ({
      assetCode,
      issuer,
      amount: formatAmount(stroops),
    })),
  }));
}

function operationWords(
  { type, to, amount, assetCode, other }: SubmittedOperation,
  nameOf: (address: string) => string | null,
) {
  const what = amount === null ? (assetCode ?? "") : `${formatStroops(parseAmount(amount))} ${assetCode ?? ""}`.trim();
  const beside = other ? `${formatStroops(parseAmount(other.amount))} ${other.assetCode}` : "";
  const [code, otherCode] = [assetCode ?? "", other?.assetCode ?? ""];
  const whom = to === null ? "" : inSentence(nameOf(to) ?? shortenAddress(to));
  switch (type) {
    case "payment":
    case "create_account":
      return t`Send ${what} to ${whom}`;
    case "create_claimable_balance":
      return t`Set ${what} aside for ${whom}`;
    case "claim_claimable_balance":
      return t`Claim ${what}`;
    case "change_trust":
      return t`Add ${what}`;
    case "remove_trust":
      return t`Remove ${what}`;
    case "account_merge":
      return t`Send everything to ${whom} and close the account`;
    case "manage_sell_offer":
    case "manage_buy_offer":
    case "create_passive_sell_offer":
    case "path_payment_strict_send":
    case "path_payment_strict_receive":
      return t`Give up to ${what} for ${beside} or more`;
    case "cancel_offer":
      return t`Cancel an order to give ${code} for ${otherCode}`;
    case "pool_trust":
      return t`Add shares of the pool of ${code} and ${otherCode}`;
    case "pool_untrust":
      return t`Remove the shares of the pool of ${code} and ${otherCode}`;
    case "pool_deposit":
      return t`Put up to ${what} and ${beside} into their pool`;
    case "pool_withdraw":
      return t`Take at least ${what} and ${beside} out of their pool`;
    case "set_signer":
      return t`Change who signs for this wallet`;
    default:
      return t`An operation of another kind (${type})`;
  }
}

/** Where something that was signed, or is to be, stands. */
export function outcomeWords({ state, ledger, message: english, said }: Submission): {
  readonly title: string;
  readonly text: string;
} {
  const message = answerWords(said, english);
  switch (state) {
    case "held":
      return {
        title: t`Waiting for approval`,
        text: t`The operators approve it first. Then it waits for your own key.`,
      };
    case "created":
      return {
        title: t`Getting ready`,
        text: t`What you have to sign is made in a moment, or after what waits before it.`,
      };
    case "awaiting-signature":
      return { title: t`Signed by you`, text: t`Ours is added now, and then it is sent.` };
    case "confirmed":
      return {
        title: ledger === null ? t`Confirmed` : t`Confirmed in ledger ${ledger}`,
        text: t`Both keys signed it, and the ledger holds it.`,
      };
    case "failed":
      return { title: t`Not sent`, text: message ?? t`The network refused it. Your money is where it was.` };
    case "expired":
      return { title: t`Not through in time`, text: t`It is made anew, and you have to sign that, too.` };
    case "ambiguous":
      return { title: t`Being checked`, text: message ?? t`What became of this is not certain yet.` };
    case "signed":
    case "submitted":
      return { title: t`On its way`, text: t`Waiting for the ledger to close, a few seconds at most.` };
  }
}

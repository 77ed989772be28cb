import { formatAmount, formatAmountShort, parseAmount } from "#schemas/money.ts";
import { accountOf } from "#pwa/identity/strkey.ts";
import type { Directory } from "#pwa/identity/directory.ts";
import { assetOf, type Balance } from "./payment.ts";
import type { Review } from "./send-state.ts";

/** The review's numbers and warnings, worked out before they are shown. */
export interface ReviewFacts {
  /** How the recipient is called, null where they have no name. */
  readonly name: string | null;
  readonly amount: string;
  readonly fee: string;
  /** What is left of the asset; null while the balance is unknown. */
  readonly left: string | null;
  readonly warnings: readonly string[];
}

/** `hasPaidBefore` is null while the history is still being searched. */
export function reviewFacts(
  review: Review,
  balances: readonly Balance[],
  directory: Directory,
  hasPaidBefore: boolean | null,
): ReviewFacts {
  const { payment, recipient } = review;
  const balance = balances.find((row) => row.uid === assetOf(payment));
  const fee = parseAmount(recipient.fee);
  const left = balance && parseAmount(balance.balance) - payment.amountStroops - (payment.issuer === "" ? fee : 0n);
  return {
    name: directory.nameOf(recipient.address) ?? recipient.username,
    amount: formatAmount(payment.amountStroops),
    fee: formatAmountShort(fee),
    left: left === undefined ? null : formatAmount(left < 0n ? 0n : left),
    warnings: warningsOf(review, directory, hasPaidBefore),
  };
}

function warningsOf({ payment, recipient }: Review, directory: Directory, hasPaidBefore: boolean | null): string[] {
  const warnings: string[] = [];
  const alike = directory.lookAlikeOf(accountOf(recipient.address));
  if (alike !== null)
    warnings.push(
      `This address looks like the one of ${alike.name}, but it is another. Compare every letter before you confirm.`,
    );
  if (!recipient.exists) warnings.push(`This account does not exist yet. It will be created with this payment.`);
  if (directory.contactOf(recipient.address) === null && hasPaidBefore === false)
    warnings.push("You have not sent to this address before. A payment cannot be taken back.");
  const contact = directory.contactOf(recipient.address);
  if (contact !== null && contact.memo !== "" && payment.memo !== contact.memo)
    warnings.push(
      `${contact.name} has the memo "${contact.memo}" in your contacts; this payment ${payment.memo === "" ? "has none" : "has another"}.`,
    );
  return warnings;
}

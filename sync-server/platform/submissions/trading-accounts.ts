import type { AccountRole } from "#server/platform/ingest/account.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import type { Step } from "./steps.ts";
import { HOUSE_USER, type SubmissionDocument } from "./submission.ts";

/** Whose an address is and what for; null where the server did not write that. */
export type OwnerOf = (address: string) => { readonly userId: number; readonly role: AccountRole } | null;

/** Whom steps pay, by the addresses that they name. */
export function paidBy(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => (step.type === "payment" || step.type === "account_merge" ? [step.to] : []));
}

/**
 * Throws {@link SealBrokenError} where an account that only trades would do anything but trade for its owner: it makes offers, has lines,
 * and pays its owner's wallet or another such account of theirs. Asked of what is about to be signed, whoever accepted it.
 */
export function assertTradingOnly(
  submission: Pick<SubmissionDocument, "id" | "userId" | "kind" | "steps">,
  isTrading: (address: string) => boolean,
  ownerOf: OwnerOf,
): void {
  const { id, userId, kind, steps } = submission;
  const own = steps.filter(({ source }) => isTrading(source));
  if (own.length === 0) return;
  const isOfItsOwner = userId !== HOUSE_USER && kind === "market-making";
  if (!isOfItsOwner || !own.every((step) => mayDo(step, userId, ownerOf)))
    throw new SealBrokenError(`what accounts trade in submission ${id}`);
}

function mayDo(step: Step, userId: number, ownerOf: OwnerOf): boolean {
  switch (step.type) {
    case "manage_sell_offer":
    case "create_passive_sell_offer":
    case "cancel_offer":
    case "change_trust":
    case "remove_trust":
      return true;
    case "payment": {
      const paid = ownerOf(step.to);
      return paid?.userId === userId && (paid.role === "wallet" || paid.role === "trading");
    }
    case "account_merge": {
      const paid = ownerOf(step.to);
      return paid?.userId === userId && paid.role === "wallet";
    }
    default:
      return false;
  }
}

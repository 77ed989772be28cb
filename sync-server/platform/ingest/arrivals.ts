import { accountOf } from "#server/platform/network/addresses.ts";
import type { Arrival } from "./suspense-items.ts";
import type { Movement } from "./movements.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";

/** The memo by which whoever runs the house pays in the house's own money; it is nobody's to claim. */
export const TOP_UP_MEMO = "top-up";

/** How money arrives that somebody sent. The account's own opening is none of these. */
const ARRIVING: readonly Movement["type"][] = ["receive", "merge"];

/**
 * What arrived at house accounts by this transaction and cannot be matched: whatever is neither the house's own, sent from
 * one of its accounts, nor announced as such.
 */
export function arrivalsOf(
  { ledger, hash, closedAt }: NetworkTransaction,
  movements: readonly Movement[],
  house: ReadonlySet<string>,
  { isOfHouse, vault }: { readonly isOfHouse: (address: string) => boolean; readonly vault?: string | undefined },
): Arrival[] {
  return movements.flatMap(({ account, operationId, type, amount, isIncoming, from, to, memo, assetCode, issuer }) => {
    const isArrival = house.has(account) && isIncoming && ARRIVING.includes(type);
    if (!isArrival || isOfHouse(accountOf(from))) return [];
    // The vault is for what people stake: nobody tops it up.
    if (account !== vault && memo.trim().toLowerCase() === TOP_UP_MEMO) return [];
    return [{ operationId, account, assetCode, issuer, amount, from, to, memo, ledger, hash, arrivedAt: closedAt }];
  });
}

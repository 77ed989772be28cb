import { createHash } from "node:crypto";
import { isSameMemo, type TypedMemo } from "#schemas/values/memo.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import type { AllowedAddress } from "#server/users/index.ts";

/** Whom a payment goes to, as the ledger will have it. */
export interface Paid {
  /** G... or M... */
  readonly to: string;
  readonly memo: TypedMemo;
  /** Whether it is the wallet of somebody here: that is nobody else's, whatever stands beside a payment to it. */
  readonly isOwnersAlone: boolean;
}

/**
 * The entry of the list that lets a payment through; undefined where none does. Behind one account many may stand, told apart
 * by memo or number: an entry means exactly the memo and the number that it has, and where it has none, a payment without.
 */
export function allowedEntry(
  { allowed = [] }: { readonly allowed?: readonly AllowedAddress[] },
  { to, memo, isOwnersAlone }: Paid,
): AllowedAddress | undefined {
  if (isOwnersAlone) return allowed.find(({ address }) => accountOf(address) === accountOf(to));
  return allowed.find((entry) => entry.address === to && isSameMemo(memoOf(entry), memo));
}

export function memoOf({ memo = "", memoType = "text" }: Pick<AllowedAddress, "memo" | "memoType">): TypedMemo {
  return { type: memo === "" ? "text" : memoType, text: memo };
}

/** What an entry is called: the same for the same address, memo and number. */
export function entryId(entry: Pick<AllowedAddress, "address" | "memo" | "memoType">): string {
  const { type, text } = memoOf(entry);
  return createHash("sha256")
    .update(JSON.stringify([entry.address, type, text]))
    .digest("base64url")
    .slice(0, 22);
}

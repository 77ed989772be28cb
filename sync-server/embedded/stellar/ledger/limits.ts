/** The protocols that this ledger knows. */
export const OLDEST_PROTOCOL = 19;
export const NEWEST_PROTOCOL = 28;
export const INT64_MAX = 9_223_372_036_854_775_807n;
export const UINT32_MAX = 4_294_967_295;
export const MAX_SUBENTRIES = 1000;
export const MAX_SIGNERS = 20;
export const MAX_OPERATIONS = 100;
/** Offers that one operation may cross. */
export const MAX_OFFERS_TO_CROSS = 1000;

export const AccountFlag = { required: 1, revocable: 2, immutable: 4, clawback: 8 } as const;
export const ALL_ACCOUNT_FLAGS = 15;
export const LineFlag = { authorized: 1, maintainLiabilities: 2, clawback: 4 } as const;
export const LINE_AUTH_FLAGS = 3;
export const ALL_LINE_FLAGS = 7;
export const PoolFlag = { tradingDisabled: 1, depositDisabled: 2, withdrawalDisabled: 4 } as const;

/** balance + delta where that stays within 0 and `maximum`; undefined otherwise. */
export function addWithin(balance: bigint, delta: bigint, maximum: bigint = INT64_MAX): bigint | undefined {
  const sum = balance + delta;
  if (delta === 0n) return balance;
  return sum < 0n || sum > maximum ? undefined : sum;
}

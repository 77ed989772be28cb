import type { PairQuery } from "#schemas/market-data.ts";

/** Where a pair is looked at: what a link takes. */
export interface PairTarget {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
}

export function tradeLink({ base, quote }: PairQuery): PairTarget {
  return { to: "/trade/$baseAsset/$quoteAsset", params: { baseAsset: base, quoteAsset: quote } };
}

export function proLink({ base, quote }: PairQuery): PairTarget {
  return { to: "/pro-trading", search: { base, quote } };
}

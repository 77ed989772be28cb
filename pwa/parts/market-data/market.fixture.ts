import type { MarketDelta, MarketSnapshot, MarketTrade } from "#schemas/market-data.ts";

export const ISSUER = `G${"A".repeat(55)}`;
export const PAIR = { base: "XLM", quote: `USDC-${ISSUER}` } as const;

const PLACE = { state: "live", ledger: 100, closedAt: "2026-01-01T00:00:00.000Z" } as const;

export function aSnapshot(): MarketSnapshot {
  return {
    ...PAIR,
    ...PLACE,
    sequence: 7,
    bids: [[1, 4, "10.0000000"]],
    asks: [[1, 3, "20.0000000"]],
    trades: [],
    pool: null,
    ticker: {
      ...PAIR,
      last: null,
      bid: "0.25",
      ask: "0.333333333333",
      high: null,
      low: null,
      change: null,
      baseVolume: "0.0000000",
      quoteVolume: "0.0000000",
      trades: 0,
    },
  };
}

export function aDelta(previous: number, sequence: number): MarketDelta {
  return { ...PAIR, ...PLACE, previous, sequence, bids: [], asks: [], trades: [] };
}

export function aTrade(id: string, ledger: number, at: string, price: string): MarketTrade {
  return { id, ledger, at, side: "buy", price, baseAmount: "2.0000000", quoteAmount: "0.5000000" };
}

import type { PoolTerms } from "#schemas/market-making.ts";
import type { MarketPool, MarketTrade } from "./use-market-pools.ts";

export const TERMS: PoolTerms = {
  base: "XLM",
  quote: "USDC-GISSUER",
  baseAmount: "1000",
  quoteAmount: "100",
  walletCount: 10,
  levels: 5,
  spreadPercentage: "1",
  depthPercentage: "3",
  minTradeSize: "10",
  maxTradeSize: "400",
  reference: { kind: "mid" },
  priceMargin: "10",
  inventoryTarget: 50,
  skew: 50,
  autoRebalance: true,
  maxDrawdown: 20,
  maxDailyLoss: "10",
  maxFillsPerMinute: 30,
};

/** A pool that runs, for tests. */
export function aMarketPool(fields: Partial<MarketPool> = {}): MarketPool {
  return {
    uid: "pool-1",
    id: 1,
    terms: TERMS,
    status: "active",
    isActive: true,
    stop: null,
    reason: "",
    baseBalance: "1000.0000000",
    quoteBalance: "100.0000000",
    xlmAside: "25.0000000",
    lastPrice: "0.1",
    startPrice: "0.1",
    profitLoss: "0.5000000",
    result: { profitLoss: "0.5000000", spread: "0.8000000", inventory: "-0.3000000", networkFees: "0.0100000" },
    tradeCount: 12,
    worth: "200.0000000",
    peak: "201.0000000",
    offers: [
      { side: "sell", price: "0.1005", amount: "200.0000000", offerId: "1" },
      { side: "buy", price: "0.0995", amount: "200.0000000", offerId: "2" },
    ],
    openedAt: "2026-11-19T10:00:00.000Z",
    startedAt: "2026-11-19T10:05:00.000Z",
    changedAt: "2026-11-20T10:00:00.000Z",
    ...fields,
  };
}

/** A fill, for tests. */
export function aFill(fields: Partial<MarketTrade> = {}): MarketTrade {
  return {
    uid: "fill-1",
    id: 1,
    poolId: 1,
    type: "buy",
    base: "XLM",
    quote: "USDC-GISSUER",
    amount: "10.0000000",
    price: "0.0995",
    total: "0.9950000",
    filledBy: "GOTHER",
    walletAddress: "GWALLET",
    hash: "ab",
    isTaker: false,
    reference: "0.1",
    timestamp: "2026-11-20T10:00:00.000Z",
    ...fields,
  };
}

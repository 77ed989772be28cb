import {
  CandlesOutput,
  CandlesQuery,
  MarketSnapshot,
  MarketsOutput,
  PairQuery,
  PoolOutput,
  PoolParams,
  PoolsOutput,
  QuoteOutput,
  QuoteQuery,
  TradesOutput,
  TradesQuery,
} from "#schemas/market-data.ts";
import { PriceHistoryOutput, PriceHistoryQuery, PricesOutput } from "#schemas/markets.ts";
import type { Endpoint } from "./endpoint.ts";

/** What assets are worth, and the markets in which they are traded. */
export const MARKETS_ENDPOINTS = {
  prices: {
    method: "GET",
    path: "/api/markets/prices",
    access: "user",
    isPolled: true,
    output: PricesOutput,
  },
  priceHistory: {
    method: "GET",
    path: "/api/markets/price-history",
    access: "user",
    isPolled: true,
    query: PriceHistoryQuery,
    output: PriceHistoryOutput,
  },
  markets: {
    method: "GET",
    path: "/api/markets",
    access: "user",
    isPolled: true,
    output: MarketsOutput,
  },
  market: {
    method: "GET",
    path: "/api/markets/snapshot",
    access: "user",
    query: PairQuery,
    output: MarketSnapshot,
  },
  marketTrades: {
    method: "GET",
    path: "/api/markets/trades",
    access: "user",
    query: TradesQuery,
    output: TradesOutput,
  },
  marketCandles: {
    method: "GET",
    path: "/api/markets/candles",
    access: "user",
    query: CandlesQuery,
    output: CandlesOutput,
  },
  marketPools: {
    method: "GET",
    path: "/api/markets/pools",
    access: "user",
    isPolled: true,
    output: PoolsOutput,
  },
  marketPool: {
    method: "GET",
    path: "/api/markets/pools/:poolId",
    access: "user",
    params: PoolParams,
    output: PoolOutput,
  },
  marketQuote: {
    method: "GET",
    path: "/api/markets/quote",
    access: "user",
    isPolled: true,
    query: QuoteQuery,
    output: QuoteOutput,
  },
} as const satisfies Record<string, Endpoint>;

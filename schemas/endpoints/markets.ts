import { PriceHistoryOutput, PriceHistoryQuery, PricesOutput } from "#schemas/markets.ts";
import type { Endpoint } from "./endpoint.ts";

/** What assets are worth. */
export const MARKETS_ENDPOINTS = {
  prices: {
    method: "GET",
    path: "/api/markets/prices",
    access: "user",
    summary: "What the listed assets and those one holds are worth in USD and XLM; null where no market tells",
    output: PricesOutput,
    errors: [],
  },
  priceHistory: {
    method: "GET",
    path: "/api/markets/price-history",
    access: "user",
    summary: "What an asset was worth over a time, oldest first; empty for one that is neither listed nor held",
    query: PriceHistoryQuery,
    output: PriceHistoryOutput,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;

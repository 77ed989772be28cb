import type { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { PULSE_ENDPOINTS } from "#schemas/endpoints/pulse.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const MARKETS_DOCS = {
  prices: {
    summary: "What the listed assets and those one holds are worth in USD and XLM; null where no market tells",
    errors: [],
  },
  priceHistory: {
    summary: "What an asset was worth over a time, oldest first; empty for one that is neither listed nor held",
    errors: [],
  },
  markets: {
    summary: "Every pair of listed assets with what it did within 24 hours",
    errors: [],
  },
  market: {
    summary: "A pair's book, latest trades, pool and last 24 hours; whoever stays says `watch` on the socket instead",
    errors: ["market-unreachable"],
  },
  marketTrades: {
    summary: "What was traded in a pair, the newest first, up to 200 at a time",
    errors: ["market-unreachable"],
  },
  marketCandles: {
    summary: "What was traded in a pair by stretches of time, up to 1,000 of them, the oldest first",
    errors: ["market-unreachable"],
  },
  marketPools: {
    summary:
      "Every pool of two listed assets with what it did within seven days, and whatever pool one has a share of besides",
    errors: [],
  },
  marketPool: {
    summary: "One pool of two listed assets",
    errors: ["pool-unknown", "market-building"],
  },
  marketQuote: {
    summary: "What a path payment would do if the ledger took it next, and its route",
    errors: ["market-assets-unlisted", "market-behind", "market-building", "quote-no-path"],
  },
} as const satisfies DocsOf<typeof MARKETS_ENDPOINTS>;

export const PULSE_DOCS = {
  pulse: {
    summary: "The last ledger, and what some listed pairs were last traded for, for whoever has no account yet",
    errors: [],
  },
} as const satisfies DocsOf<typeof PULSE_ENDPOINTS>;

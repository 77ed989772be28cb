import type { MARKET_DESK_ENDPOINTS } from "#schemas/endpoints/market-desk.ts";
import type { MARKET_MAKING_ENDPOINTS } from "#schemas/endpoints/market-making.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

const UNREADABLE = [
  "market-amounts",
  "market-sizes",
  "market-depth",
  "market-ladder-wide",
  "market-wallets-idle",
  "market-price",
  "market-loss",
  "amount-malformed",
  "amount-too-precise",
  "amount-too-large",
] as const;
const MARKET = ["market-building", "market-behind", "market-assets-unlisted"] as const;
const LOOKED_AT = [
  "wallet-not-ready",
  "market-building",
  "market-behind",
  "network-unreachable",
  "rate-limited",
] as const;
const SHOWN = [
  "password-required",
  "second-factor-required",
  "confirmation-required",
  "account-frozen",
  "account-closing",
  "fees-risen",
  "idempotency-key-reused",
  "wallet-not-ready",
  "network-unreachable",
  "rate-limited",
] as const;
const STANDS = [
  "market-reference-missing",
  "market-sources-apart",
  "market-own-key",
  "market-own-issue",
  "asset-delisted",
] as const;
const DECISION_REFUSALS = ["market-unknown", "operator-own", "operator-frozen"] as const;

export const MARKET_MAKING_DOCS = {
  simulatePool: {
    summary: "What a pool would have come to over the stored candles of the last 90 days; nothing is traded",
    errors: [...UNREADABLE, ...MARKET, "rate-limited"],
  },
  checkPool: {
    summary: "What opening a pool costs and binds, its ladder as it would stand, and what stands against it",
    errors: [...LOOKED_AT],
  },
  openPool: {
    summary:
      "Opens the wallets of a pool and pays in, all at once; it does not trade before it is started. The same idempotency key and body answer with the same pool",
    errors: [
      ...UNREADABLE,
      ...MARKET,
      ...STANDS,
      "market-small",
      "market-reserves-short",
      "market-twice",
      "market-many",
      "market-issuer-may-take",
      "market-risk",
      "market-unknown",
      "balance-too-low",
      "fee-balance-too-low",
      "payments-halted",
      ...SHOWN,
    ],
  },
  checkPoolStart: {
    summary: "The ladder of a pool that is stopped as it would stand, and what stands against starting it",
    errors: ["market-unknown", ...LOOKED_AT],
  },
  startPool: {
    summary: "Starts a pool that is stopped: its offers come into the book with the next ledgers",
    errors: [
      "market-unknown",
      "market-not-stopped",
      "market-opening",
      "market-over",
      "market-held",
      "market-busy",
      "market-risk",
      ...MARKET,
      ...STANDS,
      ...SHOWN,
    ],
  },
  checkPoolChange: {
    summary: "The ladder of a pool with other settings as it would stand, and what stands against them",
    errors: ["market-unknown", ...LOOKED_AT],
  },
  changePool: {
    summary: "Gives a pool other settings, running or not: its next ladder is made by them",
    errors: [
      ...UNREADABLE,
      "market-unknown",
      "market-opening",
      "market-over",
      "market-busy",
      ...MARKET,
      ...STANDS,
      ...SHOWN,
    ],
  },
  stopPool: {
    summary:
      "Stops a pool: nothing but what takes its offers out of the book is signed from then on; done twice, it answers the same",
    errors: ["market-unknown", "market-opening", "rate-limited"],
  },
  drainPool: {
    summary: "Gives everything of a pool back to its owner and ends its wallets; done twice, it answers the same",
    errors: [
      "market-unknown",
      "market-opening",
      "market-line-missing",
      "market-line-full",
      "market-wallet-frozen",
      "wallet-not-ready",
      "rate-limited",
    ],
  },
} as const satisfies DocsOf<typeof MARKET_MAKING_ENDPOINTS>;

export const MARKET_DESK_DOCS = {
  marketDesk: {
    summary: "People's market-making pools that are not closed, the newest first",
    errors: [],
  },
  stopMarketPool: {
    summary: "Stops somebody's pool, and has them wait until it is let go",
    errors: ["market-over", ...DECISION_REFUSALS],
  },
  releaseMarketPool: {
    summary: "Lets a pool go that an operator stopped: its owner may start it again",
    errors: ["market-not-held", ...DECISION_REFUSALS],
  },
  stopAllMarketPools: {
    summary: "Stops every market-making pool that runs, but for one's own",
    errors: ["operator-frozen"],
  },
} as const satisfies DocsOf<typeof MARKET_DESK_ENDPOINTS>;

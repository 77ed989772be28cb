import type { AUTOMATED_TRADING_ENDPOINTS } from "#schemas/endpoints/automated-trading.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

const UNREADABLE = [
  "automation-parameter",
  "automation-limits",
  "automation-small",
  "amount-malformed",
  "amount-not-positive",
  "market-building",
  "market-behind",
  "market-assets-unlisted",
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
const LOOKED_AT = [
  "wallet-not-ready",
  "market-building",
  "market-behind",
  "network-unreachable",
  "rate-limited",
] as const;

export const AUTOMATED_TRADING_DOCS = {
  backTest: {
    summary: "What a strategy would have come to over the candles that are stored; nothing is traded",
    errors: [...UNREADABLE, "automation-candles-few", "automation-tests-busy", "network-unreachable", "rate-limited"],
  },
  checkAutomation: {
    summary:
      "What starting an automation costs, what its trades may cost, and what stands against it; nothing is started",
    errors: [...LOOKED_AT],
  },
  startAutomation: {
    summary:
      "Starts an automation that was back-tested, which tells of its signals or trades them; the same idempotency key and body answer with the same automation",
    errors: [
      ...UNREADABLE,
      "automation-untested",
      "automation-risk",
      "automation-own-key",
      "automation-many",
      "balance-too-low",
      "fee-balance-too-low",
      "payments-halted",
      ...SHOWN,
    ],
  },
  checkGoOn: {
    summary: "What letting an automation go on would take, and what stands against it; nothing is changed",
    errors: ["automation-unknown", "automation-over", "automation-busy", ...LOOKED_AT],
  },
  goOn: {
    summary: "Lets an automation go on that has paused, or trade instead of telling, or tell instead of trading",
    errors: [
      "automation-unknown",
      "automation-over",
      "automation-busy",
      "automation-risk",
      "automation-own-key",
      "market-building",
      "market-behind",
      "market-assets-unlisted",
      ...SHOWN,
    ],
  },
  pauseAutomation: {
    summary: "Pauses an automation: nothing of it is signed from then on; done twice, it answers the same",
    errors: ["automation-unknown", "automation-over", "rate-limited"],
  },
  stopAutomation: {
    summary: "Stops an automation for good: nothing of it is signed from then on; done twice, it answers the same",
    errors: ["automation-unknown", "rate-limited"],
  },
} as const satisfies DocsOf<typeof AUTOMATED_TRADING_ENDPOINTS>;

import type { TREASURY_ENDPOINTS } from "#schemas/endpoints/treasury.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const TREASURY_DOCS = {
  treasury: {
    summary:
      "The house's own accounts: what they have beside the ledger, how long it lasts, and what is about to leave",
    errors: [],
  },
  houseMovements: {
    summary: "What moved on an account of the house, latest first, in pages",
    errors: [],
  },
  moveHouseMoney: {
    summary:
      "Moves money from one account of the house to another; a second operator has to agree, and the same key is one payment",
    errors: [
      "amount-not-positive",
      "idempotency-key-reused",
      "wallet-not-ready",
      "balance-too-low",
      "house-money-owed",
      "house-budget-used",
      "recipient-trustline-missing",
      "recipient-not-authorized",
      "recipient-full",
      "network-unreachable",
      "proposal-open",
      "operator-frozen",
    ],
  },
  setHouseBudget: {
    summary:
      "Sets how much of an asset may be paid out of an account of the house within 24 hours; a second operator has to agree to more, and to no limit",
    errors: ["wallet-not-ready", "house-asset-unknown", "house-budget-changed", "proposal-open", "operator-frozen"],
  },
} as const satisfies DocsOf<typeof TREASURY_ENDPOINTS>;

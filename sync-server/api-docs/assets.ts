import type { ASSETS_ENDPOINTS } from "#schemas/endpoints/assets.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const ASSETS_DOCS = {
  listedAssets: {
    summary: "The assets that this service lists",
    errors: ["network-unreachable"],
  },
  featuredTokens: {
    summary: "The assets that the operator puts forward, in order",
    errors: [],
  },
  holdings: {
    summary: "The assets one holds, XLM first, each with its balance, name, description and website",
    errors: ["rate-limited"],
  },
  heldAssets: {
    summary: "What is known of the assets one holds, XLM not among them",
    errors: ["network-unreachable", "rate-limited"],
  },
  lookUpAsset: {
    summary: "What is known of an asset (code and issuer), or of all that a domain names in its stellar.toml",
    errors: [
      "issuer-missing",
      "domain-malformed",
      "domain-unreadable",
      "domain-elsewhere",
      "domain-without-assets",
      "network-unreachable",
      "rate-limited",
    ],
  },
  checkTrustline: {
    summary: "What adding or removing an asset would cost and what stands against it; nothing is changed",
    errors: ["wallet-not-ready", "issuer-missing", "network-unreachable", "rate-limited"],
  },
  addTrustline: {
    summary: "Adds an asset to those one can hold; the same idempotency key and body answer with the same submission",
    errors: [
      "account-frozen",
      "payments-halted",
      "wallet-not-ready",
      "issuer-missing",
      "trustline-own",
      "trustline-exists",
      "account-closing",
      "trustline-under-way",
      "trustline-reserve-too-low",
      "fee-balance-too-low",
      "fees-risen",
      "idempotency-key-reused",
      "network-unreachable",
      "rate-limited",
    ],
  },
  removeTrustline: {
    summary: "Removes an asset of which nothing is left, and frees what the network kept aside for it",
    errors: [
      "account-frozen",
      "payments-halted",
      "wallet-not-ready",
      "asset-unknown",
      "account-closing",
      "trustline-under-way",
      "trustline-balance-left",
      "trustline-offers-open",
      "trustline-in-pool",
      "trustline-payment-open",
      "fee-balance-too-low",
      "fees-risen",
      "idempotency-key-reused",
      "network-unreachable",
      "rate-limited",
    ],
  },
} as const satisfies DocsOf<typeof ASSETS_ENDPOINTS>;

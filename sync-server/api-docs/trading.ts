import type { TRADING_ENDPOINTS } from "#schemas/endpoints/trading.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

const UNPLANNED = ["wallet-not-ready", "network-unreachable", "rate-limited"] as const;
const FROM_ANYONE = [
  ...UNPLANNED,
  "account-frozen",
  "payments-halted",
  "kyc-required",
  "kyc-required-above",
  "mailbox-unproven",
  "cool-off",
  "account-closing",
  "fee-balance-too-low",
  "fees-risen",
  "idempotency-key-reused",
] as const;
const AMOUNTS = ["amount-malformed", "amount-too-precise", "amount-too-large", "amount-not-positive"] as const;
const HOLDING = [
  ...AMOUNTS,
  "asset-unknown",
  "issuer-missing",
  "trade-own-issue",
  "trade-not-authorized",
  "trade-orders-kept-only",
  "trade-line-full",
  "trade-reserve-too-low",
  "trade-entries-full",
  "balance-too-low",
] as const;
/** `order-moved` and `order-under-way` also of an own order that was agreed to be taken back. */
const OWN_IN_THE_WAY = ["order-crosses-own", "order-moved", "order-under-way"] as const;
const PRICES = ["price-malformed", "price-too-extreme"] as const;

export const TRADING_DOCS = {
  checkOrder: {
    summary: "What an order would cost and what stands against it; nothing is placed",
    errors: UNPLANNED,
  },
  placeOrder: {
    summary: "Accepts an order; the same idempotency key and body answer with the same submission",
    errors: [...FROM_ANYONE, ...HOLDING, ...PRICES, "order-too-small", ...OWN_IN_THE_WAY],
  },
  checkOrderEdit: {
    summary: "What a changed amount or price of an open order would cost and what stands against it",
    errors: UNPLANNED,
  },
  editOrder: {
    summary: "Accepts a new amount and price of an open order, if it is as it was last seen",
    errors: [...FROM_ANYONE, ...HOLDING, ...PRICES, "order-too-small", "order-unknown", ...OWN_IN_THE_WAY],
  },
  checkOrderCancel: {
    summary: "Which open orders one transaction would cancel, what that costs and what it frees",
    errors: UNPLANNED,
  },
  cancelOrders: {
    summary: "Cancels one, several or all open orders of one's own in one transaction",
    errors: [...FROM_ANYONE, "order-unknown", "order-under-way"],
  },
  checkSwap: {
    summary: "What a swap would cost and what stands against it; nothing is swapped",
    errors: UNPLANNED,
  },
  swap: {
    summary: "Swaps one's own assets within the bounds that were shown, or not at all",
    errors: [...FROM_ANYONE, ...HOLDING, ...OWN_IN_THE_WAY],
  },
  checkPoolDeposit: {
    summary: "What a deposit into a pool comes to as it stands, what it costs and what stands against it",
    errors: [...UNPLANNED, "asset-unknown"],
  },
  depositToPool: {
    summary: "Deposits two assets into their pool for shares of it",
    errors: [...FROM_ANYONE, ...HOLDING, ...PRICES, "pool-price-moved", "pool-deposit-too-small"],
  },
  checkPoolWithdraw: {
    summary: "What shares of a pool come to as it stands, what taking them out costs and what stands against it",
    errors: UNPLANNED,
  },
  withdrawFromPool: {
    summary: "Takes shares out of a pool, for at least the amounts that were shown",
    errors: [
      ...FROM_ANYONE,
      ...AMOUNTS,
      "asset-unknown",
      "trade-not-authorized",
      "trade-line-full",
      "pool-missing",
      "pool-empty",
      "pool-under-way",
      "pool-shares-too-low",
      "pool-below-minimum",
    ],
  },
} as const satisfies DocsOf<typeof TRADING_ENDPOINTS>;

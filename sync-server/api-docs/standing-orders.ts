import type { STANDING_ORDERS_ENDPOINTS } from "#schemas/endpoints/standing-orders.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";
import { TRADING_DOCS } from "./trading.ts";
import { WALLET_DOCS } from "./wallet.ts";

export const STANDING_ORDERS_DOCS = {
  checkStandingOrder: {
    summary:
      "What a standing order would come to, what each of its runs costs and what stands against it; nothing is placed",
    errors: TRADING_DOCS.checkOrder.errors,
  },
  placeStandingOrder: {
    summary: "Places a standing order; the same idempotency key and body answer with the same order",
    errors: [
      ...TRADING_DOCS.placeOrder.errors,
      "market-building",
      "market-behind",
      "market-assets-unlisted",
      "durable-too-many",
      "durable-own-key",
      "durable-end-wrong",
      "durable-start-wrong",
      "durable-trigger-met",
      "durable-legs-crossed",
      "durable-no-price",
    ],
  },
  cancelStandingOrder: {
    summary: "Cancels a standing order, and a run of it that is not signed yet",
    errors: ["durable-unknown", "durable-over", "rate-limited"],
  },
  checkRepeatedPayment: {
    summary:
      "What repeating a payment would come to, when each is planned and what stands against it; nothing is set up",
    errors: WALLET_DOCS.walletCheck.errors,
  },
  repeatPayment: {
    summary:
      "Sets up a payment that is repeated by the week or month; the same idempotency key and body answer with the same order",
    errors: [
      ...WALLET_DOCS.walletSend.errors,
      "durable-too-many",
      "durable-own-key",
      "durable-end-wrong",
      "durable-start-wrong",
    ],
  },
  skipRepeatedPayment: {
    summary: "Leaves out the next of a repeated payment",
    errors: ["durable-unknown", "durable-over", "rate-limited"],
  },
} as const satisfies DocsOf<typeof STANDING_ORDERS_ENDPOINTS>;

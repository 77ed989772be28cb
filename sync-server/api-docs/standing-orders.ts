import type { STANDING_ORDERS_ENDPOINTS } from "#schemas/endpoints/standing-orders.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";
import { TRADING_DOCS } from "./trading.ts";

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
} as const satisfies DocsOf<typeof STANDING_ORDERS_ENDPOINTS>;

import type { DURABLE_ORDERS_ENDPOINTS } from "#schemas/endpoints/durable-orders.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";
import { TRADING_DOCS } from "./trading.ts";

export const DURABLE_ORDERS_DOCS = {
  checkDurableOrder: {
    summary:
      "What a durable order would come to, what each of its runs costs and what stands against it; nothing is placed",
    errors: TRADING_DOCS.checkOrder.errors,
  },
  placeDurableOrder: {
    summary: "Places a durable order; the same idempotency key and body answer with the same order",
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
    ],
  },
  cancelDurableOrder: {
    summary: "Cancels a durable order, and a run of it that is not signed yet",
    errors: ["durable-unknown", "durable-over", "rate-limited"],
  },
} as const satisfies DocsOf<typeof DURABLE_ORDERS_ENDPOINTS>;

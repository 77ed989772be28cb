import {
  DurableCancelInput,
  DurableCancelOutput,
  DurableCheckOutput,
  DurableOrderInput,
  DurableOrderOutput,
  DurableTerms,
} from "#schemas/durable-orders.ts";
import type { Endpoint } from "./endpoint.ts";
import { TRADING_ENDPOINTS } from "./trading.ts";

/** Orders that this service keeps until their price or their time has come. */
export const DURABLE_ORDERS_ENDPOINTS = {
  checkDurableOrder: {
    method: "POST",
    path: "/api/durable-orders/check",
    access: "user",
    summary:
      "What a durable order would come to, what each of its runs costs and what stands against it; nothing is placed",
    input: DurableTerms,
    output: DurableCheckOutput,
    errors: TRADING_ENDPOINTS.checkOrder.errors,
  },
  placeDurableOrder: {
    method: "POST",
    path: "/api/durable-orders",
    access: "user",
    summary: "Places a durable order; the same idempotency key and body answer with the same order",
    input: DurableOrderInput,
    output: DurableOrderOutput,
    status: 201,
    errors: [
      ...TRADING_ENDPOINTS.placeOrder.errors,
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
    method: "POST",
    path: "/api/durable-orders/cancel",
    access: "user",
    summary: "Cancels a durable order, and a run of it that is not signed yet",
    input: DurableCancelInput,
    output: DurableCancelOutput,
    errors: ["durable-unknown", "durable-over", "rate-limited"],
  },
} as const satisfies Record<string, Endpoint>;

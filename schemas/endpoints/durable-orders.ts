import {
  DurableCancelInput,
  DurableCancelOutput,
  DurableCheckOutput,
  DurableOrderInput,
  DurableOrderOutput,
  DurableTerms,
} from "#schemas/durable-orders.ts";
import type { Endpoint } from "./endpoint.ts";

/** Orders that this service keeps until their price or their time has come. */
export const DURABLE_ORDERS_ENDPOINTS = {
  checkDurableOrder: {
    method: "POST",
    path: "/api/durable-orders/check",
    access: "user",
    input: DurableTerms,
    output: DurableCheckOutput,
  },
  placeDurableOrder: {
    method: "POST",
    path: "/api/durable-orders",
    access: "user",
    input: DurableOrderInput,
    output: DurableOrderOutput,
    status: 201,
  },
  cancelDurableOrder: {
    method: "POST",
    path: "/api/durable-orders/cancel",
    access: "user",
    input: DurableCancelInput,
    output: DurableCancelOutput,
  },
} as const satisfies Record<string, Endpoint>;

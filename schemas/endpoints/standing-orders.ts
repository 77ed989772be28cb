import {
  StandingCancelInput,
  StandingCancelOutput,
  StandingCheckOutput,
  StandingOrderInput,
  StandingOrderOutput,
  StandingTerms,
} from "#schemas/standing-orders.ts";
import type { Endpoint } from "./endpoint.ts";

/** Orders that this service keeps until their price or their time has come. */
export const STANDING_ORDERS_ENDPOINTS = {
  checkStandingOrder: {
    method: "POST",
    path: "/api/durable-orders/check",
    access: "user",
    input: StandingTerms,
    output: StandingCheckOutput,
  },
  placeStandingOrder: {
    method: "POST",
    path: "/api/durable-orders",
    access: "user",
    input: StandingOrderInput,
    output: StandingOrderOutput,
    status: 201,
  },
  cancelStandingOrder: {
    method: "POST",
    path: "/api/durable-orders/cancel",
    access: "user",
    input: StandingCancelInput,
    output: StandingCancelOutput,
  },
} as const satisfies Record<string, Endpoint>;

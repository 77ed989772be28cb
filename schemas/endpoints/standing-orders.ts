import {
  StandingCancelInput,
  StandingCancelOutput,
  StandingCheckOutput,
  StandingOrderInput,
  StandingOrderOutput,
  StandingTerms,
} from "#schemas/standing-orders.ts";
import { RepeatCheckOutput, RepeatedPayment, RepeatInput, SkipInput } from "#schemas/standing-payments.ts";
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
  checkRepeatedPayment: {
    method: "POST",
    path: "/api/durable-orders/payments/check",
    access: "user",
    input: RepeatedPayment,
    output: RepeatCheckOutput,
  },
  repeatPayment: {
    method: "POST",
    path: "/api/durable-orders/payments",
    access: "user",
    input: RepeatInput,
    output: StandingOrderOutput,
    status: 201,
  },
  skipRepeatedPayment: {
    method: "POST",
    path: "/api/durable-orders/payments/skip",
    access: "user",
    input: SkipInput,
    output: StandingOrderOutput,
  },
} as const satisfies Record<string, Endpoint>;

import * as v from "valibot";
import { HealthOutput, ReadyOutput } from "#schemas/network.ts";
import type { Endpoint } from "./endpoint.ts";

/** What tells of the service itself. */
export const SERVICE_ENDPOINTS = {
  health: {
    method: "GET",
    path: "/healthz",
    access: "anyone",
    summary: "Answers once requests are served",
    output: HealthOutput,
    errors: [],
  },
  ready: {
    method: "GET",
    path: "/readyz",
    access: "anyone",
    summary: "Answers while the database can be reached, with how far the market data has come",
    output: ReadyOutput,
    errors: ["not-ready"],
  },
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    access: "anyone",
    summary: "This document",
    output: v.record(v.string(), v.unknown()),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;

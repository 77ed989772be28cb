import * as v from "valibot";
import { ConnectionOutput, HealthOutput, ReadyOutput } from "#schemas/network.ts";
import { ServiceOutput } from "#schemas/service.ts";
import type { Endpoint } from "./endpoint.ts";

/** What tells of the service itself. */
export const SERVICE_ENDPOINTS = {
  health: {
    method: "GET",
    path: "/healthz",
    access: "anyone",
    output: HealthOutput,
  },
  ready: {
    method: "GET",
    path: "/readyz",
    access: "anyone",
    output: ReadyOutput,
  },
  connection: {
    method: "GET",
    path: "/api/connection",
    access: "anyone",
    output: ConnectionOutput,
  },
  service: {
    method: "GET",
    path: "/api/service",
    access: "anyone",
    keyScopes: ["read", "pay"],
    output: ServiceOutput,
  },
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    access: "anyone",
    output: v.record(v.string(), v.unknown()),
  },
  asyncapi: {
    method: "GET",
    path: "/api/asyncapi.json",
    access: "anyone",
    output: v.record(v.string(), v.unknown()),
  },
} as const satisfies Record<string, Endpoint>;

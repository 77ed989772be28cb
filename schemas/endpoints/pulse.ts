import { PulseOutput } from "#schemas/pulse.ts";
import type { Endpoint } from "./endpoint.ts";

/** What guests see of the markets: apart from the others, so that the start page loads nothing of these. */
export const PULSE_ENDPOINTS = {
  pulse: {
    method: "GET",
    path: "/api/markets/pulse",
    access: "anyone",
    isPolled: true,
    output: PulseOutput,
  },
} as const satisfies Record<string, Endpoint>;

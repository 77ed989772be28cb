import * as v from "valibot";
import { Port } from "./config-values.ts";

/** Where what the service does is told to whoever watches it (Prometheus). */
export interface MetricsConfig {
  readonly host: string;
  readonly port: number;
  /** What a scraper has to name; null where whoever reaches the port may read it. */
  readonly token: string | null;
}

const LOOPBACK = "127.0.0.1";
const LOOPBACKS: readonly string[] = [LOOPBACK, "::1", "localhost"];

/** The variables that say so. */
export const METRICS_VARIABLES = {
  METRICS_HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9.:-]+$/, "must be a host name or an address such as 127.0.0.1")),
  ),
  METRICS_PORT: v.optional(Port),
  METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,256}$/, "must be 16 to 256 characters without spaces")),
  ),
};

type MetricsVariables = v.InferOutput<v.ObjectSchema<typeof METRICS_VARIABLES, undefined>>;

/** Null where nobody is told. */
export function metricsOf({ METRICS_HOST, METRICS_PORT, METRICS_TOKEN }: MetricsVariables): MetricsConfig | null {
  if (METRICS_PORT === undefined) return null;
  return { host: METRICS_HOST ?? LOOPBACK, port: METRICS_PORT, token: METRICS_TOKEN ?? null };
}

/** What is wrong with them together, as a sentence; null for nothing. What the service does is not for whoever passes by. */
export function metricsProblem({ METRICS_HOST, METRICS_PORT, METRICS_TOKEN }: MetricsVariables): string | null {
  if (METRICS_PORT === undefined && (METRICS_HOST ?? METRICS_TOKEN) !== undefined)
    return "METRICS_PORT must be given together with METRICS_HOST and METRICS_TOKEN.";
  if (METRICS_HOST !== undefined && !LOOPBACKS.includes(METRICS_HOST) && METRICS_TOKEN === undefined)
    return "METRICS_TOKEN must be given where METRICS_HOST is not this machine alone.";
  return null;
}

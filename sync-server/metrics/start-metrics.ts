import type { FastifyInstance } from "fastify";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { type MetricsServer, serveMetrics } from "#server/platform/metrics/serve-metrics.ts";
import { Exposition } from "./exposition.ts";
import { openState } from "./state.ts";

export interface MetricsDeps {
  readonly runtime: Runtime;
  readonly network: Pick<StellarNetwork, "head">;
  readonly sockets: () => number;
  readonly marketLag: () => number;
}

/**
 * Tells a scraper what this process does and what the service is like, on the port that METRICS_PORT names; without one nobody is told, and
 * nothing is read.
 */
export function startMetrics(app: FastifyInstance, { runtime, network, sockets, marketLag }: MetricsDeps): void {
  const { metrics } = runtime.config;
  if (metrics === null) return;
  const state = openState(runtime, network);
  const page = new Exposition({ state, sockets, marketLag, log: runtime.log });
  let serving: MetricsServer | null = null;
  app.addHook("onReady", async () => {
    serving = await serveMetrics(metrics, page, runtime.log);
    runtime.log.info({ port: serving.port }, "metrics are served");
  });
  app.addHook("onClose", async () => {
    await serving?.stop();
  });
}

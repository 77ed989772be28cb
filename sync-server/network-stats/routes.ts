import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { openNetworkStats } from "./read-stats.ts";

/** Serves signed-in people the state of the network. */
export function registerNetworkStats(app: FastifyInstance, runtime: Runtime, network: StellarNetwork): void {
  const stats = openNetworkStats(runtime, network);
  route(app, ENDPOINTS.networkStats, () => stats.read());
}

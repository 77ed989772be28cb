import type { FastifyInstance } from "fastify";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Markets } from "#server/markets/index.ts";
import type { Money } from "#server/wallet/index.ts";
import { registerDurableRoutes } from "./routes.ts";
import { startDurable } from "./start-durable.ts";

export { cancelAllOf } from "./cancel-durable.ts";
export { DURABLE_KIND, durableIndexes } from "./store.ts";

/** Serves durable orders, and carries them on in one process at a time. */
export function registerDurableOrders(
  app: FastifyInstance,
  runtime: Runtime,
  { leases, money, markets }: { readonly leases: Leases; readonly money: Money; readonly markets: Markets },
): Pick<Loop, "stop"> {
  const { network } = money;
  const { feed } = markets;
  registerDurableRoutes(app, { runtime, network, feed });
  const onLedger = (listener: () => void): (() => void) => feed.onLedger(listener);
  return startDurable({ runtime, network, feed, onAccepted: () => money.kick(), onLedger }, leases);
}

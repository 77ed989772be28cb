import type { FastifyInstance } from "fastify";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Markets } from "#server/markets/index.ts";
import type { TradeDeps } from "#server/trading/index.ts";
import type { ProofDeps } from "#server/wallet/index.ts";
import type { Money } from "#server/platform/money/start-money.ts";
import { registerDurableRoutes } from "./routes.ts";
import { startDurable } from "./start-durable.ts";

/** Serves durable orders, and carries them on in one process at a time. */
export function registerDurableOrders(
  app: FastifyInstance,
  deps: TradeDeps & { readonly proofs: ProofDeps },
  { leases, money, markets }: { readonly leases: Leases; readonly money: Money; readonly markets: Markets },
): Pick<Loop, "stop"> {
  const { feed } = markets;
  registerDurableRoutes(app, { ...deps, feed });
  const onLedger = (listener: () => void): (() => void) => feed.onLedger(listener);
  return startDurable({ ...deps, feed, onAccepted: () => money.kick(), onLedger }, leases);
}

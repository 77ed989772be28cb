import type { FastifyInstance } from "fastify";
import type { Listing } from "#server/listed-assets/index.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Markets } from "#server/markets/index.ts";
import type { ExchangeDeps } from "#server/trading/index.ts";
import type { ProofDeps } from "#server/wallet/index.ts";
import type { Money } from "#server/platform/money/start-money.ts";
import type { Federation } from "#server/federation/index.ts";
import { registerRepeatRoutes } from "./payment-routes.ts";
import { registerStandingRoutes } from "./routes.ts";
import { startStanding } from "./start-standing.ts";

/** Serves standing orders, and carries them on in one process at a time. */
export function registerStandingOrders(
  app: FastifyInstance,
  deps: ExchangeDeps & {
    readonly proofs: ProofDeps;
    readonly federation: Federation;
    readonly listing: () => Promise<Listing>;
  },
  { leases, money, markets }: { readonly leases: Leases; readonly money: Money; readonly markets: Markets },
): Pick<Loop, "stop"> {
  const { feed } = markets;
  registerStandingRoutes(app, { ...deps, feed });
  registerRepeatRoutes(app, deps);
  const onLedger = (listener: () => void): (() => void) => feed.onLedger(listener);
  return startStanding({ ...deps, feed, onAccepted: () => money.kick(), onLedger }, leases);
}

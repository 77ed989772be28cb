import type { FastifyInstance } from "fastify";
import type { Markets } from "#server/markets/index.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Money } from "#server/platform/money/start-money.ts";
import type { ExchangeDeps } from "#server/trading/index.ts";
import type { ProofDeps } from "#server/wallet/index.ts";
import { registerPoolDesk } from "./desk-routes.ts";
import { look } from "./look.ts";
import type { Memory } from "./memory.ts";
import { registerPoolRoutes } from "./routes.ts";
import { poolCollection } from "./store.ts";

const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/** Serves pools that make markets, and looks after them in one process at a time: after each ledger, and once a second. */
export function registerMarketMaking(
  app: FastifyInstance,
  deps: ExchangeDeps & { readonly proofs: ProofDeps },
  { leases, money, markets }: { readonly leases: Leases; readonly money: Money; readonly markets: Markets },
): Pick<Loop, "stop"> {
  const { feed } = markets;
  const own = { ...deps, feed, onAccepted: () => money.kick() };
  const memory: Memory = new Map();
  let isIdle = false;
  const loop = startLeasedLoop({
    name: "market-making",
    runtime: deps.runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [poolCollection(deps.runtime.database).collectionName],
    run: async (runtime, signal) => {
      // Also where the look fails: there was something to look at.
      isIdle = false;
      isIdle = (await look({ ...own, runtime }, memory, signal)) === 0;
      return isIdle ? REST_MS : PAUSE_MS;
    },
  });
  registerPoolRoutes(app, own, () => {
    money.kick();
    loop.kick();
  });
  registerPoolDesk(app, deps.runtime, () => loop.kick());
  const stopListening = feed.onLedger(() => {
    if (!isIdle) loop.kick();
  });
  return {
    stop: async () => {
      stopListening();
      await loop.stop();
    },
  };
}

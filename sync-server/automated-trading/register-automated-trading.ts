import type { FastifyInstance } from "fastify";
import type { Markets } from "#server/markets/index.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Money } from "#server/platform/money/start-money.ts";
import type { ExchangeDeps } from "#server/trading/index.ts";
import type { ProofDeps } from "#server/wallet/index.ts";
import { look, newMemory } from "./look.ts";
import { registerAutomationRoutes } from "./routes.ts";
import { automationCollection } from "./store.ts";

const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/** Serves automations, and carries them on in one process at a time: after each ledger, and once a second. */
export function registerAutomatedTrading(
  app: FastifyInstance,
  deps: ExchangeDeps & { readonly proofs: ProofDeps },
  { leases, money, markets }: { readonly leases: Leases; readonly money: Money; readonly markets: Markets },
): Pick<Loop, "stop"> {
  const { feed } = markets;
  const own = { ...deps, feed, onAccepted: () => money.kick() };
  const memory = newMemory();
  let isIdle = false;
  const loop = startLeasedLoop({
    name: "automations",
    runtime: deps.runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [automationCollection(deps.runtime.database).collectionName],
    run: async (runtime, signal) => {
      // Also where the look fails: there was something to look at.
      isIdle = false;
      isIdle = (await look({ ...own, runtime }, memory, signal)) === 0;
      return isIdle ? REST_MS : PAUSE_MS;
    },
  });
  registerAutomationRoutes(app, own, () => {
    money.kick();
    loop.kick();
  });
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

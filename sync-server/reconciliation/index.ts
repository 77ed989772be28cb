import type { Runtime } from "#server/platform/http/runtime.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { reconcile } from "./reconcile.ts";

export { reconcile, type Reconciliation } from "./reconcile.ts";

const EVERY_MS = 5 * 60 * 1000;
const FAILURE_PAUSE_MS = 30_000;

/** Reconciles every five minutes, in one process at a time: the lease is kept until the next run is due. */
export function startReconciliation(runtime: Runtime, network: StellarNetwork): Loop {
  const leases = openLeases(runtime.database, runtime.clock);
  return startLoop({
    name: "reconciliation",
    log: runtime.log,
    failurePauseMs: FAILURE_PAUSE_MS,
    run: async () => {
      if (await leases.acquire("reconciliation", EVERY_MS)) await reconcile(runtime, network);
      return EVERY_MS;
    },
  });
}

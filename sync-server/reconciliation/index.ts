import type { Runtime } from "#server/platform/http/runtime.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { haltReasons } from "#server/platform/submissions/halts.ts";
import { reconcile } from "./reconcile.ts";

export type { Reconciliation } from "./compare-books.ts";
export { reconcile } from "./reconcile.ts";
export { registerReconciliationRoutes } from "./routes.ts";

const EVERY_MS = 5 * 60 * 1000;
/** While something is halted, so that it goes on soon after it passes. */
const EVERY_HALTED_MS = 30_000;
const FAILURE_PAUSE_MS = 30_000;

/**
 * Reconciles every five minutes, in one process at a time as a rule: the lease lasts until the next run is due. It needs no
 * fencing, since a run reads, and what it raises or resolves is the same whoever does it.
 */
export function startReconciliation(runtime: Runtime, network: StellarNetwork): Loop {
  const leases = openLeases(runtime.database, runtime.clock);
  return startLoop({
    name: "reconciliation",
    log: runtime.log,
    failurePauseMs: FAILURE_PAUSE_MS,
    run: async () => {
      const isHalted = (await haltReasons(runtime.database)).size > 0;
      const pauseMs = isHalted ? EVERY_HALTED_MS : EVERY_MS;
      if (await leases.acquire("reconciliation", pauseMs)) await reconcile(runtime, network);
      return pauseMs;
    },
  });
}

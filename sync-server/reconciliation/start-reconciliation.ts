import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { haltReasons } from "#server/platform/submissions/halts.ts";
import { reconcile } from "./reconcile.ts";

const EVERY_MS = 5 * 60 * 1000;
/** While something is halted, so that it goes on soon after it passes. */
const EVERY_HALTED_MS = 30_000;
const FAILURE_PAUSE_MS = 30_000;

/** Reconciles every five minutes, in one process at a time; what a run found is raised only while it still holds the lease. */
export function startReconciliation(runtime: Runtime, leases: Leases, network: StellarNetwork): Loop {
  return startLeasedLoop({
    name: "reconciliation",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    run: async (fenced, signal) => {
      await reconcile(fenced, network, signal);
      const isHalted = (await haltReasons(runtime.database, null)).size > 0;
      return isHalted ? EVERY_HALTED_MS : EVERY_MS;
    },
  });
}

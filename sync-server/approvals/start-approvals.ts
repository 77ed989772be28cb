import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Approvals } from "./approvals.ts";

const PAUSE_MS = 2000;
const FAILURE_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Carries out what was approved and has waited, in one process at a time. Unfenced, as each proposal moves once from the state
 * that it was read in.
 */
export function startApprovals(runtime: Runtime, leases: Leases, approvals: Approvals): Pick<Loop, "stop"> {
  return startLeasedLoop({
    name: "approvals",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: async () => {
      await approvals.carryOutDue();
      return PAUSE_MS;
    },
  });
}

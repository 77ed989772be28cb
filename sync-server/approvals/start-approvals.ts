import type { Runtime } from "#server/platform/http/runtime.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { Approvals } from "./approvals.ts";
import { proposalCollection } from "./store.ts";

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
    wakeGapMs: PAUSE_MS,
    wakes: [proposalCollection(runtime.database).collectionName],
    run: async ({ database }) => {
      await approvals.carryOutDue();
      const approved = { isOpen: true, state: "approved" as const };
      const isAnyApproved = await proposalCollection(database).findOne(approved, { projection: { _id: 1 } });
      return isAnyApproved ? PAUSE_MS : REST_MS;
    },
  });
}

import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { askRebuild } from "./build-index.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";
import { checkIndex, type MarketDifference } from "./check-index.ts";
import { readState, stateCollection } from "./market-store.ts";
import { UNREAD_CHECK } from "./unread.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

const EVERY_MS = 5 * 60_000;
/** How soon it is seen that somebody asked for it. */
const LOOK_MS = 5000;
const FAILURE_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const CHECK = "markets-differ";
const MOST_TOLD = 20;

/** Compares the index with Horizon every five minutes, and when asked to, in one process at a time. */
export function keepChecked(runtime: Runtime, leases: Leases, source: SnapshotReader): Loop {
  let dueMs = performance.now() + EVERY_MS;
  return startLeasedLoop({
    name: "markets-check",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: async (fenced, signal) => {
      const state = await readState(fenced.database);
      if (state?.phase !== "live" || (performance.now() < dueMs && state.isCheckAsked !== true)) return LOOK_MS;
      await checkAndTell(fenced, source, signal);
      dueMs = performance.now() + EVERY_MS;
      return LOOK_MS;
    },
  });
}

/** Compares the index with Horizon; what differs opens an issue, and the index is built anew. */
export async function checkAndTell(
  runtime: Pick<Runtime, "database" | "clock" | "log">,
  source: SnapshotReader,
  signal: AbortSignal,
): Promise<readonly MarketDifference[] | null> {
  const differences = await checkIndex(runtime, source, signal);
  await stateCollection(runtime.database).updateOne({ _id: "markets" }, { $set: { isCheckAsked: false } });
  if (differences === null) return null;
  if (differences.length === 0) {
    await resolveIssue(runtime, CHECK);
    await resolveIssue(runtime, UNREAD_CHECK);
    return differences;
  }
  runtime.log.error({ differences: differences.slice(0, MOST_TOLD) }, "the index of markets differs from Horizon");
  await openIssue(runtime, {
    type: "markets",
    checkId: CHECK,
    title: issueSaid("issue.markets"),
    description: issueSaid("issue.markets.means", { count: differences.length }),
    severity: "error",
    metadata: { count: differences.length, differences: differences.slice(0, MOST_TOLD) },
  });
  await askRebuild(runtime.database);
  return differences;
}

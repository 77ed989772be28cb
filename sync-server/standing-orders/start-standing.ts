import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Listing } from "#server/listed-assets/index.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { StandingDeps } from "./begin-run.ts";
import { look, type Memory } from "./look.ts";
import { standingCollection } from "./store.ts";
import { type Runtime } from "#server/platform/http/runtime.ts";

/** Dates are kept to within this, and prices looked at as soon as a ledger is known. */
const PAUSE_MS = 500;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/** Starts to carry standing orders on, in one process at a time: after each ledger, and when their time has come. */
export function startStanding(
  deps: StandingDeps & {
    readonly onLedger: (listener: () => void) => () => void;
    readonly listing: () => Promise<Listing>;
  },
  leases: Leases,
): Pick<Loop, "stop"> {
  const memory: Memory = { resting: new Map(), heights: new Map(), swept: { version: -1, atMs: 0 } };
  let isIdle = false;
  const loop = startLeasedLoop({
    name: "durable-orders",
    runtime: deps.runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [standingCollection(deps.runtime.database).collectionName],
    run: async (runtime, signal) => {
      // Also where the look fails: there was something to look at.
      isIdle = false;
      await look({ ...deps, runtime }, memory, signal);
      isIdle = !(await isAnyKept(runtime));
      return isIdle ? REST_MS : PAUSE_MS;
    },
  });
  const stopListening = deps.onLedger(() => {
    if (!isIdle) loop.kick();
  });
  return {
    stop: async () => {
      stopListening();
      await loop.stop();
    },
  };
}

async function isAnyKept({ database }: Runtime): Promise<boolean> {
  const kept = { state: { $in: ["waiting", "running"] as const }, deleted: false };
  const standing = standingCollection(database);
  const under = { submissionId: { $gt: 0 }, deleted: false };
  const [one, other] = await Promise.all(
    [kept, under].map((which) => standing.findOne(which, { projection: { _id: 1 } })),
  );
  return one !== null || other !== null;
}

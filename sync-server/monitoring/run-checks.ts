import type { Check } from "#server/platform/checks/check.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteMonitored, pruneLogs } from "#server/platform/issues/monitor-log.ts";
import { issuesOf, type StoredIssue } from "#server/platform/issues/stored-issue.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import { type Leases, saysLeaseLost } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { addStates, claimCheck, readStates, type SeenState, statesOf } from "./check-state.ts";
import { makeCheck } from "./make-check.ts";

/** How late a check may begin that another process woke. */
const LONGEST_PAUSE_MS = 5000;
const SHORTEST_PAUSE_MS = 20;
/** What is due as soon as this is made along with what is due now: one look at all that there is serves both. */
const TOGETHER_MS = 2000;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_FAILURE_PAUSE_MS = 30_000;
/** Made at the same time. */
const AT_ONCE = 4;
const PRUNE_MS = 60 * 60 * 1000;

/** Makes every check when it is due, in one process at a time; what was kept of them is gone on with by whoever takes over. */
export function startRunner(runtime: Runtime, leases: Leases, checks: readonly Check[]): Pick<Loop, "kick" | "stop"> {
  const making = new Map<string, Promise<void>>();
  let prunedMs = 0;
  let hasStates = false;
  /** Whether something may have to be begun as soon as any of those ends that are being made. */
  let isWaited = false;

  function make(fenced: Runtime, check: Check, signal: AbortSignal): void {
    const made = makeCheck(fenced, check, { isDecisive: false, signal })
      .then(() => undefined)
      .catch((error: unknown) => {
        // At a stop, or at a takeover: whoever makes them next goes on.
        if (saysLeaseLost(error)) return;
        runtime.log.error({ err: error, check: check.id }, "a check was not written down");
      })
      .finally(() => {
        making.delete(check.id);
        if (isWaited || making.size === 0) loop.kick();
      });
    making.set(check.id, made);
  }

  /** Begins what is due, and says how long it is until something else is. */
  async function turn(fenced: Runtime, signal: AbortSignal): Promise<number> {
    const { database } = fenced;
    if (!hasStates) await addStates(database, checks);
    hasStates = true;
    const states = await readStates(database);
    const open = await openReasons(database, checks);
    let pauseMs = LONGEST_PAUSE_MS;
    isWaited = open.length > 0;
    for (const check of checks) {
      const state = states.get(check.id);
      if (!state || making.has(check.id)) continue;
      const because = open.find(({ checkId }) => check.dependsOn.includes(checkId));
      const waits = waitsFor(check.dependsOn, states, making);
      // What it waited for is over: it is looked at anew at once.
      const isFreed = state.becauseOf !== null && because === undefined;
      const mayJoin = making.size > 0 && state.dueInMs <= TOGETHER_MS && !because && !waits;
      if (state.dueInMs > 0 && !isFreed && !mayJoin) {
        pauseMs = Math.min(pauseMs, state.dueInMs);
        continue;
      }
      if (because) await putOff(fenced, check, state, because.id);
      else if (waits) await putOff(fenced, check, state, null);
      else if (making.size < AT_ONCE) {
        make(fenced, check, signal);
        continue;
      }
      isWaited = true;
    }
    if (performance.now() - prunedMs > PRUNE_MS) {
      prunedMs = performance.now();
      await pruneLogs(fenced);
    }
    return Math.max(pauseMs, SHORTEST_PAUSE_MS);
  }

  const loop = startLeasedLoop({
    name: "checks",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FAILURE_PAUSE_MS,
    run: turn,
  });
  return {
    kick: loop.kick,
    async stop() {
      await loop.stop();
      await Promise.all(making.values());
    },
  };
}

/** The open issues upon which any check rests. */
async function openReasons(
  database: Database,
  checks: readonly Check[],
): Promise<readonly Pick<StoredIssue, "id" | "checkId">[]> {
  const names = [...new Set(checks.flatMap(({ dependsOn }) => dependsOn))];
  if (names.length === 0) return [];
  return issuesOf(database)
    .find({ checkId: { $in: names }, status: "active" }, { projection: { id: 1, checkId: 1 }, sort: { id: 1 } })
    .toArray();
}

/** Whether something that it rests upon is being looked at, is due, or has begun to fail: then that is to be known first. */
function waitsFor(
  own: readonly string[],
  states: ReadonlyMap<string, SeenState>,
  making: ReadonlyMap<string, unknown>,
): boolean {
  return own.some((name) => {
    const state = states.get(name);
    if (making.has(name)) return true;
    return state !== undefined && (state.dueInMs <= 0 || state.subjects.some(({ failures }) => failures > 0));
  });
}

/** It is not made now: because of an open issue, or for a moment. */
async function putOff(runtime: Runtime, check: Check, state: SeenState, because: number | null): Promise<void> {
  const { database } = runtime;
  const token = await claimCheck(database, check);
  if (token === null) return;
  const pauseMs = because === null ? Math.min(check.intervalMs, FAILURE_PAUSE_MS) : check.intervalMs;
  await database.transaction(async (session) => {
    const $set = { claim: null, becauseOf: because, dueAt: { $add: ["$$NOW", pauseMs] } };
    const held = await statesOf(database).updateOne({ _id: check.id, "claim.token": token }, [{ $set }], { session });
    if (held.matchedCount === 0 || because === null || state.becauseOf === because) return;
    const unknown = { checkId: check.id, status: "active", becauseOf: null } as const;
    for (const { id } of await issuesOf(database).find(unknown, { session }).toArray()) {
      await issuesOf(database).updateOne({ id }, { $set: { becauseOf: because } }, { session });
      await noteMonitored(runtime, session, { action: "unknown", issueId: id, facts: { id: because } });
    }
  });
}

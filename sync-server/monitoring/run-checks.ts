import type { Check } from "#server/platform/checks/check.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteMonitored, pruneLogs } from "#server/platform/issues/monitor-log.ts";
import { issuesOf } from "#server/platform/issues/stored-issue.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import { type Leases, saysLeaseLost } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { addStates, claimCheck, readStates, type SeenState, statesOf } from "./check-state.ts";
import { makeChecks, type Outcome } from "./make-check.ts";
import { planTurn } from "./plan-turn.ts";
import { watchReasons } from "./open-reasons.ts";

const FAILURE_PAUSE_MS = 1000;
const LONGEST_FAILURE_PAUSE_MS = 30_000;
/** Made at the same time. */
const AT_ONCE = 8;
const PRUNE_MS = 60 * 60 * 1000;

/** Makes every check when it is due, in one process at a time; what was kept of them is gone on with by whoever takes over. */
export function startRunner(runtime: Runtime, leases: Leases, checks: readonly Check[]): Pick<Loop, "kick" | "stop"> {
  const making = new Set<string>();
  const groups = new Set<Promise<void>>();
  let prunedMs = 0;
  let hasStates = false;
  /** Whether something may have to be begun as soon as any of those ends that are being made. */
  let isWaited = false;
  const reasons = watchReasons(runtime.database, checks);

  function ended(check: Check, outcome: Outcome): void {
    making.delete(check.id);
    // It may have opened an issue: what rests upon it is not begun before that is known.
    if (outcome !== "as-before") reasons.forget();
    // Of a lost lease nobody needs to hear, at a stop or a takeover: whoever makes them next goes on.
    if (typeof outcome === "object" && !saysLeaseLost(outcome.error))
      runtime.log.error({ err: outcome.error, check: check.id }, "a check was not written down");
    if (isWaited || outcome !== "as-before") loop.kick();
  }

  function make(fenced: Runtime, group: readonly Check[], signal: AbortSignal): void {
    for (const { id } of group) making.add(id);
    const made = makeChecks(fenced, group, { isDecisive: false, signal }, ended).finally(() => groups.delete(made));
    groups.add(made);
  }

  /** Begins what is due, and says how long it is until something else is. */
  async function turn(fenced: Runtime, signal: AbortSignal): Promise<number> {
    const { database } = fenced;
    if (!hasStates) await addStates(database, checks);
    hasStates = true;
    const plan = planTurn(checks, { states: await readStates(database), making, open: await reasons.read() });
    for (const { check, state, because } of plan.putOff) await putOff(fenced, check, state, because);
    const group = plan.ready.slice(0, AT_ONCE - making.size);
    isWaited = plan.isWaited || group.length < plan.ready.length;
    if (group.length > 0) make(fenced, group, signal);
    if (performance.now() - prunedMs > PRUNE_MS) {
      prunedMs = performance.now();
      await pruneLogs(fenced);
    }
    return plan.pauseMs;
  }

  const loop = startLeasedLoop({
    name: "checks",
    runtime,
    leases,
    // Of an issue that somebody closed, or that another process opened.
    wakes: ["system_issues"],
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FAILURE_PAUSE_MS,
    run: turn,
  });
  return {
    kick: loop.kick,
    async stop() {
      reasons.stop();
      await loop.stop();
      await Promise.all(groups);
    },
  };
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

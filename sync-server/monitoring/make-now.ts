import { AppError } from "#schemas/errors.ts";
import type { Check } from "#server/platform/checks/check.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteMonitored } from "#server/platform/issues/monitor-log.ts";
import { issuesOf } from "#server/platform/issues/stored-issue.ts";
import { statesOf } from "./check-state.ts";
import { makeCheck } from "./make-check.ts";

const AGAIN_MS = 200;
/** How long is waited for another process that makes it, beyond the check's own limit. */
const BEYOND_MS = 2000;

/**
 * Makes a check because somebody asks for it: what passes in it is over at once. Waits for whoever makes it at this moment, and
 * then makes it again. Throws `check-busy`.
 */
export async function makeNow(runtime: Runtime, check: Check, signal: AbortSignal, by: number | null): Promise<void> {
  const untilMs = performance.now() + check.timeLimitMs + BEYOND_MS;
  while (!(await makeCheck(runtime, check, { isDecisive: true, signal }))) {
    if (signal.aborted || performance.now() > untilMs) throw new AppError("check-busy");
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  await runtime.database.transaction(async (session) => {
    const state = await statesOf(runtime.database).findOne({ _id: check.id }, { session });
    const failing = (state?.subjects ?? []).flatMap(({ issueId }) => (issueId === null ? [] : [issueId]));
    const note = { action: "checked" as const, checkId: check.id, ...(by !== null && { by }) };
    for (const issueId of failing) await noteMonitored(runtime, session, { ...note, issueId });
    if (failing.length === 0) await noteMonitored(runtime, session, note);
  });
}

/** Looks anew at the cause of an issue; null where no check looks at it. */
export async function recheckIssue(
  runtime: Runtime,
  checks: readonly Check[],
  issueId: number,
  signal: AbortSignal,
): Promise<"closed" | "open" | "unknown" | null> {
  const issue = await issuesOf(runtime.database).findOne({ id: issueId });
  const check = checks.find(({ id }) => id === issue?.checkId);
  if (!issue || !check) return null;
  if ((issue.becauseOf ?? null) !== null) return "unknown";
  await makeNow(runtime, check, signal, null);
  const state = await statesOf(runtime.database).findOne({ _id: check.id });
  if ((state?.broken ?? 0) > 0) return "unknown";
  const after = await issuesOf(runtime.database).findOne({ id: issueId }, { projection: { status: 1 } });
  return after?.status === "active" ? "open" : "closed";
}

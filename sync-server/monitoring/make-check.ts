import type { Check } from "#server/platform/checks/check.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteMonitored } from "#server/platform/issues/monitor-log.ts";
import { claimCheck } from "./check-state.ts";
import { type DueRepair, type Look, type MadeLook, writeLook } from "./write-look.ts";

export interface Making {
  /** Whether a person asked for it. */
  readonly isDecisive: boolean;
  /** That the server stops. */
  readonly signal: AbortSignal;
}

/** Makes a check once, where nobody else does at this moment; answers whether it was made and written down. */
export async function makeCheck(runtime: Runtime, check: Check, { isDecisive, signal }: Making): Promise<boolean> {
  const token = await claimCheck(runtime.database, check);
  if (token === null) return false;
  const beganMs = performance.now();
  const look = await within(check, signal, async (ending) => ({
    results: await check.run({ runtime, signal: ending }),
  }));
  // Whoever is told to stop has seen nothing; the claim runs out by itself.
  if (signal.aborted) return false;
  const made: MadeLook = { token, isDecisive, look, durationMs: Math.round(performance.now() - beganMs) };
  const repairs = await writeLook(runtime, check, made);
  for (const repair of repairs ?? []) await tryRepair(runtime, check, repair, signal);
  return repairs !== null;
}

/** The work, or what kept it from being done in time. */
async function within(
  { timeLimitMs }: Check,
  signal: AbortSignal,
  work: (ending: AbortSignal) => Promise<Look>,
): Promise<Look> {
  const late = new AbortController();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    over.reject(new Error(`it took longer than ${timeLimitMs} ms`));
  }, timeLimitMs);
  try {
    return await Promise.race([work(AbortSignal.any([signal, late.signal])), over.promise]);
  } catch (error) {
    return { problem: problemOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function tryRepair(
  runtime: Runtime,
  check: Check,
  { result, issueId }: DueRepair,
  signal: AbortSignal,
): Promise<void> {
  const { repair } = check;
  if (!repair) return;
  const outcome = await within(check, signal, async (ending) => {
    await repair.run({ runtime, signal: ending }, result);
    return { results: [] };
  });
  const problem = "problem" in outcome ? { problem: outcome.problem } : {};
  runtime.log.warn(
    { check: check.id, subject: result.subject, ...problem },
    "the service tried to put something right",
  );
  await runtime.database.transaction((session) =>
    noteMonitored(runtime, session, { action: "repaired", issueId, checkId: check.id, ...problem }),
  );
}

function problemOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

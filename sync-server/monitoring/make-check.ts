import { setTimeout as delay } from "node:timers/promises";
import type { Check } from "#server/platform/checks/check.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteMonitored } from "#server/platform/issues/monitor-log.ts";
import { claimChecks } from "./check-state.ts";
import { type DueRepair, type Look, type MadeLook, writeLook, writeUneventful } from "./write-look.ts";

export interface Making {
  /** Whether a person asked for it. */
  readonly isDecisive: boolean;
  /** That the server stops. */
  readonly signal: AbortSignal;
}

/** How it went with a check: whether all is well as it was, and whether it was made at all, which another process may do at this moment. */
export type Outcome = "as-before" | "changed" | "not-made" | { readonly error: unknown };

interface Looked {
  readonly check: Check;
  readonly made: MadeLook;
}

/** Looks that take longer than this keep none of the others waiting. */
const TOGETHER_MS = 500;

/** Makes a check once, where nobody else does at this moment; answers whether it was made and written down. */
export async function makeCheck(runtime: Runtime, check: Check, making: Making): Promise<boolean> {
  const outcomes: Outcome[] = [];
  await makeChecks(runtime, [check], making, (_check, outcome) => outcomes.push(outcome));
  const [outcome = "not-made"] = outcomes;
  if (typeof outcome === "object") throw outcome.error;
  return outcome !== "not-made";
}

/**
 * Makes checks side by side, each once and where nobody else does: they are claimed with one write, and those that are well as they
 * were are written down with one. `ended` hears of each as soon as it is over.
 */
export async function makeChecks(
  runtime: Runtime,
  checks: readonly Check[],
  making: Making,
  ended: (check: Check, outcome: Outcome) => void,
): Promise<void> {
  const claim = await claimChecks(runtime.database, checks).catch((error: unknown) => ({ error }));
  if ("error" in claim) {
    for (const check of checks) ended(check, claim);
    return;
  }
  const { token, claimed } = claim;
  for (const check of checks) if (!claimed.includes(check)) ended(check, "not-made");
  const prompt: Looked[] = [];
  let isPrompt = true;
  const looks = Promise.all(
    claimed.map(async (check) => {
      const made = await lookAt(runtime, check, token, making);
      // Whoever is told to stop has seen nothing; the claim runs out by itself.
      if (making.signal.aborted) ended(check, "not-made");
      else if (isPrompt) prompt.push({ check, made });
      else await write(runtime, [{ check, made }], making.signal, ended);
    }),
  );
  const timer = new AbortController();
  await Promise.race([looks, delay(TOGETHER_MS, null, { signal: timer.signal })]).finally(() => timer.abort());
  isPrompt = false;
  await write(runtime, prompt, making.signal, ended);
  await looks;
}

async function lookAt(
  runtime: Runtime,
  check: Check,
  token: string,
  { isDecisive, signal }: Making,
): Promise<MadeLook> {
  const beganMs = performance.now();
  const look = await within(check, signal, async (ending) => ({
    results: await check.run({ runtime, signal: ending }),
  }));
  return { token, isDecisive, look, durationMs: Math.round(performance.now() - beganMs) };
}

/** Writes looks of one claim down, and tries to put right what they found. */
async function write(
  runtime: Runtime,
  looked: readonly Looked[],
  signal: AbortSignal,
  ended: (check: Check, outcome: Outcome) => void,
): Promise<void> {
  const rest = await writeUneventful(runtime, looked).catch((error: unknown) => ({ error }));
  if ("error" in rest) {
    for (const { check } of looked) ended(check, rest);
    return;
  }
  for (const each of looked) if (!rest.includes(each)) ended(each.check, "as-before");
  await Promise.all(
    rest.map(async ({ check, made }) => {
      try {
        const repairs = await writeLook(runtime, check, made);
        for (const repair of repairs ?? []) await tryRepair(runtime, check, repair, signal);
        ended(check, repairs === null ? "not-made" : "changed");
      } catch (error) {
        ended(check, { error });
      }
    }),
  );
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

import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** What a check finds now, by its subjects. */
export async function lookAt(check: Check, runtime: Runtime): Promise<ReadonlyMap<string, CheckResult>> {
  const results = await check.run({ runtime, signal: AbortSignal.timeout(check.timeLimitMs) });
  return new Map(results.map((result) => [result.subject, result]));
}

/** What is wrong by a check now: the sentences' codes by subjects. */
export async function problemsOf(check: Check, runtime: Runtime): Promise<Record<string, string>> {
  const found = [...(await lookAt(check, runtime)).values()];
  return Object.fromEntries(found.flatMap(({ subject, problem }) => (problem === null ? [] : [[subject, problem]])));
}

/** Has a check put right what it found of a subject. Throws where it has no repair, or found nothing. */
export async function repair(check: Check, runtime: Runtime, subject = ""): Promise<void> {
  const result = (await lookAt(check, runtime)).get(subject);
  if (!check.repair || !result?.problem) throw new Error(`${check.id} has nothing to repair of "${subject}"`);
  await check.repair.run({ runtime, signal: AbortSignal.timeout(check.timeLimitMs) }, result);
}

/** The check of that name. Throws where there is none. */
export function checkNamed(checks: readonly Check[], id: string): Check {
  const check = checks.find((each) => each.id === id);
  if (!check) throw new Error(`there is no check ${id}`);
  return check;
}

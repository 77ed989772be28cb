import type { CheckOutput, ChecksOutput } from "#schemas/monitoring.ts";
import { writeSaid } from "#schemas/said.ts";
import type { Check } from "#server/platform/checks/check.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import type { Words } from "#server/platform/words/words-in.ts";
import { readStates, type SeenState } from "./check-state.ts";
import { stepsOf } from "./finding-of.ts";
import { shownStep } from "./show-issue.ts";

/** A check that is due for so long, and for twice its interval, was not made. */
export const OVERDUE_MS = 2 * 60_000;

export function isOverdue({ intervalMs }: Pick<Check, "intervalMs">, { dueInMs }: SeenState): boolean {
  return -dueInMs > Math.max(OVERDUE_MS, 2 * intervalMs);
}

/** Whether nobody makes any check, by all that is known of them. */
export function isSilent(checks: readonly Check[], states: ReadonlyMap<string, SeenState>): boolean {
  const known = checks.flatMap((check) => {
    const state = states.get(check.id);
    // Never made: its date says when nothing.
    return state && state.dueAt.getTime() > 0 ? [isOverdue(check, state)] : [];
  });
  return known.length > 0 && known.every((overdue) => overdue);
}

/** When a check was made the last time, whichever. */
export function lastRunOf(states: ReadonlyMap<string, SeenState>): Date | null {
  const times = [...states.values()].flatMap(({ lastRunAt }) => (lastRunAt ? [lastRunAt.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

export async function readRunner(database: Database, checks: readonly Check[]): Promise<ChecksOutput["runner"]> {
  const states = await readStates(database);
  return { lastRunAt: lastRunOf(states)?.toISOString() ?? null, isSilent: isSilent(checks, states) };
}

/** All checks and how they went, in the operator's language. */
export async function listChecks(
  runtime: Runtime,
  { userId }: { readonly userId: number },
  checks: readonly Check[],
): Promise<ChecksOutput> {
  const states = await readStates(runtime.database);
  const words = await wordsFor(runtime, userId);
  return {
    runner: { lastRunAt: lastRunOf(states)?.toISOString() ?? null, isSilent: isSilent(checks, states) },
    checks: checks.map((check) => shown(check, states.get(check.id), words)),
  };
}

function shown(check: Check, state: SeenState | undefined, words: Words): CheckOutput {
  const { said } = words;
  const isNew = state === undefined || state.lastRunAt === null;
  return {
    id: check.id,
    version: check.version,
    type: check.type,
    severity: check.severity,
    title: titleOf(check, words),
    means: said(issueSaid(check.means)),
    steps: stepsOf(check, {}).map((step) => shownStep(step, said)),
    intervalMs: check.intervalMs,
    failures: check.failures,
    passes: check.passes,
    dependsOn: [...check.dependsOn],
    isRepairing: check.repair !== undefined,
    state: stateOf(check, state),
    unknownBecauseOf: state?.becauseOf ?? null,
    lastRunAt: state?.lastRunAt?.toISOString() ?? null,
    lastDurationMs: state?.lastDurationMs ?? null,
    nextRunAt: isNew ? null : state.dueAt.toISOString(),
    problem: state?.problem ?? "",
    failing: (state?.subjects ?? [])
      .filter(({ failures, issueId }) => failures > 0 || issueId !== null)
      .map(({ subject, problem, facts, issueId }) => ({
        subject,
        means: said(writeSaid(problem, facts)),
        issueId,
      })),
  };
}

/** A title whose places only a result can fill says nothing by itself. */
function titleOf({ id, title, name }: Check, { said, sentence }: Words): string {
  const whole = said(issueSaid(name ?? title));
  return whole === sentence("said.unknown") ? id : whole;
}

function stateOf(check: Check, state: SeenState | undefined): CheckOutput["state"] {
  if (!state) return "new";
  if (state.becauseOf !== null) return "unknown";
  if (state.dueAt.getTime() > 0 && isOverdue(check, state)) return "overdue";
  if (state.broken > 0) return "broken";
  if (state.subjects.length > 0) return "failing";
  return state.lastRunAt === null ? "new" : "passing";
}

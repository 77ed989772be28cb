import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import type { SubjectState } from "./check-state.ts";

/** What a look means for the issues of its check. */
export interface Judgement {
  /** What failed often enough: opened, or counted on; `times` is how often it was found since it was last told. */
  readonly found: readonly { readonly result: CheckResult; readonly times: number }[];
  /** Subjects whose issue is over. */
  readonly passed: readonly string[];
  /** As they are to be kept; the issues of what is opened are still to be filled in. */
  readonly subjects: readonly SubjectState[];
}

/** Of one check; whoever makes up subjects without end fills no document. */
export const MOST_SUBJECTS = 200;
const SUBJECT_LENGTH = 200;

/**
 * Decides by what was kept and what was seen. A look that a person asked for is decisive: what passes in it is over at once.
 */
export function judge(
  { failures, passes }: Pick<Check, "failures" | "passes">,
  former: readonly SubjectState[],
  results: readonly CheckResult[],
  isDecisive: boolean,
): Judgement {
  const before = new Map(former.map((state) => [state.subject, state]));
  const failing = failingOf(results);
  const found: { result: CheckResult; times: number }[] = [];
  const passed: string[] = [];
  const subjects: SubjectState[] = [];
  for (const [subject, result] of failing) {
    const known = before.get(subject);
    const state = failedAgain(subject, result, known);
    subjects.push(state);
    if (state.issueId !== null) found.push({ result, times: 1 });
    else if (state.failures >= failures) found.push({ result, times: state.failures });
  }
  for (const state of former) {
    if (failing.has(state.subject) || state.issueId === null) continue;
    const inRow = state.passes + 1;
    if (isDecisive || inRow >= passes) passed.push(state.subject);
    else subjects.push({ ...state, failures: 0, passes: inRow });
  }
  return { found, passed, subjects };
}

/** By subject, each once. */
function failingOf(results: readonly CheckResult[]): ReadonlyMap<string, CheckResult> {
  const failing = new Map<string, CheckResult>();
  for (const result of results) {
    const subject = result.subject.slice(0, SUBJECT_LENGTH);
    if (result.problem !== null && !failing.has(subject) && failing.size < MOST_SUBJECTS)
      failing.set(subject, { ...result, subject });
  }
  return failing;
}

function failedAgain(subject: string, { problem, facts }: CheckResult, known: SubjectState | undefined): SubjectState {
  const { failures = 0, issueId = null, repairs = [] } = known ?? {};
  return { subject, failures: failures + 1, passes: 0, problem: problem ?? "", facts, issueId, repairs };
}

import type { Severity } from "#schemas/monitoring.ts";
import type { SaidFacts } from "#schemas/said.ts";
import type { IssueCode } from "#server/platform/words/issue-sentences.ts";
import type { CheckResult } from "./check.ts";

/** That all is well with a subject; without one, with the one thing that a check looks at. */
export function passed(subject = ""): CheckResult {
  return { subject, problem: null, facts: {} };
}

/** That something is wrong; of the check's own severity unless told. */
export function failed(
  problem: IssueCode,
  facts: SaidFacts,
  of: { subject?: string; severity?: Severity } = {},
): CheckResult {
  const { subject = "", severity } = of;
  return { subject, problem, facts, ...(severity && { severity }) };
}

/** Bytes as whole megabytes, and a share as a whole percentage rounded down: for people to read. */
export function megabytesOf(bytes: number): number {
  return Math.floor(bytes / 1_000_000);
}

export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole);
}

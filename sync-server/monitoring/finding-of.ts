import { writeSaid } from "#schemas/said.ts";
import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import type { Finding } from "#server/platform/issues/issues.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

/** What is wrong with a subject of a check, as an issue says it. */
export function findingOf(check: Check, { subject, problem, facts, severity }: CheckResult, times: number): Finding {
  return {
    checkId: check.id,
    subject,
    version: check.version,
    type: check.type,
    severity: severity ?? check.severity,
    title: issueSaid(check.title, facts),
    description: problem === null ? "" : issueSaid(problem, facts),
    metadata: facts,
    remediationSteps: stepsOf(check, facts),
    autoResolvable: check.repair !== undefined,
    dependsOn: check.dependsOn,
    times,
  };
}

/** What to do, each with what is to be typed or opened among its facts. */
export function stepsOf({ steps }: Pick<Check, "steps">, facts: CheckResult["facts"]): string[] {
  return steps.map(({ says, command, path }) =>
    writeSaid(says, { ...facts, ...(command !== undefined && { command }), ...(path !== undefined && { path }) }),
  );
}

/** That a check cannot be made is wrong by itself. */
export function brokenOf(check: Check, problem: string, times: number): Finding {
  const facts = { name: check.id, problem };
  return {
    ...brokenCause(check),
    type: "monitoring",
    severity: "error",
    title: issueSaid("issue.check-broken", facts),
    description: issueSaid("issue.check-broken.means", facts),
    metadata: facts,
    remediationSteps: [issueSaid("issue.check-broken.do", facts)],
    dependsOn: check.dependsOn,
    times,
  };
}

export function brokenCause({ id }: Pick<Check, "id">) {
  return { checkId: "check-broken", subject: id };
}

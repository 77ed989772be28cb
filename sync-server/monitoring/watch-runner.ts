import type { Check } from "#server/platform/checks/check.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { issuesOf } from "#server/platform/issues/stored-issue.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { readStates, type SeenState } from "./check-state.ts";
import { isOverdue, isSilent, lastRunOf } from "./list-checks.ts";

const PAUSE_MS = 30_000;
const MINUTE_MS = 60_000;
const SILENT = "checks-silent";
const OVERDUE = "check-overdue";

export interface RunnerWatch extends Pick<Loop, "stop"> {
  /** Since a check was made, whichever, in whole seconds, as the last look knew; null before one was made. */
  secondsSinceCheck(): number | null;
}

/** Looks now and then, in every process, whether checks are made at all: whoever makes them cannot tell that they are not. */
export function startWatchingRunner(runtime: Runtime, checks: readonly Check[]): RunnerWatch {
  let lastAt: Date | null = null;
  const { stop } = startLoop({
    name: "watch-checks",
    log: runtime.log,
    failurePauseMs: PAUSE_MS,
    run: async () => {
      const states = await readStates(runtime.database);
      lastAt = lastRunOf(states);
      await tellOverdue(runtime, checks, states);
      return PAUSE_MS;
    },
  });
  return {
    stop,
    secondsSinceCheck() {
      const agoMs = lastAt && runtime.clock.now().getTime() - lastAt.getTime();
      return agoMs === null ? null : Math.max(0, Math.round(agoMs / 1000));
    },
  };
}

/** Opens an issue where nothing is checked, or one for each check that was not made when it was due; closes it once it was. */
export async function tellOverdue(
  runtime: Pick<Runtime, "database" | "clock">,
  checks: readonly Check[],
  known?: ReadonlyMap<string, SeenState>,
): Promise<void> {
  const states = known ?? (await readStates(runtime.database));
  if (isSilent(checks, states)) {
    await tellSilent(runtime, states);
    return;
  }
  await resolveIssue(runtime, SILENT);
  const late = new Set<string>();
  for (const check of checks) {
    const state = states.get(check.id);
    if (!state || state.dueAt.getTime() === 0 || !isOverdue(check, state)) continue;
    late.add(check.id);
    await openIssue(runtime, {
      type: "monitoring",
      checkId: OVERDUE,
      subject: check.id,
      severity: "error",
      title: issueSaid("issue.check-overdue", { name: check.id }),
      description: issueSaid("issue.check-overdue.means"),
      remediationSteps: [issueSaid("issue.check-broken.do", { name: check.id })],
      metadata: { name: check.id },
    });
  }
  const open = await issuesOf(runtime.database).find({ checkId: OVERDUE, status: "active" }).toArray();
  for (const { subject } of open) if (!late.has(subject)) await resolveIssue(runtime, { checkId: OVERDUE, subject });
}

async function tellSilent(
  runtime: Pick<Runtime, "database" | "clock">,
  states: ReadonlyMap<string, SeenState>,
): Promise<void> {
  const lastAt = lastRunOf(states) ?? runtime.clock.now();
  const count = Math.round((runtime.clock.now().getTime() - lastAt.getTime()) / MINUTE_MS);
  await openIssue(runtime, {
    type: "monitoring",
    checkId: SILENT,
    severity: "critical",
    title: issueSaid("issue.checks-silent"),
    description: issueSaid("issue.checks-silent.means", { count }),
    remediationSteps: [issueSaid("issue.checks-silent.do")],
    metadata: { minutes: count },
  });
}

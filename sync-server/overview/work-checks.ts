import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { IssueCode } from "#server/platform/words/issue-sentences.ts";
import { readSaidProcesses } from "./processes.ts";
import type { Work } from "./recent-work.ts";

/** So few within five minutes say nothing of a share. */
const LEAST_FAILED = 5;
const LEAST_UNMAILED = 2;
/** What alarms go by outside of the app as well (`ops/alerts.yaml`). */
const FAILED_SHARE = 0.02;
const UNDELIVERED_SHARE = 0.5;

const COMMON = {
  version: 1,
  intervalMs: 60_000,
  timeLimitMs: 10_000,
  failures: 2,
  passes: 1,
  dependsOn: ["database"],
} as const;
const READ_LOG = { says: "check.step.read-log" } as const;

/** What all processes together did within the last five minutes, and how much of it failed. */
export function workChecks(): readonly Check[] {
  return [errorRate(), mailsFail(), pushesFail()];
}

function errorRate(): Check {
  return {
    ...COMMON,
    id: "error-rate",
    type: "requests",
    severity: "error",
    intervalMs: 30_000,
    title: "check.error-rate",
    means: "check.error-rate.means",
    steps: [READ_LOG],
    run: async ({ runtime: { database } }) => {
      const { requests: total, failedRequests } = await recentWork(database);
      const bound = { least: LEAST_FAILED, share: FAILED_SHARE, problem: "check.error-rate.high" } as const;
      return [judge(failedRequests, total, bound)];
    },
  };
}

function mailsFail(): Check {
  return {
    ...COMMON,
    id: "mails",
    type: "notifications",
    severity: "error",
    title: "check.mails",
    means: "check.mails.means",
    steps: [{ says: "check.step.mail-server" }],
    run: async ({ runtime: { database } }) => {
      const { mails: total, failedMails } = await recentWork(database);
      const bound = { least: LEAST_UNMAILED, share: UNDELIVERED_SHARE, problem: "check.mails.failing" } as const;
      return [judge(failedMails, total, bound)];
    },
  };
}

function pushesFail(): Check {
  return {
    ...COMMON,
    id: "pushes",
    type: "notifications",
    severity: "warning",
    title: "check.pushes",
    means: "check.pushes.means",
    steps: [{ says: "check.step.push-services" }],
    run: async ({ runtime: { database } }) => {
      const { pushes: total, failedPushes } = await recentWork(database);
      const bound = { least: LEAST_FAILED, share: UNDELIVERED_SHARE, problem: "check.pushes.failing" } as const;
      return [judge(failedPushes, total, bound)];
    },
  };
}

interface Bound {
  readonly least: number;
  readonly share: number;
  readonly problem: IssueCode;
}

function judge(missed: number, total: number, { least, share, problem }: Bound): CheckResult {
  return missed >= least && missed > total * share ? failed(problem, { failed: missed, total }) : passed();
}

/** Of the processes that are there, together. */
async function recentWork(database: Database): Promise<Work> {
  const said = (await readSaidProcesses(database)).filter(({ isThere }) => isThere);
  const sum = (read: (work: Work) => number) => said.reduce((total, { recent }) => total + read(recent), 0);
  return {
    requests: sum(({ requests }) => requests),
    failedRequests: sum(({ failedRequests }) => failedRequests),
    mails: sum(({ mails }) => mails),
    failedMails: sum(({ failedMails }) => failedMails),
    pushes: sum(({ pushes }) => pushes),
    failedPushes: sum(({ failedPushes }) => failedPushes),
  };
}

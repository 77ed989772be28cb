import type { SubmissionState } from "#schemas/wallet.ts";
import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import type { Database } from "#server/platform/db/database.ts";
import { haltReasons } from "./halts.ts";
import { submissionCollection } from "./submission.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * How long ago the oldest in a state may have been accepted. An envelope's bounds are 90 s and it is built anew three times: what is
 * older than that has nobody who carries it on. What operators or owners are waited for may take a day; their own bounds end the latter.
 */
const LONGEST_MS: Readonly<Partial<Record<SubmissionState, number>>> = {
  created: 5 * MINUTE_MS,
  signed: 10 * MINUTE_MS,
  submitted: 10 * MINUTE_MS,
  expired: 10 * MINUTE_MS,
  ambiguous: 0,
  held: 24 * HOUR_MS,
};
const STATES = ["created", "signed", "submitted", "expired", "ambiguous", "held"] as const;
const TASK_MS = 4 * HOUR_MS;

/** Looks for payments that do not get on, state by state; `kick` has the worker look at all of them at once. */
export function stuckCheck(kick: () => void): Check {
  return {
    id: "submissions-stuck",
    version: 1,
    type: "submissions",
    severity: "error",
    intervalMs: 30_000,
    timeLimitMs: 10_000,
    failures: 2,
    passes: 2,
    dependsOn: ["database", "network-link", "ingestion-silent"],
    title: "check.submissions-stuck",
    means: "check.submissions-stuck.means",
    steps: [
      { says: "check.step.payments", path: "/admin-panel/payments" },
      { says: "check.step.look-at-network", command: "npm run check:network" },
    ],
    run: async ({ runtime: { database, clock } }) => {
      // What may not be signed while an asset is halted waits, and is told of by whoever halted it.
      const isHalted = (await haltReasons(database, null)).size > 0;
      const states = STATES.filter((state) => state !== "created" || !isHalted);
      // Most of the time nothing is under way, which one question tells.
      if (!(await isAnyIn(database, states))) return states.map((state) => passed(state));
      return Promise.all(states.map((state) => lookAt(database, state, clock.now())));
    },
    repair: { run: async () => kick(), mostPerHour: 12 },
    task: ({ subject }) =>
      subject === "ambiguous"
        ? {
            title: "check.submissions-stuck",
            description: "check.step.decide-payment",
            priority: "high",
            dueMs: TASK_MS,
            doing: { kind: "screen", path: "/admin-panel/payments" },
          }
        : null,
  };
}

async function isAnyIn(database: Database, states: readonly SubmissionState[]): Promise<boolean> {
  const found = await submissionCollection(database).findOne(
    { state: { $in: [...states] } },
    { projection: { id: 1 } },
  );
  return found !== null;
}

/** By the index of states, whose order is that in which they were accepted. */
async function lookAt(database: Database, state: (typeof STATES)[number], now: Date): Promise<CheckResult> {
  const submissions = submissionCollection(database);
  const oldest = await submissions.findOne({ state }, { sort: { id: 1 }, projection: { _id: 0, createdAt: 1 } });
  const ageMs = oldest ? now.getTime() - oldest.createdAt.getTime() : -1;
  if (!oldest || ageMs < (LONGEST_MS[state] ?? 0)) return passed(state);
  const facts = { state, from: oldest.createdAt.getTime(), count: await submissions.countDocuments({ state }) };
  if (state === "ambiguous") return failed("check.submissions-stuck.ambiguous", facts, { subject: state });
  const severity = state === "held" ? "warning" : "critical";
  return failed("check.submissions-stuck.late", facts, { subject: state, severity });
}

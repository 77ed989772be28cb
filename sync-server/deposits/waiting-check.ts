import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import { together, type Waiting } from "#server/platform/db/waiting.ts";
import type { Database } from "#server/platform/db/database.ts";
import { depositCollection } from "./store.ts";
import { waitingDeposits } from "./waiting.ts";

const UNDECIDED_MS = 24 * 60 * 60 * 1000;
/** A payment is in a ledger within seconds and built anew three times, 90 s each; then it fails, and waits for an operator again. */
const UNPAID_MS = 15 * 60 * 1000;
const MOST_LOOKED_AT = 100;

/** Looks how long deposits wait for an operator, and how long what was approved waits for its payment. */
export function depositsCheck(): Check {
  return {
    id: "deposits-waiting",
    version: 1,
    type: "treasury",
    severity: "warning",
    intervalMs: 5 * 60_000,
    timeLimitMs: 10_000,
    failures: 1,
    passes: 1,
    dependsOn: ["database", "network-link", "treasury-unfunded", "treasury-low", "house-balance"],
    title: "check.deposits-waiting",
    means: "check.deposits-waiting.means",
    steps: [{ says: "check.step.deposits", path: "/admin-panel/deposits" }],
    run: async ({ runtime: { database, clock } }) => {
      const now = clock.now().getTime();
      const [undecided, unpaid] = await Promise.all([waitingDeposits(database), approved(database)]);
      return [
        judge(undecided, now - UNDECIDED_MS, { subject: "undecided", problem: "check.deposits-waiting.undecided" }),
        judge(unpaid, now - UNPAID_MS, {
          subject: "unpaid",
          problem: "check.deposits-waiting.unpaid",
          severity: "error",
        }),
      ];
    },
  };
}

/** Approved and not paid, each since the last approval; of many the oldest. */
async function approved(database: Database): Promise<Waiting> {
  const found = await depositCollection(database)
    .find({ status: { $in: ["approved", "crediting"] } }, { sort: { id: 1 }, limit: MOST_LOOKED_AT })
    .toArray();
  return together(
    found.map(({ approvals, createdAt }) => {
      const times = approvals.map(({ at }) => at.getTime());
      return { count: 1, oldest: times.length === 0 ? createdAt : new Date(Math.max(...times)) };
    }),
  );
}

interface Judged {
  readonly subject: string;
  readonly problem: "check.deposits-waiting.undecided" | "check.deposits-waiting.unpaid";
  readonly severity?: "error";
}

function judge({ count, oldest }: Waiting, latestMs: number, { subject, problem, severity }: Judged): CheckResult {
  if (oldest === null || oldest.getTime() > latestMs) return passed(subject);
  return failed(problem, { count, from: oldest.getTime() }, { subject, ...(severity && { severity }) });
}

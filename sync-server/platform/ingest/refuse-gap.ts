import type { Runtime } from "#server/platform/http/runtime.ts";
import { describeProblem } from "#server/platform/network/answers.ts";
import { isUntrue } from "#server/platform/network/history-records.ts";
import type { NetworkError } from "#server/platform/network/network.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { gapCollection, type LedgerGap, LONGEST_REST_MS } from "./gap-store.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";

const REFUSED_CHECK = "ingestion-gap-refused";
const FIRST_REST_MS = 2000;

/** Has a gap rest of which Horizon told nothing that can be true, ever longer; others are filled meanwhile. */
export async function refuseGap(runtime: Runtime, gap: LedgerGap, error: NetworkError): Promise<void> {
  const { clock, database, log } = runtime;
  const { _id, ledger, last, refusals = 0 } = gap;
  const restMs = Math.min(FIRST_REST_MS * 2 ** Math.min(refusals, 10), LONGEST_REST_MS);
  const restsUntil = new Date(clock.now().getTime() + restMs);
  await database.transaction((session) =>
    gapCollection(database).updateOne(
      { _id, state: "open" },
      { $set: { refusals: refusals + 1, restsUntil, isUntrue: isUntrue(error) } },
      { session },
    ),
  );
  log.warn({ err: error, gap: _id }, "a gap could not be filled yet");
  const problem = describeProblem(error);
  await openIssue(runtime, {
    type: "ingestion",
    checkId: REFUSED_CHECK,
    title: issueSaid("issue.gap.refused"),
    description: issueSaid("issue.gap.refused.means", { begin: ledger + 1, end: last, problem }),
    severity: "error",
    metadata: { from: ledger + 1, to: last, problem },
  });
}

/** Takes back that a gap was refused, of which more is filled by now; the issue closes where no other is. */
export async function admitGap(
  runtime: Runtime,
  { _id, refusals = 0 }: Pick<LedgerGap, "_id" | "refusals">,
): Promise<void> {
  if (refusals === 0) return;
  const { database } = runtime;
  const gaps = gapCollection(database);
  await database.transaction((session) =>
    gaps.updateOne({ _id }, { $unset: { refusals: "", restsUntil: "", isUntrue: "" } }, { session }),
  );
  if (!(await gaps.findOne({ state: "open", refusals: { $gt: 0 } }))) await resolveIssue(runtime, REFUSED_CHECK);
}

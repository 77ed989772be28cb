import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { keptReason, stateAfter, withOutcome } from "./runs.ts";
import { type StandingDocument, standingCollection, isOneShot, moveOrder } from "./store.ts";
import { tellOf } from "./tell.ts";

const AT_ONCE = 500;

/** Notes what became of every run that was under way and is settled. */
export async function settleRuns(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const { database } = runtime;
  let after = 0;
  while (!signal.aborted) {
    const open = await standingCollection(database)
      .find({ submissionId: { $gt: after }, deleted: false }, { sort: { submissionId: 1 }, limit: AT_ONCE })
      .toArray();
    if (open.length === 0) return;
    const ids = open.flatMap(({ submissionId }) => submissionId ?? []);
    const ended = await submissionCollection(database)
      .find({ id: { $in: ids }, state: { $in: [...FINAL_STATES] } })
      .toArray();
    const byId = new Map(ended.map((submission) => [submission.id, submission]));
    for (const order of open) {
      const submission = byId.get(order.submissionId ?? 0);
      if (submission) await database.transaction((session) => settleRun(runtime, session, order, submission));
    }
    if (open.length < AT_ONCE) return;
    after = ids.at(-1) ?? after;
  }
}

/** One that was cancelled meanwhile stays so. */
async function settleRun(
  runtime: Runtime,
  session: ClientSession,
  order: StandingDocument,
  { state, reason: failure, attempt, ledgerHash }: SubmissionDocument,
): Promise<void> {
  const isDone = state === "confirmed";
  const reason = isDone ? "" : keptReason(failure);
  const counted = {
    runsDone: order.runsDone + (isDone ? 1 : 0),
    runsMissed: order.runsMissed + (isDone ? 0 : 1),
    submissionId: null,
    runs: withOutcome(order, {
      outcome: isDone ? "done" : "failed",
      reason,
      hash: isDone ? (ledgerHash ?? attempt?.hash ?? "") : "",
    }),
  };
  const after = order.state === "running" ? stateAfter({ ...order, ...counted }, reason) : {};
  if (!(await moveOrder(runtime, session, order, { ...counted, ...after }))) return;
  // That its price was reached was told, and the ledger's order tells of itself.
  if (after.state === "done" && !isOneShot(order.terms)) await tellOf(runtime, session, order, "durable-done");
  if (after.state === "failed") await tellOf(runtime, session, order, "durable-failed", after.reason);
}

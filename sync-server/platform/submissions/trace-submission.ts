import type { Logger } from "#server/platform/http/runtime.ts";
import { traced, traceNow } from "#server/platform/trace/trace.ts";
import { HOUSE_USER, type SubmissionDocument } from "./submission.ts";

type Traced = Pick<SubmissionDocument, "id" | "userId" | "requestId">;

/** Does work for a submission: whatever is logged meanwhile names it, and the request that asked for it. */
export function tracedAs<T>(submission: Traced, work: () => T): T {
  return traced(traceOf(submission), work);
}

/** Tells in the log that it was accepted; or that a confirmation which arrived again was answered with what it had made. */
export function tellAccepted(log: Logger, submission: SubmissionDocument): void {
  const { kind, state, requestId } = submission;
  const isNew = requestId === traceNow().requestId;
  const about = { ...traceOf(submission), requestId: traceNow().requestId, kind, state };
  log.info(about, isNew ? "a payment was accepted" : "a payment was confirmed again");
}

/** Tells in the log how far it has come, once that is stored. */
export function tellMoved(log: Logger, from: SubmissionDocument, moved: SubmissionDocument): void {
  const { kind, state: to, reason, attempt, ledger } = moved;
  const hash = attempt?.hash;
  log.info({ ...traceOf(moved), kind, from: from.state, to, reason, hash, ledger }, "a payment moved on");
}

/** Tells in the log that a ledger has it: that is so, whatever becomes of the transaction that notes it. */
export function tellFound(log: Logger, seen: SubmissionDocument, found: { hash: string; ledger: number; to: string }) {
  log.info({ ...traceOf(seen), kind: seen.kind, from: seen.state, ...found }, "a ledger has a payment");
}

function traceOf({ id: submissionId, userId, requestId }: Traced) {
  return { submissionId, requestId, ...(userId !== HOUSE_USER && { userId }) };
}

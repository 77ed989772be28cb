import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { takeIds } from "#server/platform/db/ids.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { traceNow } from "#server/platform/trace/trace.ts";
import { feeBoundOf, sealSubmission } from "./seal-submission.ts";
import { submissionCollection, type SubmissionDocument, type SubmissionDraft, SUBMISSIONS } from "./submission.ts";

/**
 * Records a submission within the transaction that decided it; from here on the worker carries it to its end. `state` is
 * `held` where operators have to approve it first. Fails with a duplicate key where the owner's idempotency key is taken.
 */
export async function insertSubmission(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  session: ClientSession,
  draft: SubmissionDraft,
  state: "created" | "held" = "created",
): Promise<SubmissionDocument> {
  const now = clock.now();
  const { requestId } = traceNow();
  const accepted: SubmissionDocument = {
    id: await takeIds(database, SUBMISSIONS, 1),
    ...draft,
    state,
    reason: "",
    attempt: null,
    sends: 0,
    lastSentAt: null,
    rebuilds: 0,
    formerHashes: [],
    ledger: null,
    isReserving: true,
    version: 1,
    createdAt: now,
    updatedAt: now,
    feeBound: String(feeBoundOf(draft)),
    needsApproval: state === "held",
    ...(requestId !== undefined && { requestId }),
  };
  const submission = { ...accepted, seal: sealSubmission(database, accepted) };
  await submissionCollection(database).insertOne({ ...submission }, { session });
  return submission;
}

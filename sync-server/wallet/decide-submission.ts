import { AppError } from "#schemas/errors.ts";
import type { ResolutionInput } from "#schemas/wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { moveSubmission } from "#server/platform/submissions/moves.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import type { SubmissionState } from "#schemas/wallet.ts";

/** Payments that wait for an operator, oldest first. */
export function waitingSubmissions({ database }: Runtime): Promise<SubmissionDocument[]> {
  return submissionCollection(database)
    .find({ state: { $in: ["held", "ambiguous"] } }, { sort: { id: 1 }, limit: 500 })
    .toArray();
}

/** Lets a held payment go. Throws `submission-unknown`, `submission-not-waiting`, or `approval-own` for one's own. */
export async function approveSubmission(runtime: Runtime, id: number, operatorId: number): Promise<SubmissionDocument> {
  const held = await findWaiting(runtime, id, "held");
  if (held.userId === operatorId) throw new AppError("approval-own");
  return moveOrRefuse(runtime, held, "created", `approved by operator ${operatorId}`);
}

/** Refuses a held payment: what it kept back is free again. Throws like {@link approveSubmission}. */
export async function refuseSubmission(
  runtime: Runtime,
  id: number,
  operatorId: number,
  reason: string,
): Promise<SubmissionDocument> {
  const held = await findWaiting(runtime, id, "held");
  if (held.userId === operatorId) throw new AppError("approval-own");
  return moveOrRefuse(runtime, held, "failed", reason);
}

/**
 * Settles an ambiguous payment by an operator's evidence. A confirmed one still keeps its money back until ingestion or a
 * resynchronisation has the balance of its ledger; here that ledger is past, so it is let go at once.
 */
export async function resolveSubmission(
  runtime: Runtime,
  id: number,
  operatorId: number,
  resolution: ResolutionInput,
): Promise<SubmissionDocument> {
  const ambiguous = await findWaiting(runtime, id, "ambiguous");
  const reason = `operator ${operatorId}: ${resolution.evidence}`;
  const { database } = runtime;
  return database.transaction(async (session) => {
    const ledger = resolution.outcome === "confirmed" ? { ledger: resolution.ledger } : {};
    const moved = await moveSubmission(runtime, session, ambiguous, resolution.outcome, { reason, ...ledger });
    if (!moved) throw new AppError("submission-not-waiting");
    await submissionCollection(database).updateOne({ id }, { $set: { isReserving: false } }, { session });
    const account = await takeAccount(database, session, moved.account);
    if (account) await refreshBalances(database, session, account);
    return moved;
  });
}

async function findWaiting({ database }: Runtime, id: number, state: SubmissionState): Promise<SubmissionDocument> {
  const submission = await submissionCollection(database).findOne({ id });
  if (!submission) throw new AppError("submission-unknown");
  if (submission.state !== state) throw new AppError("submission-not-waiting");
  return submission;
}

async function moveOrRefuse(
  runtime: Runtime,
  seen: SubmissionDocument,
  to: "created" | "failed",
  reason: string,
): Promise<SubmissionDocument> {
  const moved = await runtime.database.transaction((session) => moveSubmission(runtime, session, seen, to, { reason }));
  if (!moved) throw new AppError("submission-not-waiting");
  return moved;
}

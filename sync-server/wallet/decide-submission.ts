import { AppError } from "#schemas/errors.ts";
import type { ResolutionInput } from "#schemas/wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { releaseForgotten } from "#server/platform/ingest/resync.ts";
import { type MoveFields, moveSubmission } from "#server/platform/submissions/moves.ts";
import { approvalOf } from "#server/platform/submissions/seal-submission.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { LOOKED_INTO } from "#server/platform/submissions/tell-owner.ts";
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
  const approval = approvalOf(runtime.database, held, operatorId, runtime.clock.now());
  return moveOrRefuse(runtime, held, "created", { reason: `approved by operator ${operatorId}`, approval });
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
  return moveOrRefuse(runtime, held, "failed", { reason });
}

/**
 * Settles an ambiguous payment by an operator's evidence, which stays with the operators. A confirmed one keeps its money back until ingestion has the
 * balance of its ledger; where that ledger is past, it is let go at once. Throws `submission-unknown` and
 * `submission-not-waiting`.
 */
export async function resolveSubmission(
  runtime: Runtime,
  id: number,
  operatorId: number,
  resolution: ResolutionInput,
): Promise<SubmissionDocument> {
  const ambiguous = await findWaiting(runtime, id, "ambiguous");
  const evidence = { operatorId, text: resolution.evidence };
  const fields =
    resolution.outcome === "confirmed"
      ? { reason: "an operator found the ledger that holds it", ledger: resolution.ledger }
      : { reason: LOOKED_INTO };
  const resolved = await moveOrRefuse(runtime, ambiguous, resolution.outcome, { ...fields, evidence });
  await releaseForgotten(runtime);
  return resolved;
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
  to: "created" | "confirmed" | "failed",
  fields: MoveFields,
): Promise<SubmissionDocument> {
  const moved = await runtime.database.transaction((session) => moveSubmission(runtime, session, seen, to, fields));
  if (!moved) throw new AppError("submission-not-waiting");
  return moved;
}

import type { Database } from "#server/platform/db/database.ts";
import { SealBrokenError, sealsOf } from "#server/platform/seals/row-seals.ts";
import { feeLeft } from "./missed.ts";
import type { Approval, Missed, SubmissionDocument, SubmissionDraft } from "./submission.ts";

export const SUBMISSION_SEAL = "submission";
const APPROVAL_SEAL = "submission approval";
const MISSED_SEAL = "missed submission";
/** What an operation of which its owner agreed to no bound may cost at most, in stroops: a hundred times what busy days ask for. */
const MOST_PER_STEP = 1_000_000n;

/** What the house pays may be raised once, by as much as it takes to have one's own place in a queue. */
const HOUSE_RAISES = 10n;

/** The most that a submission's fee may ever be raised to, in stroops. */
export function feeBoundOf({ fee, feeLimit, feePayer, steps }: SubmissionDraft): bigint {
  // What somebody agreed to pay themself is no bound of what the house pays for them.
  if (feePayer !== null) return BigInt(fee) * HOUSE_RAISES;
  const bound = feeLimit === undefined ? MOST_PER_STEP * BigInt(steps.length) : BigInt(feeLimit);
  return bound > BigInt(fee) ? bound : BigInt(fee);
}

/** Seals what was accepted: all that decides what is signed for it, and nothing that its way to the ledger changes. */
export function sealSubmission(database: Pick<Database, "db">, submission: SubmissionDocument): string {
  return sealsOf(database).seal(SUBMISSION_SEAL, acceptedOf(submission));
}

/**
 * Throws {@link SealBrokenError} unless what is to be signed is what was accepted here, by an operator as well where one was
 * needed, for no more than was agreed to.
 */
export function assertAccepted(database: Pick<Database, "db">, submission: SubmissionDocument): void {
  const { id, seal, fee, feeBound, needsApproval, approval } = submission;
  const seals = sealsOf(database);
  const bound = BigInt(feeBound ?? 0);
  assertMissed(database, submission);
  if (!seals.isSealed(SUBMISSION_SEAL, acceptedOf(submission), seal)) throw new SealBrokenError(`submission ${id}`);
  if (BigInt(fee) > bound || BigInt(fee) > feeLeft(submission))
    throw new SealBrokenError(`the fee of submission ${id}`);
  if (needsApproval !== true) return;
  if (!approval || !seals.isSealed(APPROVAL_SEAL, approvedOf(submission, approval), approval.seal))
    throw new SealBrokenError(`the approval of submission ${id}`);
}

/** Seals what a submission missed by: it decides that another envelope is signed, of which operation, and what that may cost. */
export function sealMissed(
  database: Pick<Database, "db">,
  { id }: Pick<SubmissionDocument, "id">,
  missed: Omit<Missed, "seal">,
): Missed {
  return { ...missed, seal: sealsOf(database).seal(MISSED_SEAL, missedOf(id, missed)) };
}

function assertMissed(database: Pick<Database, "db">, { id, missed }: SubmissionDocument): void {
  if (missed && !sealsOf(database).isSealed(MISSED_SEAL, missedOf(id, missed), missed.seal))
    throw new SealBrokenError(`what submission ${id} missed by`);
}

function missedOf(
  id: number,
  { hash, innerHash, sequence, ledger, feeCharged, reason, at }: Omit<Missed, "seal">,
): object {
  return { id, hash, innerHash, sequence, ledger, feeCharged, reason, at };
}

/** An operator's yes to a submission that was held for it. */
export function approvalOf(
  database: Pick<Database, "db">,
  submission: Pick<SubmissionDocument, "id" | "seal">,
  by: number,
  at: Date,
): Approval {
  return { by, at, seal: sealsOf(database).seal(APPROVAL_SEAL, approvedOf(submission, { by, at })) };
}

function approvedOf({ id, seal }: Pick<SubmissionDocument, "id" | "seal">, { by, at }: Omit<Approval, "seal">): object {
  return { id, submission: seal, by, at };
}

function acceptedOf(submission: SubmissionDocument): object {
  const { id, userId, idempotencyKey, fingerprint, kind, account, steps, memo, memoType } = submission;
  const { feePayer, viaChannel, feeBound, needsApproval, createdAt, knownSince, formerly, apiKey, ledgerKey } =
    submission;
  const wish = { id, userId, idempotencyKey, ledgerKey, fingerprint, kind, account, steps, memo, memoType };
  return { ...wish, feePayer, viaChannel, feeBound, needsApproval, createdAt, knownSince, formerly, apiKey };
}

import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type SubmissionDocument, submissionCollection } from "./submission.ts";
import { isWithdrawn } from "./withdrawn.ts";

/** What a person confirmed, once however often it arrives; `fingerprint` is the digest of its content. */
export interface Confirmed {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

/**
 * Answers with what the same confirmation made before, or has it accepted. A refusal stands only where nothing came of it: what
 * stands in its way may be what the same confirmation, sent twice, did in the meantime. Throws `idempotency-key-reused`.
 */
export async function acceptOnce(
  database: Database,
  confirmed: Confirmed,
  accept: () => Promise<SubmissionDocument>,
): Promise<SubmissionDocument> {
  const former = await formerOf(database, confirmed, null);
  if (former) return former;
  try {
    return await accept();
  } catch (error) {
    const quicker = error instanceof AppError ? await formerOf(database, confirmed, null) : null;
    if (quicker) return quicker;
    throw error;
  }
}

/**
 * What the same confirmation made; null where nothing yet. Throws `idempotency-key-reused` where its key was for something else,
 * and within a transaction that has taken the payer's account `confirmation-withdrawn` where nothing may come of it any more.
 */
export async function formerOf(
  database: Database,
  { userId, idempotencyKey, fingerprint }: Confirmed,
  session: ClientSession | null,
): Promise<SubmissionDocument | null> {
  const options = session === null ? {} : { session };
  const former = await submissionCollection(database).findOne({ userId, idempotencyKey }, options);
  if (former && former.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  if (!former && session !== null && (await isWithdrawn(database, session, { userId, idempotencyKey })))
    throw new AppError("confirmation-withdrawn");
  return former;
}

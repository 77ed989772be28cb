import type { ClientSession, Collection } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { isReadingOn } from "#server/platform/restored/state.ts";
import { recoverConfirmed } from "./recover-confirmed.ts";
import { type SubmissionDocument, submissionCollection } from "./submission.ts";

/** A confirmation of which nothing had come when its owner's device asked after it, and of which nothing can come any more. */
interface WithdrawnDocument {
  /** The owner's number and the idempotency key. */
  readonly _id: string;
  readonly at: Date;
}

export const WITHDRAWN = "withdrawn_confirmations";
/** Longer than any call is under way, in seconds. */
export const WITHDRAWN_FOR_S = 30 * 24 * 3600;

export interface Confirmation {
  readonly userId: number;
  readonly idempotencyKey: string;
}

/** What a confirmation made that is kept as something else than a submission. */
export interface Placed {
  readonly uid: string;
  readonly state: string;
}
export type FindPlaced = (session: ClientSession, confirmation: Confirmation) => Promise<Placed | null>;

/** What came of a confirmation. */
export interface Settled {
  readonly submission: SubmissionDocument | null;
  readonly placed: Placed | null;
}

/** Whether nothing may come of a confirmation any more. */
export async function isWithdrawn(
  database: Database,
  session: ClientSession,
  confirmation: Confirmation,
): Promise<boolean> {
  return (await collectionOf(database).findOne({ _id: idOf(confirmation) }, { session })) !== null;
}

/**
 * What became of a confirmation whose answer got lost. Where nothing did, it is withdrawn for good: a call that is still on
 * its way is refused. In a database that was set back nothing is withdrawn before the ledger has said what it holds: throws `restoring` until
 * then. `finders` look among all that is no submission. Whoever accepts it takes the same account, so that of the two only one can be first.
 */
export async function settleConfirmation(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  confirmation: Confirmation,
  finders: readonly FindPlaced[],
): Promise<Settled> {
  const { userId, idempotencyKey } = confirmation;
  if (await isReadingOn(database, null)) throw new AppError("restoring");
  await recoverConfirmed({ database, clock }, { ...confirmation, fingerprint: "" });
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" }, { projection: { _id: 1 } });
  return database.transaction(async (session) => {
    if (wallet) await takeAccount(database, session, wallet._id);
    const submission = await submissionCollection(database).findOne({ userId, idempotencyKey }, { session });
    if (submission) return { submission, placed: null };
    for (const find of finders) {
      const placed = await find(session, confirmation);
      if (placed) return { submission: null, placed };
    }
    await collectionOf(database).updateOne(
      { _id: idOf(confirmation) },
      { $setOnInsert: { at: clock.now() } },
      { upsert: true, session },
    );
    return { submission: null, placed: null };
  });
}

function idOf({ userId, idempotencyKey }: Confirmation): string {
  return `${userId}:${idempotencyKey}`;
}

function collectionOf(database: Database): Collection<WithdrawnDocument> {
  return database.collection<WithdrawnDocument>(WITHDRAWN);
}

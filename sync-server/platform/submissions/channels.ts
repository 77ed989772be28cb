import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { holdsSource } from "./transitions.ts";
import { type SubmissionDocument, submissionCollection } from "./submission.ts";

/** An account that lends its sequence number, and the submission as the loan left it: with a version of its own. */
export interface Loan {
  readonly source: AccountDocument;
  readonly submission: SubmissionDocument;
}

/**
 * Borrows the account whose sequence number a submission will use: its own payer, or any channel that is free. `busy` while
 * all are borrowed, or while there is no channel yet; with `wanted` it is that channel or none. Null, with nothing borrowed, where something else moved the submission.
 */
export async function borrowSource(
  database: Database,
  seen: SubmissionDocument,
  wanted: string | null,
): Promise<Loan | "busy" | null> {
  const { id, state, version, account, viaChannel } = seen;
  const channels = { role: "channel" as const, exists: true, ...(wanted !== null && { _id: wanted }) };
  const candidates = viaChannel ? channels : { _id: account };
  // What a process that died had borrowed for it may be taken over.
  const source = await accountCollection(database).findOneAndUpdate(
    { ...candidates, inFlight: { $in: [null, id] } },
    { $set: { inFlight: id } },
    { returnDocument: "after" },
  );
  if (!source) return "busy";
  // The new version is the loan's fence: whoever read the submission before can neither borrow for it nor move it.
  const submission = await submissionCollection(database).findOneAndUpdate(
    { id, state, version },
    { $inc: { version: 1 } },
    { returnDocument: "after" },
  );
  if (submission) return { source, submission };
  await releaseUnused(database, id);
  return null;
}

/**
 * Gives back what is borrowed for a submission, save the account whose sequence number it does use. One that is being signed
 * meanwhile finds its loan gone, and begins anew.
 */
export function releaseUnused(database: Database, submissionId: number): Promise<void> {
  // Both write the account: an envelope stored meanwhile is seen, or is not stored.
  return database.transaction(async (session) => {
    const submission = await submissionCollection(database).findOne({ id: submissionId }, { session });
    const used = submission?.attempt && holdsSource(submission) ? submission.attempt.source : null;
    await releaseAll(database, session, submissionId, used);
  });
}

/** Gives back every account borrowed for a submission, but for the one that it uses. */
export async function releaseAll(
  database: Database,
  session: ClientSession,
  submissionId: number,
  used: string | null = null,
): Promise<void> {
  await accountCollection(database).updateMany(
    { inFlight: submissionId, ...(used !== null && { _id: { $ne: used } }) },
    { $set: { inFlight: null } },
    { session },
  );
}

const AT_ONCE = 500;

/**
 * Gives back loans whose submission does not use them: a process died, or lost the database, after borrowing and before it
 * signed or gave the loan back. Answers with how many there were.
 */
export async function releaseStrayLoans(database: Database): Promise<number> {
  let released = 0;
  let batch: Borrowed[] = [];
  const borrowed = accountCollection(database).find({ inFlight: { $gt: 0 } }, { projection: { inFlight: 1 } });
  for await (const { _id, inFlight } of borrowed) {
    if (inFlight !== null) batch.push({ address: _id, id: inFlight });
    if (batch.length < AT_ONCE) continue;
    released += await releaseStrays(database, batch);
    batch = [];
  }
  return released + (await releaseStrays(database, batch));
}

interface Borrowed {
  readonly address: string;
  readonly id: number;
}

async function releaseStrays(database: Database, borrowed: readonly Borrowed[]): Promise<number> {
  if (borrowed.length === 0) return 0;
  const found = await submissionCollection(database)
    .find({ id: { $in: borrowed.map(({ id }) => id) } }, { projection: { id: 1, state: 1, "attempt.source": 1 } })
    .toArray();
  const users = new Map(found.filter(holdsSource).map(({ id, attempt }) => [id, attempt?.source]));
  const strays = borrowed.filter(({ address, id }) => users.get(id) !== address);
  for (const { id } of strays) await releaseUnused(database, id);
  return strays.length;
}

import type { Database } from "#server/platform/db/database.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { CLAIMING_STATES } from "./transitions.ts";
import { type SubmissionDocument, submissionCollection } from "./submission.ts";

/**
 * Claims the account whose sequence number a submission will use: its own payer, or any channel that is free. A claim
 * made before a crash is found again. Null while all are busy, or while there is no channel yet.
 */
export async function claimSource(
  database: Database,
  { id, account, viaChannel }: SubmissionDocument,
): Promise<AccountDocument | null> {
  const accounts = accountCollection(database);
  const candidates = viaChannel ? { role: "channel" as const, exists: true } : { _id: account };
  const held = await accounts.findOne({ ...candidates, inFlight: id });
  if (held) return held;
  return accounts.findOneAndUpdate(
    { ...candidates, inFlight: null },
    { $set: { inFlight: id } },
    { returnDocument: "after" },
  );
}

/** Gives back a claim that came to nothing. */
export async function releaseSource(database: Database, address: string, submissionId: number): Promise<void> {
  await accountCollection(database).updateOne({ _id: address, inFlight: submissionId }, { $set: { inFlight: null } });
}

/**
 * Gives back claims whose submission does not use them: two workers that began on one submission at once claim a channel
 * each, and one of them may die before it gives its own back. Answers with how many there were.
 */
export async function releaseStrayClaims(database: Database): Promise<number> {
  let released = 0;
  for await (const { _id, inFlight } of accountCollection(database).find({
    role: "channel",
    inFlight: { $ne: null },
  })) {
    if (inFlight === null) continue;
    const submission = await submissionCollection(database).findOne({ id: inFlight });
    const isUsed =
      submission !== null && CLAIMING_STATES.includes(submission.state) && submission.attempt?.source === _id;
    const isComing = submission !== null && ["created", "expired"].includes(submission.state);
    if (isUsed || isComing) continue;
    await releaseSource(database, _id, inFlight);
    released += 1;
  }
  return released;
}

import type { ClientSession } from "mongodb";
import { parseAmount } from "#schemas/values/money.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { isNewAccount, readSecurity, readSecurityWithin } from "#server/users/index.ts";
import { passkeyCollection } from "./store.ts";

/** Who would add a passkey. */
export interface Adder {
  readonly userId: number;
  /** When their session began; null where it is gone. */
  readonly sessionStartedAt: Date | null;
}

/**
 * Whether payments pause once a passkey is added, since it could be a thief's: of every account but a new one without any. With a
 * session, as its transaction sees it. What the screens say beforehand and what is done are this one answer.
 */
export async function doesAddingPause(
  runtime: Runtime,
  session: ClientSession | null,
  { userId, sessionStartedAt }: Adder,
): Promise<boolean> {
  const options = inSession(session);
  const security = session ? await readSecurityWithin(runtime, session, userId) : await readSecurity(runtime, userId);
  const passkey = await passkeyCollection(runtime.database).findOne({ userId }, options);
  const facts = { now: runtime.clock.now(), security, sessionStartedAt, hasPasskey: passkey !== null };
  // Rows are read of an account of an hour alone: those of older ones may be many.
  return !isNewAccount({ ...facts, hasMoved: false }) || didMove(runtime, session, userId);
}

/** Whether anything was ever confirmed by its owner, or came in: what a friendbot opens accounts with does not count. */
async function didMove({ database, config }: Runtime, session: ClientSession | null, userId: number): Promise<boolean> {
  const options = inSession(session);
  if (await submissionCollection(database).findOne({ userId }, options)) return true;
  const opened = config.stellar.friendbotUrl === null ? [] : ["create_account"];
  const rows = await database
    .collection("transactions")
    .find({ userId, type: { $nin: opened } }, { ...options, projection: { _id: 0, amount: 1 } })
    .toArray();
  return rows.some(({ amount }) => parseAmount(String(amount)) > 0n);
}

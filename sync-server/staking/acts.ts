import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Confirmation, Placed } from "#server/platform/submissions/withdrawn.ts";
import { findStake, type StakeDocument, stakeCollection } from "./store.ts";

/** What a person confirmed of a stake, beyond staking itself: the same key answers with the same stake. */
interface ActDocument {
  readonly userId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly stakeId: number;
  readonly at: Date;
}

function actCollection(database: Database) {
  return database.collection<ActDocument>("stake_acts");
}

export async function noteAct(database: Database, session: ClientSession, act: ActDocument): Promise<void> {
  await actCollection(database).insertOne({ ...act }, { session });
}

/** The stake of a confirmation that was accepted; null where none was. Throws `idempotency-key-reused`. */
export async function formerAct(
  database: Database,
  { userId, key, fingerprint }: Pick<ActDocument, "userId" | "key" | "fingerprint">,
  session: ClientSession | null,
): Promise<StakeDocument | null> {
  const act = await actCollection(database).findOne({ userId, key }, inSession(session));
  if (!act) return null;
  if (act.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  return findStake(database, { userId, id: act.stakeId }, session);
}

/** What a confirmation did, for whoever asks after it. */
export async function actPlaced(
  database: Database,
  session: ClientSession,
  { userId, idempotencyKey: key }: Confirmation,
): Promise<Placed | null> {
  const act = await actCollection(database).findOne({ userId, key }, { session });
  if (!act) return null;
  const stake = await stakeCollection(database).findOne({ userId, id: act.stakeId }, { session });
  return stake ? { uid: stake.uid, state: stake.status } : null;
}

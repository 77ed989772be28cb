import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Confirmation, Placed } from "#server/platform/submissions/withdrawn.ts";
import { actCollection, findPool } from "./store.ts";

/** What a confirmation started or changed, for whoever asks after it; null where it did neither. What it opened is a submission. */
export async function poolPlaced(
  database: Database,
  session: ClientSession,
  { userId, idempotencyKey: key }: Confirmation,
): Promise<Placed | null> {
  const act = await actCollection(database).findOne({ userId, key }, { session });
  const found = act && (await findPool(database, { userId, uid: act.uid }, session));
  return found && { uid: found.uid, state: found.status };
}

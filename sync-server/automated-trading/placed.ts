import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Confirmation, Placed } from "#server/platform/submissions/withdrawn.ts";
import { findAutomation, goneOnCollection } from "./store.ts";

/** What a confirmation started or let go on, for whoever asks after it; null where it did neither. */
export async function automationPlaced(
  database: Database,
  session: ClientSession,
  { userId, idempotencyKey: key }: Confirmation,
): Promise<Placed | null> {
  const act = await goneOnCollection(database).findOne({ userId, key }, { session });
  const found = await findAutomation(database, { userId, uid: act?.uid ?? key }, session);
  return found && { uid: found.uid, state: found.status };
}

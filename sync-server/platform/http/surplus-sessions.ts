import type { Database } from "#server/platform/db/database.ts";
import { SESSIONS } from "./session-store.ts";

/** Sessions of one person that stand at once; a device that signs in over and over ends its own oldest ones. */
export const MOST_SESSIONS = 100;

/** The ids of a user's oldest sessions beyond as many as one person may have. */
export async function surplusSessions(database: Database, userId: number): Promise<ReadonlySet<string>> {
  const surplus = await database
    .collection<{ _id: string }>(SESSIONS)
    .find({ userId }, { projection: { _id: 1 } })
    .sort({ createdAt: -1 })
    .skip(MOST_SESSIONS)
    .toArray();
  return new Set(surplus.map(({ _id }) => _id));
}

import type { ClientSession, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type FieldSeals, isFieldSealed } from "#server/platform/seals/sealed-fields.ts";

/** What somebody may be entitled to. All operators have it; roles that differ have their place here. */
export type Right = "operate";

interface HoldsRights extends Document, FieldSeals {
  readonly id: number;
  readonly isAdmin: boolean;
}

/**
 * The users who hold a right, the only place that says who does. Frozen ones count: whoever freezes all the others is not
 * thereby alone.
 */
export async function holdersOf(database: Database, session: ClientSession, _right: Right): Promise<readonly number[]> {
  const holders = await database
    .collection<HoldsRights>("users")
    .find(
      { isAdmin: true, closedAt: { $exists: false } },
      { session, projection: { _id: 0, id: 1, isAdmin: 1, seals: 1 } },
    )
    .toArray();
  // Whoever was made an operator past the server is none.
  return holders.filter((user) => isFieldSealed(database, "users", user.id, user, "isAdmin")).map(({ id }) => id);
}

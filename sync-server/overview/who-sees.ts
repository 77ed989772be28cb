import type { Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type FieldSeals, isFieldSealed } from "#server/platform/seals/sealed-fields.ts";

interface Operator extends Document, FieldSeals {
  readonly id: number;
}

/** Of these users, those who may see what operators see, as the database has it at this moment. */
export async function whoSees(database: Database, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await database
    .collection<Operator>("users")
    .find(
      { id: { $in: [...new Set(userIds)] }, isAdmin: true, closedAt: { $exists: false } },
      { projection: { _id: 0, id: 1, isAdmin: 1, seals: 1 } },
    )
    .toArray();
  // Whoever was made an operator past the server is none.
  return new Set(
    found.filter((user) => isFieldSealed(database, "users", user.id, user, "isAdmin")).map(({ id }) => id),
  );
}

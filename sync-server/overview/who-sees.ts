import { holdersOf } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";

/** Of these users, those who may see the overview, as the database has it at this moment. */
export async function whoSees(database: Database, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const holders = await holdersOf(database, null, "overview.read");
  return new Set(holders.map(({ id }) => id).filter((id) => userIds.includes(id)));
}

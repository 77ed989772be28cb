import { readRows } from "#pwa/platform/db/rows.ts";
import type { UserDatabase } from "#pwa/platform/db/user-database.ts";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";

/** Everything this device holds of the signed-in user, as one JSON text. */
export async function exportDevice(database: UserDatabase, exportedAt: Date): Promise<string> {
  const collections: Record<string, unknown> = {};
  for (const collection of SYNC_COLLECTIONS) collections[collection] = await readRows(database, collection);
  return `${JSON.stringify({ exportedAt: exportedAt.toISOString(), ...collections }, null, 2)}\n`;
}

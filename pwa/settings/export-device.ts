import { readRows } from "#pwa/platform/db/rows.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";

/**
 * Everything this device holds of the signed-in user as a JSON file. It is handed to the browser in parts, which need not keep
 * them in memory, and no collection is read before the one before it is written.
 */
export async function exportDevice(database: UserDatabase, exportedAt: Date): Promise<Blob> {
  const parts: Blob[] = [new Blob([`{\n  "exportedAt": ${JSON.stringify(exportedAt.toISOString())}`])];
  for (const collection of SYNC_COLLECTIONS) {
    parts.push(new Blob([`,\n  ${JSON.stringify(collection)}: `]));
    parts.push(...listParts(await readRows(database, collection)));
  }
  return new Blob([...parts, "\n}\n"], { type: "application/json;charset=utf-8" });
}

const ROWS_A_PART = 1000;

/** A JSON list, a row a line. */
export function listParts(rows: readonly object[]): readonly Blob[] {
  if (rows.length === 0) return [new Blob(["[]"])];
  const parts: Blob[] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_PART) {
    const lines = rows.slice(from, from + ROWS_A_PART).map((row) => `    ${JSON.stringify(row)}`);
    parts.push(new Blob([from === 0 ? "[\n" : ",\n", lines.join(",\n")]));
  }
  return [...parts, new Blob(["\n  ]"])];
}

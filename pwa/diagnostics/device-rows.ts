import { readRows } from "#pwa/platform/db/rows.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { digestText, rowMark, type WalletHealthOutput } from "#schemas/diagnostics.ts";
import type { SyncCollection } from "#schemas/protocol.ts";

/** What this device holds, in the form in which the server tells what it should hold. */
export async function readOwnRows(database: UserDatabase): Promise<WalletHealthOutput["collections"]> {
  const own: WalletHealthOutput["collections"] = [];
  // One after another: a long history is read whole.
  for (const name of database.kept) own.push(await readOne(database, name));
  return own;
}

async function readOne(database: UserDatabase, name: SyncCollection) {
  const rows: readonly { readonly uid: string; readonly balance?: unknown }[] = await readRows(database, name);
  const text = digestText(rows.map((row) => rowMark(name, row)));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return { name, rows: rows.length, digest: [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
}

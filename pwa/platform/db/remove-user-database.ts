import { Dexie } from "dexie";
import { closeIfOpen } from "./open-databases.ts";
import { openChannel } from "./tab-channel.ts";

/** Name of the database of a user; RxDB's Dexie storage puts its own prefix before it and one database per table behind it. */
export function userDatabaseName(userId: number): string {
  return `astrolabe-user-${userId}`;
}

/** How long another tab may hold a database open before its removal goes on in the background. */
const BLOCKED_MS = 3000;
const PASSES = 3;

/**
 * Removes everything of the user's from this device, also offline and while other tabs have it open: they are told to
 * close, the tables are emptied, and then the databases themselves are deleted.
 */
export async function removeUserDatabase(userId: number): Promise<void> {
  const name = userDatabaseName(userId);
  const channel = openChannel(name, true);
  channel.send("removed");
  await closeIfOpen(name);
  // Again, in case another tab was just making one as it heard.
  for (let turn = 0; turn < PASSES; turn += 1) {
    if (!(await deleteStoredDatabases((stored) => stored.startsWith(`rxdb-dexie-${name}--`)))) break;
  }
  channel.close();
}

/** Empties and deletes the IndexedDB databases whose name is asked for; false where there was none. */
async function deleteStoredDatabases(isMeant: (name: string) => boolean): Promise<boolean> {
  const names = (await Dexie.getDatabaseNames()).filter(isMeant);
  await Promise.all(names.map(deleteStored));
  return names.length > 0;
}

async function deleteStored(name: string): Promise<void> {
  // Emptied first: the deletion waits for tabs that hold the database open, and a frozen tab never answers.
  const stored = await new Dexie(name).open();
  await stored.transaction("rw", stored.tables, () => Promise.all(stored.tables.map((table) => table.clear())));
  stored.close();
  await Promise.race([Dexie.delete(name), new Promise((resolve) => setTimeout(resolve, BLOCKED_MS))]);
}

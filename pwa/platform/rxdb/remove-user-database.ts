import { Dexie } from "dexie";
import { canHold } from "#pwa/platform/db/hold-open.ts";
import { closeIfOpen } from "#pwa/platform/db/open-databases.ts";
import { storedTables, type StoredTable, userDatabaseName } from "./database-names.ts";
import { openChannel } from "./tab-channel.ts";

/** How long another tab may hold a database open before its removal goes on in the background. */
const BLOCKED_MS = 3000;
const PASSES = 3;
/** Held by the tab that removes copies. */
const REMOVING = "astrolabe-copies-removing";

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
    if (!(await deleteTables((table) => table.userId === userId))) break;
  }
  channel.close();
}

/** The same for every user of this device: who they are may be sealed. */
export async function removeAllUserDatabases(): Promise<void> {
  const userIds = new Set((await storedTables()).map(({ userId }) => userId));
  await Promise.all([...userIds].map(removeUserDatabase));
}

/** Removes all databases of one kind, of every user: the copies that do not count. */
export async function removeCopies(kind: "plain" | "sealed"): Promise<void> {
  const remove = () => deleteTables(({ isSealed }) => isSealed === (kind === "sealed"));
  // One tab after another: two that delete at once close each other's connections.
  await (canHold() ? navigator.locks.request(REMOVING, remove) : remove());
}

/** Empties and deletes the databases that are asked for; false where there was none. */
async function deleteTables(isMeant: (table: StoredTable) => boolean): Promise<boolean> {
  const tables = (await storedTables()).filter(isMeant);
  await Promise.all(tables.map(({ stored }) => deleteStored(stored)));
  return tables.length > 0;
}

async function deleteStored(name: string): Promise<void> {
  // Emptied first: the deletion waits for tabs that hold the database open, and a frozen tab never answers.
  const stored = await openIfThere(name);
  if (stored === null) return;
  await stored.transaction("rw", stored.tables, () => Promise.all(stored.tables.map((table) => table.clear())));
  stored.close();
  await Promise.race([Dexie.delete(name), new Promise((resolve) => setTimeout(resolve, BLOCKED_MS))]);
}

/** Null where another tab has deleted it meanwhile. */
async function openIfThere(name: string): Promise<Dexie | null> {
  try {
    return await new Dexie(name).open();
  } catch (error) {
    if (error instanceof Error && error.name === Dexie.errnames.NoSuchDatabase) return null;
    throw error;
  }
}

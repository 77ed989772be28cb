import { addContact } from "#pwa/platform/db/edits.ts";
import { removeUserDatabase } from "#pwa/platform/db/remove-user-database.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase } from "#pwa/platform/db/user-database.ts";
import { startSync } from "#pwa/platform/sync/start-sync.ts";

/** What the page of the test offers to it: the device's own storage, in a real browser. */
const device = {
  async addOffline(userId: number, uid: string): Promise<number> {
    const database = await openUserDatabase(userId);
    startSync(database, { now: () => new Date().getTime() });
    const form = { name: uid, stellarAddress: "ana*example.org", uniqueUserId: "", memo: "" };
    await addContact(database, uid, form, 1);
    return (await readRows(database, "contacts")).length;
  },
  remove: removeUserDatabase,
  kept: async (): Promise<(string | undefined)[]> => (await indexedDB.databases()).map((database) => database.name),
};

export type TestDevice = typeof device;
Object.assign(globalThis, { device });

import { addContact } from "#pwa/platform/db/edits.ts";
import { removeUserDatabase } from "#pwa/platform/rxdb/remove-user-database.ts";
import { countRows, readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { startSync } from "#pwa/platform/sync/start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "#pwa/platform/sync/sync-status.ts";

let database: UserDatabase | null = null;
let status: SyncStatus = INITIAL_SYNC_STATUS;
const tasks = { longestMs: 0, longMs: 0 };

function opened(): UserDatabase {
  if (database === null) throw new Error("the device has not begun");
  return database;
}

/** What the page of the test offers to it: the device's own storage, in a real browser. */
const device = {
  async addOffline(userId: number, uid: string): Promise<number> {
    const opening = await openUserDatabase(userId, { kept: ["contacts"] });
    startSync(opening, { now: () => new Date().getTime() });
    const form = { name: uid, stellarAddress: "ana*example.org", uniqueUserId: "", memo: "" };
    await addContact(opening, uid, form, 1);
    return (await readRows(opening, "contacts")).length;
  },
  remove: removeUserDatabase,
  kept: async (): Promise<(string | undefined)[]> => (await indexedDB.databases()).map((found) => found.name),
  /** Opens the user's database and keeps it in step with the server that this page is from. */
  async begin(userId: number): Promise<void> {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        tasks.longestMs = Math.max(tasks.longestMs, duration);
        tasks.longMs += duration;
      }
    }).observe({ type: "longtask" });
    database = await openUserDatabase(userId);
    startSync(database, {
      now: () => new Date().getTime(),
      publish: (shown) => {
        status = shown;
      },
    });
  },
  status: (): SyncStatus => status,
  count: (): Promise<number> => countRows(opened(), "transactions", undefined),
  /** The longest time the page was held up, and all such times together. */
  tasks: (): typeof tasks => ({ ...tasks }),
  heapBytes(): number {
    if ("gc" in globalThis && typeof globalThis.gc === "function") globalThis.gc();
    const memory: unknown = "memory" in performance ? performance.memory : null;
    return Number(Object(memory)["usedJSHeapSize"] ?? 0);
  },
  /** The time of one reading. */
  async timeOf(what: "newest" | "count"): Promise<number> {
    const beganMs = performance.now();
    if (what === "count") await countRows(opened(), "transactions", undefined);
    else await readRows(opened(), "transactions", { sort: [{ timestamp: "desc" }], limit: 50 });
    return performance.now() - beganMs;
  },
  newest: async (limit: number): Promise<string[]> =>
    (await readRows(opened(), "transactions", { sort: [{ timestamp: "desc" }], limit })).map(({ uid }) => uid),
};

export type TestDevice = typeof device;
Object.assign(globalThis, { device });

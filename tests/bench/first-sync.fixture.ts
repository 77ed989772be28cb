import { Dexie } from "dexie";
import { countRows, readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { startSync } from "#pwa/platform/sync/start-sync.ts";

/** Rows added in one transaction; more or fewer make it no faster. */
const BATCH = 1000;
const PLAIN = "plain";

let database: UserDatabase | null = null;
const tasks = { longestMs: 0, longMs: 0 };

/** What the pages of the first-sync measurement hold. */
const device = {
  /** From the opening of an empty database until it holds all the server has, in ms. */
  async sync(userId: number): Promise<number> {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        tasks.longestMs = Math.max(tasks.longestMs, duration);
        tasks.longMs += duration;
      }
    }).observe({ type: "longtask" });
    const beganMs = performance.now();
    const opened = await openUserDatabase(userId);
    database = opened;
    const sync = await new Promise<{ stop(): Promise<void> }>((resolve) => {
      const started = startSync(opened, {
        now: () => new Date().getTime(),
        publish: ({ state }) => {
          if (state === "live") resolve(started);
        },
      });
    });
    const tookMs = performance.now() - beganMs;
    await sync.stop();
    return tookMs;
  },
  tasks: (): typeof tasks => ({ ...tasks }),
  count: async (): Promise<number> => (database ? countRows(database, "transactions", undefined) : 0),
  /** The same rows into a table of Dexie alone, with the one index that a history needs, in ms. */
  async plain(): Promise<number> {
    if (!database) throw new Error("nothing was synced");
    const rows = await readRows(database, "transactions");
    const plain = new Dexie(PLAIN);
    plain.version(1).stores({ rows: "uid, timestamp" });
    await plain.open();
    const beganMs = performance.now();
    for (let first = 0; first < rows.length; first += BATCH)
      await plain.table("rows").bulkAdd(rows.slice(first, first + BATCH));
    return performance.now() - beganMs;
  },
};

export type FirstSyncDevice = typeof device;
Object.assign(globalThis, { device });

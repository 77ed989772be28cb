import { countRows, readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { deriveMaterial, keysOf } from "#pwa/platform/device/device-keys.ts";
import { startSync } from "#pwa/platform/sync/start-sync.ts";

let database: UserDatabase | null = null;

function opened(): UserDatabase {
  if (!database) throw new Error("nothing was synced");
  return database;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}

/** What the pages of the measurement hold. */
const device = {
  /** From the opening of an empty database until it holds all the server has, in ms. */
  async sync(userId: number, isSealed: boolean): Promise<number> {
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const keys = isSealed ? keysOf(await deriveMaterial(secret)) : null;
    const beganMs = performance.now();
    const opening = await openUserDatabase(userId, { keys });
    database = opening;
    const sync = await new Promise<{ stop(): Promise<void> }>((resolve) => {
      const started = startSync(opening, {
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
  count: (): Promise<number> => countRows(opened(), "transactions", undefined),
  /** The newest fifty, as a history shows them first, in ms. */
  newest: (): Promise<number> =>
    msOf(() => readRows(opened(), "transactions", { sort: [{ timestamp: "desc" }], limit: 50 })),
  /** Every row through a filter by what is sealed that fits none, as a search does at worst, in ms. */
  search: (): Promise<number> => msOf(() => readRows(opened(), "transactions", { where: { memo: "of nobody" } })),
};

export type AppLockDevice = typeof device;
Object.assign(globalThis, { device });

import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { loadAgain } from "#pwa/platform/device/load-again.ts";
import type { startSync, SyncHandle, SyncOptions } from "./start-sync.ts";
import { INITIAL_SYNC_STATUS, publishSyncStatus } from "./sync-status.ts";

type Load = () => Promise<typeof startSync>;
const load: Load = async () => (await import("./start-sync.ts")).startSync;

/** Fetches what syncs while something else is waited for; whoever starts it says where that failed. */
export function preloadSync(): void {
  void load().catch(() => undefined);
}

/**
 * As `startSync`, which is fetched first: nobody waits for it to see what the device holds. Fetched in vain, it is tried again
 * until stopped.
 */
export function loadSync(database: UserDatabase, options: SyncOptions, loadStart = load): SyncHandle {
  const { lastSyncedAt = null, publish = publishSyncStatus } = options;
  const life: { isStopped: boolean; sync: SyncHandle | null } = { isStopped: false, sync: null };
  publish({ ...INITIAL_SYNC_STATUS, lastSyncedAt });

  async function start(): Promise<void> {
    // Stopped meanwhile, the database may be closed.
    const begin = await loadAgain(loadStart, () => life.isStopped, "What syncs this device");
    if (begin) life.sync = begin(database, options);
  }

  const starting = start();
  return {
    resync: () => void starting.then(() => life.sync?.resync()),
    isSettled: async () => (await life.sync?.isSettled()) ?? false,
    async stop() {
      life.isStopped = true;
      await life.sync?.stop();
    },
  };
}

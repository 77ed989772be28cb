import { loadAgain } from "#pwa/platform/device/load-again.ts";
import { needSaid } from "#pwa/platform/language/fetch-said.ts";
import type { Keeper } from "#pwa/platform/rxdb/keep-open.ts";
import type { UserDatabaseState } from "./user-database-context.ts";

/** The database's own files, and the words of what is stored in it: no row is handed out that could not be read. */
async function load() {
  const [loaded] = await Promise.all([import("#pwa/platform/rxdb/keep-open.ts"), needSaid()]);
  return loaded;
}

/** Has them fetched beside what draws the shell, which does not wait for them. */
export function preloadKeeper(): void {
  load().catch(() => undefined);
}

/** As `keepOpen`, whose files are fetched first: nobody waits for them to see the shell. */
export function loadKeeper(userId: number, before: Promise<void>, show: (state: UserDatabaseState) => void): Keeper {
  let isStopped = false;
  const keeping = loadAgain(load, () => isStopped, "The database's files").then(
    (loaded) => loaded?.keepOpen(userId, before, show) ?? null,
  );
  return {
    async stop() {
      isStopped = true;
      const keeper = await keeping;
      await (keeper === null ? before : keeper.stop());
    },
  };
}

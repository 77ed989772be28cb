import { logProblem } from "#pwa/platform/device/log.ts";
import type { WritableCollection } from "#pwa/platform/rxdb/row-schema.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";

/** How RxDB names its own writes of what it pulled and merged. */
export const REPLICATION_WRITE = "replication-";

/**
 * Has noted what of a person's writing on this device was lost, until stopped: by every row that replication writes, pulled or
 * merged, and by how the rows written here stand now, since a page may have gone between a write and its note. Reads no row
 * but those.
 */
export function watchLost(
  database: UserDatabase,
  collection: WritableCollection,
  now: () => number,
): { readonly stop: () => void } {
  const { edits } = database;
  const subscription = database.rows[collection].changes$.subscribe(({ context, events }) => {
    if (!context.startsWith(REPLICATION_WRITE)) return;
    const rows = events.flatMap(({ documentData }) => (documentData ? [{ ...documentData }] : []));
    edits.saw(collection, rows, now());
  });
  compareStored(database, collection, now).catch((error: unknown) => {
    logProblem("What was written here could not be compared with what is stored", error);
  });
  return { stop: () => subscription.unsubscribe() };
}

async function compareStored(database: UserDatabase, collection: WritableCollection, now: () => number): Promise<void> {
  const before = database.edits.written(collection);
  if (before.size === 0) return;
  const rows = await database.rows[collection].storage.findDocumentsById([...before.keys()], true);
  // What was written after the reading is not in what was read.
  const after = database.edits.written(collection);
  const same = rows.filter(({ uid }) => before.get(uid) === after.get(uid));
  database.edits.saw(
    collection,
    same.map((row) => ({ ...row })),
    now(),
  );
}

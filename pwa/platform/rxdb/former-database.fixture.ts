import { createRxDatabase, getAllCollectionDocuments, type RxCollection, type RxDatabase, type RxStorage } from "rxdb";
import type { SyncCollection } from "#schemas/protocol.ts";
import type { DeviceKeys } from "#pwa/platform/device/held-keys.ts";
import { keepEdits } from "#pwa/platform/db/kept-edits.ts";
import { CONFLICT_HANDLERS } from "./conflicts.ts";
import { sealedName, userDatabaseName } from "./database-names.ts";
import { type AllKeptRows, rowsOfCollection } from "./kept-rows.ts";
import type { UserCollections } from "./open-collections.ts";
import { withPulledWrites } from "./pulled-storage.ts";
import { isWritable, rowSchema } from "./row-schema.ts";
import { sealedStorage } from "./sealed-storage.ts";
import { openChannel } from "./tab-channel.ts";
import type { UserDatabase } from "./user-database.ts";
import { makeWriteGate } from "./write-gate.ts";

export interface FormerOptions {
  readonly userId: number;
  readonly storage: RxStorage<unknown, unknown>;
  readonly keys: DeviceKeys | null;
  readonly kept: readonly SyncCollection[];
}

/** The database of a user as it was made when every collection of the protocol had one of RxDB's to itself. */
export async function openFormerDatabase({ userId, storage, keys, kept }: FormerOptions): Promise<UserDatabase> {
  const database = await openRaw({ userId, storage, keys });
  const created: Record<string, RxCollection> = await database.addCollections(
    Object.fromEntries(
      kept.map((name) => [
        name,
        { schema: rowSchema(name), ...(isWritable(name) ? { conflictHandler: CONFLICT_HANDLERS[name] } : {}) },
      ]),
    ),
  );
  const rows = Object.entries(created).map(([name, collection]) => [name, rowsOfCollection(collection)]);
  const closed = Promise.withResolvers<void>();
  const channel = openChannel(database.name, false);
  return {
    userId,
    collections: created as unknown as UserCollections,
    rows: Object.fromEntries(rows) as AllKeptRows,
    kept,
    channel,
    edits: keepEdits(database.name, channel),
    gate: makeWriteGate(),
    closed: closed.promise,
    close: async () => {
      await database.close();
      closed.resolve();
    },
    reportStorageFailure: () => undefined,
    onStorageFailure: () => () => undefined,
  };
}

/** The names of the collections that a closed database has. */
export async function storedCollections(options: Omit<FormerOptions, "kept">): Promise<string[]> {
  const database = await openRaw(options);
  const stored = await getAllCollectionDocuments(database.internalStore);
  await database.close();
  return stored.map(({ data }) => data.name).sort();
}

function openRaw({ userId, storage, keys }: Omit<FormerOptions, "kept">): Promise<RxDatabase> {
  const name = userDatabaseName(userId);
  const pulled = withPulledWrites(storage);
  return createRxDatabase({
    name: keys === null ? name : sealedName(name),
    storage: keys === null ? pulled : sealedStorage(pulled, keys),
    multiInstance: false,
    eventReduce: false,
  });
}

/** A storage in memory that forgets nothing when its last reader goes, as a disk does. */
export function lastingStorage(storage: RxStorage<unknown, unknown>): RxStorage<unknown, unknown> {
  const lasting: Pick<RxStorage<unknown, unknown>, "createStorageInstance"> = {
    async createStorageInstance(params) {
      await storage.createStorageInstance(params);
      return storage.createStorageInstance(params);
    },
  };
  return { ...storage, ...lasting };
}

import {
  createRxDatabase,
  createRxSchema,
  getAllCollectionDocuments,
  removeCollectionStorages,
  type RxCollection,
  type RxDatabase,
  type RxStorage,
} from "rxdb";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { SYNC_COLLECTIONS, type SyncCollection } from "#schemas/protocol.ts";
import { type DeviceKeys, heldKeys } from "#pwa/platform/device/held-keys.ts";
import { nextTask } from "#pwa/platform/device/next-task.ts";
import { isLockSet } from "#pwa/platform/device/storage.ts";
import { openChannel, type TabChannel } from "./tab-channel.ts";
import { sealedName, userDatabaseName } from "./database-names.ts";
import { sealedStorage } from "./sealed-storage.ts";
import { settleCopies } from "./settle-copies.ts";
import { noteClosed, noteOpen } from "./open-databases.ts";
import { CONFLICT_HANDLERS } from "./conflicts.ts";
import { leaveOutUnusedIndexes } from "./lean-indexes.ts";
import { withPulledWrites } from "./pulled-storage.ts";
import { isWritable, type LocalRow, rowSchema } from "./row-schema.ts";
import { makeWriteGate, type WriteGate } from "./write-gate.ts";

/** Schemas compared within one task. */
const COMPARED_AT_ONCE = 4;

export type UserCollections = { readonly [C in SyncCollection]: RxCollection<LocalRow<C>> };

/** The database of one user on this device. */
export interface UserDatabase {
  readonly userId: number;
  readonly collections: UserCollections;
  /** Which of them it has. */
  readonly kept: readonly SyncCollection[];
  /** Reaches the other tabs that have the same database open. */
  readonly channel: TabChannel;
  /** What a person does is written through it. */
  readonly gate: WriteGate;
  /** Settles when the database was closed here or removed by any tab. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
  /** Tells the sync status that the device refused a write. */
  reportStorageFailure(isFull: boolean): void;
  /** Answers with the way to stop listening. */
  onStorageFailure(listener: (isFull: boolean) => void): () => void;
}

export interface OpenOptions {
  /** Where the rows are kept; IndexedDB unless told. */
  readonly storage?: RxStorage<unknown, unknown>;
  /** Whether other tabs may have the same database open. */
  readonly multiInstance?: boolean;
  /** Distinguishes the databases of several devices in one process. */
  readonly device?: string;
  /** With these the rows are sealed; those of the app lock unless told. */
  readonly keys?: DeviceKeys | null;
  /** All unless told: RxDB holds a process to sixteen open collections, so that several devices in one keep fewer each. */
  readonly kept?: readonly SyncCollection[];
}

/**
 * Opens the user's database, creating it on the first run. A pull-only collection whose schema changed is dropped, to be
 * pulled again. Rejects when the device refuses storage.
 */
export async function openUserDatabase(userId: number, options: OpenOptions = {}): Promise<UserDatabase> {
  const name = `${userDatabaseName(userId)}${options.device ?? ""}`;
  const { multiInstance = true, kept = SYNC_COLLECTIONS, keys = isLockSet() ? heldKeys() : null } = options;
  if (keys === null && isLockSet()) throw new Error("This device is locked.");
  if (keys === null) await settleCopies();
  const storage = withPulledWrites(options.storage ?? getRxStorageDexie({ onCreate: leaveOutUnusedIndexes }));
  const database: RxDatabase = await createRxDatabase({
    name: keys === null ? name : sealedName(name),
    storage: keys === null ? storage : sealedStorage(storage, keys),
    multiInstance,
    eventReduce: false,
    // A page that was left and came back (React's strict mode too) opens it again before the first one has closed.
    closeDuplicates: true,
  });
  await dropChangedCollections(database);
  await nextTask();
  const collections = await openCollections(database, kept);
  const channel = openChannel(name, multiInstance);
  let isClosed = false;
  let settleClosed = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    settleClosed = resolve;
  });
  const failureListeners = new Set<(isFull: boolean) => void>();
  async function close(): Promise<void> {
    if (isClosed) return closed;
    isClosed = true;
    channel.close();
    await database.close();
    noteClosed(name, close);
    settleClosed();
    return closed;
  }
  const opened: UserDatabase = {
    reportStorageFailure: (isFull) => {
      for (const listener of failureListeners) listener(isFull);
    },
    onStorageFailure: (listener) => {
      failureListeners.add(listener);
      return () => failureListeners.delete(listener);
    },
    userId,
    collections,
    kept,
    channel,
    gate: makeWriteGate(),
    closed,
    close,
  };
  noteOpen(name, close);
  channel.listen("removed", () => void opened.close());
  return opened;
}

async function openCollections(database: RxDatabase, kept: readonly SyncCollection[]): Promise<UserCollections> {
  const created: Record<string, RxCollection> = await database.addCollections(
    Object.fromEntries(
      kept.map((collection) => [
        collection,
        {
          schema: rowSchema(collection),
          ...(isWritable(collection) ? { conflictHandler: CONFLICT_HANDLERS[collection] } : {}),
        },
      ]),
    ),
  );
  // RxDB's types do not follow a computed set of collections; it is the very set the schemas were made of.
  return created as unknown as UserCollections;
}

/** Forgets the pull-only collections whose stored schema is not today's, with the checkpoints of their replication. */
async function dropChangedCollections(database: RxDatabase): Promise<void> {
  const stored = await getAllCollectionDocuments(database.internalStore);
  let compared = 0;
  for (const collection of SYNC_COLLECTIONS) {
    const known = stored.find((document) => document.data.name === collection);
    if (!known || isWritable(collection)) continue;
    // Each takes a slow phone some milliseconds.
    if (compared % COMPARED_AT_ONCE === 0) await nextTask();
    compared += 1;
    const hash = await createRxSchema(rowSchema(collection), database.hashFunction).hash;
    if (known.data.schemaHash === hash) continue;
    await removeCollectionStorages(
      database.storage,
      database.internalStore,
      database.token,
      database.name,
      collection,
      database.multiInstance,
      undefined,
      database.hashFunction,
    );
  }
}

import { createRxDatabase, type RxDatabase, type RxStorage } from "rxdb";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { SYNC_COLLECTIONS, type SyncCollection } from "#schemas/protocol.ts";
import { type DeviceKeys, heldKeys } from "#pwa/platform/device/held-keys.ts";
import { isLockSet } from "#pwa/platform/device/storage.ts";
import { openChannel, type TabChannel } from "./tab-channel.ts";
import { sealedName, userDatabaseName } from "./database-names.ts";
import { sealedStorage } from "./sealed-storage.ts";
import { settleCopies } from "./settle-copies.ts";
import { type KeptEdits, keepEdits } from "#pwa/platform/db/kept-edits.ts";
import { openedInTurn } from "./opened-in-turn.ts";
import { noteClosed, noteOpen } from "#pwa/platform/db/open-databases.ts";
import type { AllKeptRows } from "./kept-rows.ts";
import { leaveOutUnusedIndexes } from "./lean-indexes.ts";
import { withPulledWrites } from "./pulled-storage.ts";
import { type Alone, openCollections, type UserCollections } from "./open-collections.ts";
import { makeWriteGate, type WriteGate } from "./write-gate.ts";

/** The database of one user on this device. */
export interface UserDatabase {
  readonly userId: number;
  /** Those that are RxDB's own. */
  readonly collections: UserCollections;
  /** The rows of every collection of the protocol, wherever they are kept. */
  readonly rows: AllKeptRows;
  /** Which of them it has. */
  readonly kept: readonly SyncCollection[];
  /** Reaches the other tabs that have the same database open. */
  readonly channel: TabChannel;
  /** What a person wrote on this device, and what of it was lost against another one's writing. */
  readonly edits: KeptEdits;
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
  /** How to be the only one who has the database open; we are, unless told. */
  readonly alone?: Alone;
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
  const inside = options.storage ?? getRxStorageDexie({ onCreate: leaveOutUnusedIndexes });
  const storage = openedInTurn(withPulledWrites(inside));
  const database: RxDatabase = await createRxDatabase({
    name: keys === null ? name : sealedName(name),
    storage: keys === null ? storage : sealedStorage(storage, keys),
    multiInstance,
    eventReduce: false,
    // A page that was left and came back (React's strict mode too) opens it again before the first one has closed.
    closeDuplicates: true,
  });
  const { collections, rows } = await openCollections(database, kept, options.alone ?? ((work) => work()));
  const channel = openChannel(name, multiInstance);
  const edits = keepEdits(name, channel);
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
    edits.close();
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
    rows,
    kept,
    channel,
    edits,
    gate: makeWriteGate(),
    closed,
    close,
  };
  noteOpen(name, close);
  channel.listen("removed", () => void opened.close());
  return opened;
}

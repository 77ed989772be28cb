import {
  createRxSchema,
  type MangoQuery,
  normalizeMangoQuery,
  type PreparedQuery,
  prepareQuery,
  type RxCollection,
} from "rxdb";
import { map, type Observable } from "rxjs";
import type { SyncCollection } from "#schemas/protocol.ts";
import { CONFLICT_HANDLERS } from "./conflicts.ts";
import { changesOf, kindStorage, type RowStorage, unwrapped } from "./kind-storage.ts";
import { isWritable, type LocalRow, rowSchema } from "./row-schema.ts";
import type { RowQuery } from "#pwa/platform/db/row-query.ts";
import { type SmallKind, smallKey, type SmallRow } from "./small-kinds.ts";

export interface RowChanges {
  readonly context: string;
  readonly events: readonly { readonly documentData?: object }[];
}

/** The rows of one collection of the protocol, wherever on this device they are kept. */
export interface KeptRows<C extends SyncCollection> {
  readonly storage: RowStorage<LocalRow<C>>;
  /** What the storage is asked for these rows, or for their number. */
  prepare(query: RowQuery<C>, isCount?: boolean): PreparedQuery<LocalRow<C>>;
  /** Tells of every write, in whichever tab, with RxDB's name for why it was made. */
  readonly changes$: Observable<RowChanges>;
  /** What RxDB's replication is given. */
  readonly replicated: RxCollection<LocalRow<C>>;
  /** Tells its replication from the others of the same collection. */
  readonly replicationIdentifier: string;
  /** Changes those of the rows that are there, each from its newest state. */
  modify(uids: readonly string[], change: (row: LocalRow<C>) => LocalRow<C>): Promise<void>;
  /** Adds a row that this device made. */
  insert(row: LocalRow<C>): Promise<void>;
  /** Removes those that are there, each changed as it goes. */
  remove(uids: readonly string[], change: (row: LocalRow<C>) => LocalRow<C>): Promise<void>;
}

export type AllKeptRows = { readonly [C in SyncCollection]: KeptRows<C> };

const REPLICATION = "astrolabe";

/** The rows of a collection that has one of RxDB's to itself. */
export function rowsOfCollection<C extends SyncCollection>(collection: RxCollection<LocalRow<C>>): KeptRows<C> {
  return {
    storage: collection.storageInstance,
    prepare: (query, isCount) => preparedFor(collection.storageInstance, query, isCount),
    changes$: collection.eventBulks$,
    replicated: collection,
    replicationIdentifier: REPLICATION,
    async modify(uids, change) {
      const found = await collection.findByIds([...uids]).exec();
      await Promise.all(
        [...found.values()].map((each) => each.incrementalModify((row) => ({ ...row, ...change(row) }))),
      );
    },
    async insert(row) {
      await collection.insert(row);
    },
    async remove(uids, change) {
      const found = await collection.findByIds([...uids]).exec();
      await Promise.all(
        [...found.values()].map((each) =>
          each.incrementalModify((row) => ({ ...row, ...change(row), _deleted: true })),
        ),
      );
    },
  };
}

/** The rows of a kind that shares its collection with others. */
export function rowsOfKind<K extends SmallKind>(shared: RxCollection<SmallRow>, kind: K): KeptRows<K> {
  const storage = kindStorage(shared.storageInstance, kind);
  return {
    storage,
    prepare: (query, isCount) => preparedFor(storage, query, isCount),
    changes$: changesOf(shared.eventBulks$, kind).pipe(
      map(({ context, events }) => ({
        context,
        events: events.map(({ documentData }) => (documentData ? { documentData: unwrapped(documentData) } : {})),
      })),
    ),
    get replicated() {
      return replicatedKind(shared, kind, storage);
    },
    replicationIdentifier: kindReplication(kind),
    async modify(uids, change) {
      const found = await shared.findByIds(uids.map((uid) => smallKey(kind, uid))).exec();
      await Promise.all(
        [...found.values()].map((each) =>
          // What was written there had the shape of its kind.
          each.incrementalModify((stored) => ({ ...stored, row: change(stored.row as LocalRow<K>) })),
        ),
      );
    },
    async insert(row) {
      await shared.insert({ key: smallKey(kind, row.uid), kind, row });
    },
    async remove(uids, change) {
      const found = await shared.findByIds(uids.map((uid) => smallKey(kind, uid))).exec();
      await Promise.all(
        [...found.values()].map((each) =>
          each.incrementalModify((stored) => ({
            ...stored,
            row: change(stored.row as LocalRow<K>),
            _deleted: true,
          })),
        ),
      );
    },
  };
}

/** The query as RxDB's own documents would ask it. */
function preparedFor<C extends SyncCollection>(
  { schema }: RowStorage<LocalRow<C>>,
  { where, sort, limit, skip }: RowQuery<C>,
  isCount = false,
): PreparedQuery<LocalRow<C>> {
  const asked: MangoQuery<LocalRow<C>> = {
    ...(where ? { selector: structuredClone(where) } : {}),
    ...(sort ? { sort } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(skip === undefined ? {} : { skip }),
  };
  const { index, selector, ...rest } = normalizeMangoQuery(schema, asked, isCount);
  return prepareQuery(schema, {
    ...rest,
    ...(index ? { index: ["_deleted", ...index] } : {}),
    selector: { ...selector, _deleted: { $eq: false } },
  });
}

/** Names the replication of a kind: what RxDB notes of it lies under this name. */
export function kindReplication(kind: SmallKind): string {
  return `${REPLICATION}-${kind}`;
}

/** The shared collection as RxDB's replication is to see it: with nothing in it but the rows of one kind. */
function replicatedKind<K extends SmallKind>(
  shared: RxCollection<SmallRow>,
  kind: K,
  storageInstance: RowStorage<LocalRow<K>>,
): RxCollection<LocalRow<K>> {
  return Object.assign(Object.create(shared), {
    storageInstance,
    schema: createRxSchema(rowSchema(kind), shared.database.hashFunction),
    ...(isWritable(kind) ? { conflictHandler: CONFLICT_HANDLERS[kind] } : {}),
  });
}

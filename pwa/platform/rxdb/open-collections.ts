import {
  createRxSchema,
  getAllCollectionDocuments,
  removeCollectionStorages,
  type RxCollection,
  type RxCollectionCreator,
  type RxDatabase,
} from "rxdb";
import { SYNC_COLLECTIONS, type SyncCollection } from "#schemas/protocol.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { nextTask } from "#pwa/platform/device/next-task.ts";
import { yieldTask } from "#pwa/platform/device/yield-task.ts";
import { forgetChangedKinds } from "./changed-kinds.ts";
import { CONFLICT_HANDLERS } from "./conflicts.ts";
import { type AllKeptRows, rowsOfCollection, rowsOfKind } from "./kept-rows.ts";
import { isWritable, type LocalRow, rowSchema } from "./row-schema.ts";
import { isSmallKind, SMALL_ROWS, SMALL_ROWS_SCHEMA, type SmallKind, type SmallRow } from "./small-kinds.ts";

/** Schemas compared within one task. */
const COMPARED_AT_ONCE = 4;
/** Collections opened together: each slice is a transaction of its own. */
const OPENED_AT_ONCE = 3;

/** The collections that have one of RxDB's to themselves. */
export type OwnCollection = Exclude<SyncCollection, SmallKind>;
export type UserCollections = { readonly [C in OwnCollection]: RxCollection<LocalRow<C>> };

/** Does what needs the whole database while no other tab has it open; may leave it undone. */
export type Alone = (work: () => Promise<void>) => Promise<void>;

export interface OpenedCollections {
  readonly collections: UserCollections;
  readonly rows: AllKeptRows;
}

/**
 * Opens the collections of `kept`. What is only pulled and was stored by another schema than today's is dropped, to be pulled
 * again. The small kinds of a database of before are moved to where they belong, once we are alone.
 */
export async function openCollections(
  database: RxDatabase,
  kept: readonly SyncCollection[],
  alone: Alone,
): Promise<OpenedCollections> {
  const stored = await getAllCollectionDocuments(database.internalStore);
  await dropChanged(database, stored);
  await nextTask();
  const own = kept.filter((collection) => !isSmallKind(collection));
  const kinds = kept.filter(isSmallKind);
  const created = await addInSlices(database, [
    ...own.map((collection): Creator => [collection, () => creatorOf(collection)]),
    ...(kinds.length > 0 ? [[SMALL_ROWS, () => ({ schema: SMALL_ROWS_SCHEMA })] satisfies Creator] : []),
  ]);
  const rows: Record<string, unknown> = {};
  for (const [name, collection] of Object.entries(created))
    if (name !== SMALL_ROWS) rows[name] = rowsOfCollection(collection);
  const shared: RxCollection<SmallRow> | undefined = created[SMALL_ROWS];
  if (shared) {
    for (const kind of kinds) rows[kind] = rowsOfKind(shared, kind);
    await forgetChangedKinds(shared);
    if (stored.some(({ data }) => kinds.some((kind) => kind === data.name))) await moveFormer(database, shared, alone);
  }
  // RxDB's types do not follow a computed set of collections; it is the very set the schemas were made of.
  return { collections: created as unknown as UserCollections, rows: rows as AllKeptRows };
}

type Creator = readonly [name: string, creator: () => RxCollectionCreator];

/** A few at once: what RxDB does for all of them keeps a slow phone from answering for a quarter of a second. */
async function addInSlices(
  database: RxDatabase,
  creators: readonly Creator[],
): Promise<Readonly<Record<string, RxCollection>>> {
  const added: Record<string, RxCollection>[] = [];
  for (let from = 0; from < creators.length; from += OPENED_AT_ONCE) {
    await yieldTask();
    const slice = creators.slice(from, from + OPENED_AT_ONCE).map(([name, creator]) => [name, creator()] as const);
    added.push(await database.addCollections(Object.fromEntries<RxCollectionCreator>(slice)));
  }
  return Object.assign({}, ...added);
}

function creatorOf(collection: SyncCollection): RxCollectionCreator {
  const schema = rowSchema(collection);
  return isWritable(collection) ? { schema, conflictHandler: CONFLICT_HANDLERS[collection] } : { schema };
}

/** What cannot be moved now stays where it is, and is moved another time: meanwhile its kind is pulled anew. */
async function moveFormer(database: RxDatabase, shared: RxCollection<SmallRow>, alone: Alone): Promise<void> {
  try {
    const { moveKinds } = await import("./move-kinds.ts");
    await alone(() => moveKinds(database, shared));
  } catch (error) {
    logProblem("Rows of a former version of the app could not be moved", error);
  }
}

type StoredCollections = Awaited<ReturnType<typeof getAllCollectionDocuments>>;

/** Forgets the pull-only collections whose stored schema is not today's, with the checkpoints of their replication. */
async function dropChanged(database: RxDatabase, stored: StoredCollections): Promise<void> {
  let compared = 0;
  for (const collection of SYNC_COLLECTIONS) {
    const known = stored.find((document) => document.data.name === collection);
    if (!known || isWritable(collection) || isSmallKind(collection)) continue;
    // Each takes a slow phone some milliseconds.
    if (compared % COMPARED_AT_ONCE === 0) await nextTask();
    compared += 1;
    const hash = await createRxSchema(rowSchema(collection), database.hashFunction).hash;
    if (known.data.schemaHash === hash) continue;
    const { storage, internalStore, token, name, multiInstance, hashFunction } = database;
    await removeCollectionStorages(
      storage,
      internalStore,
      token,
      name,
      collection,
      multiInstance,
      undefined,
      hashFunction,
    );
  }
}

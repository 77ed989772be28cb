import {
  type BulkWriteRow,
  createRxSchema,
  getAllCollectionDocuments,
  getChangedDocumentsSince,
  getRxReplicationMetaInstanceSchema,
  removeCollectionStorages,
  type RxCollection,
  type RxDatabase,
  type RxDocumentData,
  type RxJsonSchema,
} from "rxdb";
import { type MergeableRow, mergeRows } from "#pwa/platform/sync/merge.ts";
import { CONFLICT_HANDLERS, WRITABLE_FIELDS } from "./conflicts.ts";
import { kindReplication } from "./kept-rows.ts";
import { kindStorage, type RowStorage } from "./kind-storage.ts";
import type { Fields } from "#pwa/platform/db/row-seal.ts";
import { isWritable, rowSchema, type WritableCollection } from "./row-schema.ts";
import { SMALL_KINDS, SMALL_ROWS, type SmallKind, type SmallRow } from "./small-kinds.ts";
import { CHECKPOINT_UID, readAll } from "./stored-rows.ts";

type Document = RxDocumentData<Fields>;
type Storage = RowStorage<Fields>;
type Former = Awaited<ReturnType<typeof getAllCollectionDocuments>>[number]["data"];

const BATCH = 1000;
const CONTEXT = "astrolabe-move";

/**
 * Moves the small kinds that lie in collections of their own, as they did formerly, into the one they share; then the former
 * ones are removed. What was not sent yet waits on, upon the state of the server that it was made on. Cut off, it is begun
 * anew; where a tab of a former version has made such a collection again meanwhile, its edits are merged. Nobody else may
 * write to the database while it runs.
 */
export async function moveKinds(database: RxDatabase, shared: RxCollection<SmallRow>): Promise<void> {
  const stored = await getAllCollectionDocuments(database.internalStore);
  for (const kind of SMALL_KINDS) {
    const former = stored.find(({ data }) => data.name === kind)?.data;
    if (!former) continue;
    const target = kindStorage(shared.storageInstance, kind) as unknown as Storage;
    if (isWritable(kind)) await moveWritable(database, kind, former, target);
    else await movePulled(database, kind, former, target);
    const { storage, internalStore, token, name, multiInstance, hashFunction } = database;
    await removeCollectionStorages(storage, internalStore, token, name, kind, multiInstance, undefined, hashFunction);
  }
}

/** With the checkpoint they lead to, unless the kind is pulled already or its rows have another shape by now. */
async function movePulled(database: RxDatabase, kind: SmallKind, former: Former, target: Storage): Promise<void> {
  const { hash } = createRxSchema(rowSchema(kind), database.hashFunction);
  const [pulled] = await target.findDocumentsById([CHECKPOINT_UID], true);
  if (pulled || (await hash) !== former.schemaHash) return;
  await withStorage(database, former.name, former.schema, async (source) => {
    const checkpoint = await source.findDocumentsById([CHECKPOINT_UID], true);
    const rows = [...(await readAll(source)), ...checkpoint];
    await put(
      target,
      rows.map((row) => ({ document: fresh(row) })),
    );
  });
}

async function moveWritable(
  database: RxDatabase,
  kind: SmallKind & WritableCollection,
  former: Former,
  target: Storage,
): Promise<void> {
  const notes = await readNotes(database, former);
  const assumed = new Map(
    notes.filter(isOfRow).map((note) => [String(note["itemId"]), note["docData"] as MergeableRow]),
  );
  const rows = await withStorage(database, former.name, former.schema, readEverything);
  const there = new Map((await readEverything(target)).map((row) => [String(row["uid"]), row]));
  const isFirst = there.size === 0;
  const writes: BulkWriteRow<Fields>[] = [];
  for (const row of rows) {
    const uid = String(row["uid"]);
    const base = assumed.get(uid);
    const isSent = base !== undefined && isEqual(kind, base, row);
    const other = there.get(uid);
    // What the shared collection no longer has, and nobody has edited, is gone from the server.
    if (!other && (isFirst || !isSent)) writes.push({ document: fresh(row) });
    if (!other || isSent || isEqual(kind, row, other)) continue;
    const merged = mergeRows<MergeableRow>(WRITABLE_FIELDS[kind], base, asMergeable(row), asMergeable(other));
    writes.push({ document: { ...other, ...merged }, previous: other });
  }
  // First what the server is known to hold: a row without it would be sent as if it were new.
  await putNotes(database, kind, notes);
  await put(target, writes);
}

/** What RxDB's replication has noted of the former collection: what the server held of each row, and up to where was pulled. */
async function readNotes(database: RxDatabase, { connectedStorages }: Former): Promise<Document[]> {
  const notes: Document[] = [];
  for (const { collectionName, schema } of connectedStorages)
    notes.push(...(await withStorage(database, collectionName, schema, readEverything)));
  // How far was pushed is counted in the former storage: in the new one all rows are looked at once.
  return notes.filter((note) => !(note["itemId"] === "up" && note["isCheckpoint"] === "1"));
}

async function putNotes(database: RxDatabase, kind: SmallKind, notes: readonly Document[]): Promise<void> {
  const { jsonSchema } = createRxSchema(rowSchema(kind), database.hashFunction);
  const name = await database.hashFunction([SMALL_ROWS, kindReplication(kind)].join("-"));
  const schema = getRxReplicationMetaInstanceSchema(jsonSchema, false);
  await withStorage(database, `rx-replication-meta-${name}`, schema, async (target) => {
    const uids = notes.map((note) => String(note["id"]));
    const there = new Set((await target.findDocumentsById(uids, true)).map((note) => note["id"]));
    await put(
      target,
      notes.filter((note) => !there.has(note["id"])).map((document) => ({ document })),
    );
  });
}

async function put(target: Storage, writes: BulkWriteRow<Fields>[]): Promise<void> {
  if (writes.length === 0) return;
  const { error } = await target.bulkWrite(writes, CONTEXT);
  if (error[0]) throw new Error("What is on this device could not be moved.", { cause: error[0] });
}

/** Also what is deleted. */
async function readEverything(source: Storage): Promise<Document[]> {
  const found: Document[] = [];
  for (let since: unknown; ;) {
    const { documents, checkpoint } = await getChangedDocumentsSince(source, BATCH, since);
    if (documents.length === 0) return found;
    found.push(...documents);
    since = checkpoint;
  }
}

async function withStorage<T>(
  database: RxDatabase,
  collectionName: string,
  schema: object,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await database.storage.createStorageInstance<Fields>({
    databaseInstanceToken: database.token,
    databaseName: database.name,
    collectionName,
    schema: schema as RxJsonSchema<Document>,
    options: {},
    multiInstance: database.multiInstance,
    devMode: false,
  });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** As a row that was never stored: the storage gives it its place among the writes. */
function fresh(row: Document): Document {
  return { ...row, _attachments: {}, _meta: { lwt: 1 }, _rev: "" };
}

function isEqual(kind: SmallKind & WritableCollection, one: unknown, other: unknown): boolean {
  const handler: { isEqual(one: unknown, other: unknown, context: string): boolean } = CONFLICT_HANDLERS[kind];
  return handler.isEqual(one, other, CONTEXT);
}

function isOfRow(note: Document): boolean {
  return note["isCheckpoint"] === "0";
}

/** The rows of the kinds that devices write are all of this shape. */
function asMergeable(row: Document): MergeableRow {
  return row as unknown as MergeableRow;
}

import {
  type BulkWriteRow,
  type EventBulk,
  fillWithDefaultSettings,
  getChangedDocumentsSince,
  getQueryMatcher,
  getSortComparator,
  type PreparedQuery,
  prepareQuery,
  type RxDocumentData,
  type RxStorageChangeEvent,
  type RxStorageInstance,
  type RxStorageWriteError,
} from "rxdb";
import { filter, map, type Observable } from "rxjs";
import type { Fields } from "#pwa/platform/db/row-seal.ts";
import { readBetween } from "#pwa/platform/db/read-descending.ts";
import { type LocalRow, rowSchema } from "./row-schema.ts";
import type { StoredSchema } from "./sealed-schema.ts";
import { type SmallKind, smallKey, type SmallRow } from "./small-kinds.ts";

/** Where rows of one shape lie. */
export type RowStorage<Row> = RxStorageInstance<Row, unknown, unknown>;

type Document = RxDocumentData<Fields>;
type Stored = RxDocumentData<SmallRow>;
type Bulk = EventBulk<RxStorageChangeEvent<Fields>, unknown>;

/**
 * The rows of one kind as if they had a storage of their own, in the one they share. Checkpoints are those of the shared one:
 * nobody but it can read them.
 */
export function kindStorage<K extends SmallKind>(shared: RowStorage<SmallRow>, kind: K): RowStorage<LocalRow<K>> {
  // Within, documents are nothing but fields.
  const schema = fillWithDefaultSettings(rowSchema(kind)) as unknown as StoredSchema;
  const keyOf = (uid: string) => smallKey(kind, uid);
  const wrap = (document: object) => wrapped(kind, document);

  async function query({ query: asked }: PreparedQuery<Fields>): Promise<{ documents: Document[] }> {
    const documents = await readKind(shared, kind);
    const matches = getQueryMatcher(schema, asked);
    const found = documents
      .map((stored) => ({ ...unwrapped(stored), _deleted: false }))
      .filter((row) => matches(row))
      .sort(getSortComparator(schema, asked));
    const end = asked.limit === undefined ? undefined : asked.skip + asked.limit;
    return { documents: found.slice(asked.skip, end) };
  }

  async function bulkWrite(rows: BulkWriteRow<Fields>[], context: string) {
    const writes = rows.map(({ document, previous }) =>
      previous ? { document: wrap(document), previous: wrap(previous) } : { document: wrap(document) },
    );
    const rowOf = new Map(rows.map((row) => [keyOf(String(row.document["uid"])), row]));
    const { error } = await shared.bulkWrite(writes, context);
    return { error: error.map((each) => toldError(each, rowOf.get(each.documentId))) };
  }

  /** Of other kinds there may be any number in between. */
  async function changedSince(
    limit: number,
    checkpoint: unknown,
  ): Promise<{ documents: Document[]; checkpoint: unknown }> {
    for (let since = checkpoint; ;) {
      const changed = await getChangedDocumentsSince(shared, limit, since);
      const documents = changed.documents.filter((document) => document.kind === kind).map(unwrapped);
      if (documents.length > 0 || changed.documents.length === 0) return { documents, checkpoint: changed.checkpoint };
      since = changed.checkpoint;
    }
  }

  const storage: RowStorage<Fields> = {
    databaseName: shared.databaseName,
    collectionName: shared.collectionName,
    // Nothing for those who go past RxDB to the tables: a kind has none of its own.
    internals: {},
    options: shared.options,
    schema,
    bulkWrite,
    query,
    async count(prepared) {
      return { count: (await query(prepared)).documents.length, mode: "slow" };
    },
    async findDocumentsById(uids, withDeleted) {
      return (await shared.findDocumentsById(uids.map(keyOf), withDeleted)).map(unwrapped);
    },
    getChangedDocumentsSince: changedSince,
    getAttachmentData: () => Promise.reject(new Error("Small rows have no attachments.")),
    changeStream: () => changesOf(shared.changeStream() as unknown as Observable<Bulk>, kind).pipe(map(toldBulk)),
    cleanup: () => Promise.resolve(true),
    // The shared one is closed and removed by whoever opened it.
    close: () => Promise.resolve(),
    remove: () => Promise.reject(new Error("The rows of one kind cannot be removed with their storage.")),
  };
  // The schema that the rows are read and written by is the kind's own.
  return storage as unknown as RowStorage<LocalRow<K>>;
}

/** Those changes of the shared storage in which rows of a kind have a part, with those rows alone. */
export function changesOf<B extends { readonly events: readonly { readonly documentId: string }[] }>(
  changes: Observable<B>,
  kind: SmallKind,
): Observable<B> {
  const isOfKind = ({ documentId }: { readonly documentId: string }) => documentId.startsWith(smallKey(kind, ""));
  return changes.pipe(
    map((bulk) => ({ ...bulk, events: bulk.events.filter(isOfKind) })),
    filter(({ events }) => events.length > 0),
  );
}

/** All rows of a kind that are not deleted; at once where the storage can, since RxDB asks for each of them by itself. */
async function readKind(shared: RowStorage<SmallRow>, kind: SmallKind): Promise<readonly object[]> {
  const found = await readBetween(shared.internals, "kind", kind, `${kind}\u0000`);
  if (found) return found;
  const query = prepareQuery<SmallRow>(shared.schema, {
    selector: { _deleted: { $eq: false }, kind: { $eq: kind } } as object,
    sort: [{ kind: "asc" }, { key: "asc" }],
    skip: 0,
  });
  return (await shared.query(query)).documents;
}

function toldBulk(bulk: Bulk): Bulk {
  return { ...bulk, events: bulk.events.map(toldEvent) };
}

function toldEvent(event: RxStorageChangeEvent<Fields>): RxStorageChangeEvent<Fields> {
  const { documentData, previousDocumentData } = event;
  const told = {
    ...event,
    documentId: event.documentId.slice(event.documentId.indexOf("|") + 1),
    documentData: documentData && unwrapped(documentData),
    previousDocumentData: previousDocumentData && unwrapped(previousDocumentData),
  };
  // The operation says which of the two there are, and that stays as it is.
  return told as RxStorageChangeEvent<Fields>;
}

function toldError(
  error: RxStorageWriteError<SmallRow>,
  writeRow: BulkWriteRow<Fields> | undefined,
): RxStorageWriteError<Fields> {
  if (writeRow === undefined) throw new Error("A write was refused that was not asked for.", { cause: error });
  const told = { ...error, documentId: String(writeRow.document["uid"]), writeRow };
  const documentInDb = "documentInDb" in error && error.documentInDb ? unwrapped(error.documentInDb) : undefined;
  return (documentInDb ? { ...told, documentInDb } : told) as RxStorageWriteError<Fields>;
}

function wrapped(kind: SmallKind, document: object): Stored {
  const entries = Object.entries(document);
  const row = Object.fromEntries(entries.filter(([field]) => !field.startsWith("_")));
  const beside = Object.fromEntries(entries.filter(([field]) => field.startsWith("_")));
  return { key: smallKey(kind, String(row["uid"])), kind, row, ...beside } as Stored;
}

/** The row that a shared document holds. */
export function unwrapped(stored: object): Document {
  const { key: _, kind: __, row, ...beside } = stored as Stored;
  return { ...row, ...beside } as Document;
}

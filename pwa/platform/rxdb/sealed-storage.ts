import {
  type BulkWriteRow,
  type EventBulk,
  getChangedDocumentsSince,
  INTERNAL_STORAGE_NAME,
  type PreparedQuery,
  type RxDocumentData,
  type RxStorage,
  type RxStorageBulkWriteResponse,
  type RxStorageChangeEvent,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
  type RxStorageWriteError,
} from "rxdb";
import { Subject } from "rxjs";
import type { DeviceKeys } from "#pwa/platform/device/held-keys.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { noteSealed } from "#pwa/platform/db/opened-rows.ts";
import { type Fields, openRows, type SealedPlace, sealRows } from "#pwa/platform/db/row-seal.ts";
import { sealQuery, type SealedQuery } from "./sealed-query.ts";
import { placeOf, sealedSchema, type StoredSchema } from "./sealed-schema.ts";

type Document = RxDocumentData<Fields>;
type Row = BulkWriteRow<Fields>;
type Instance = RxStorageInstance<Fields, unknown, unknown>;
type Bulk = EventBulk<RxStorageChangeEvent<Fields>, unknown>;

/** Rows that are opened at once, so that the page answers a finger in between. */
const OPENED_AT_ONCE = 1000;
/** A filter that is not full yet reads so many times as many rows as before. */
const WIDER = 4;

/**
 * A storage whose rows are sealed before they reach the one inside, and opened when they come back. What RxDB keeps of
 * itself (the names and schemas of its collections) is left as it is.
 */
export function sealedStorage(storage: RxStorage<unknown, unknown>, keys: DeviceKeys): RxStorage<unknown, unknown> {
  return {
    name: `sealed-${storage.name}`,
    rxdbVersion: storage.rxdbVersion,
    async createStorageInstance<Type>(params: RxStorageInstanceCreationParams<Type, unknown>) {
      if (params.collectionName === INTERNAL_STORAGE_NAME) return storage.createStorageInstance(params);
      // Within, documents are nothing but fields: their type means something to the collections outside only.
      const schema = params.schema as unknown as StoredSchema;
      const place = placeOf(params.databaseName, params.collectionName, schema);
      const inner = await storage.createStorageInstance<Fields>({ ...params, schema: sealedSchema(schema, place) });
      noteSealed(inner.internals, keys, place);
      return sealedInstance(schema, inner, place, keys) as unknown as RxStorageInstance<Type, unknown, unknown>;
    },
  };
}

function sealedInstance(schema: StoredSchema, inner: Instance, place: SealedPlace, keys: DeviceKeys): Instance {
  const { primary } = place;
  const events = new Subject<Bulk>();
  /** What this tab has just sealed, so that its own events need not be opened. */
  const known = new WeakMap<object, Document>();
  /** Events that were made elsewhere are opened one after another. */
  let opening = Promise.resolve();
  let unopened = 0;

  async function seal(documents: readonly Fields[]): Promise<Document[]> {
    const sealed = await sealRows(keys, place, documents);
    for (const [at, document] of documents.entries()) {
      const row = sealed[at];
      if (row) known.set(row, toDocument(document));
    }
    return sealed.map(toDocument);
  }

  async function open(stored: readonly Fields[]): Promise<Document[]> {
    return (await openRows(keys, place, stored)).map(toDocument);
  }

  async function openOne<Stored extends Fields | undefined>(stored: Stored): Promise<Document | undefined> {
    if (stored === undefined) return undefined;
    return known.get(stored) ?? (await open([stored]))[0];
  }

  /** In the order in which they were written, whichever tab wrote them; what this tab writes is told at once. */
  function receive(bulk: Bulk): void {
    const told = unopened === 0 ? openKnown(bulk) : null;
    if (told !== null) return events.next(told);
    unopened += 1;
    opening = openInTurn(opening, bulk);
  }

  async function openInTurn(before: Promise<void>, bulk: Bulk): Promise<void> {
    await before;
    try {
      const told = await Promise.all(
        bulk.events.map(async (event) =>
          toldEvent(event, await openOne(event.documentData), await openOne(event.previousDocumentData)),
        ),
      );
      events.next({ ...bulk, events: told });
    } catch (error) {
      logProblem("A change made in another tab could not be opened", error);
    } finally {
      unopened -= 1;
    }
  }

  function openKnown(bulk: Bulk): Bulk | null {
    const told: RxStorageChangeEvent<Fields>[] = [];
    for (const event of bulk.events) {
      const { documentData, previousDocumentData } = event;
      const document = documentData && known.get(documentData);
      const previous = previousDocumentData && known.get(previousDocumentData);
      if (document === undefined || (previousDocumentData && !previous)) return null;
      told.push(toldEvent(event, document, previous));
    }
    return { ...bulk, events: told };
  }

  function toldEvent(
    event: RxStorageChangeEvent<Fields>,
    documentData: Document | undefined,
    previousDocumentData: Document | undefined,
  ): RxStorageChangeEvent<Fields> {
    const documentId = String(documentData?.[primary] ?? event.documentId);
    // The operation says which of the two there are, and that stays as it is.
    return { ...event, documentId, documentData, previousDocumentData } as RxStorageChangeEvent<Fields>;
  }

  async function bulkWrite(rows: Row[], context: string): Promise<RxStorageBulkWriteResponse<Fields>> {
    const updated = rows.flatMap(({ previous }) => (previous ? [previous] : []));
    const [documents, previous] = await Promise.all([seal(rows.map(({ document }) => document)), seal(updated)]);
    const outer = new Map<object, Row>();
    let next = 0;
    const sealed = rows.map((row, at) => {
      const document = documents[at] ?? row.document;
      const sealedRow: Row = row.previous ? { document, ...previousAt(previous, next++) } : { document };
      outer.set(sealedRow, row);
      return sealedRow;
    });
    const { error } = await inner.bulkWrite(sealed, context);
    const failed = await Promise.all(error.map((each) => openError(each, outer.get(each.writeRow))));
    // All events of a write are told before it ends.
    await opening;
    return { error: failed };
  }

  async function openError(
    error: RxStorageWriteError<Fields>,
    writeRow: Row | undefined,
  ): Promise<RxStorageWriteError<Fields>> {
    if (writeRow === undefined) throw new Error("A write was refused that was not asked for.", { cause: error });
    const told = { ...error, writeRow, documentId: String(writeRow.document[primary]) };
    if (told.status !== 409) return told;
    const [documentInDb] = await open([told.documentInDb]);
    return { ...told, documentInDb: documentInDb ?? told.documentInDb };
  }

  async function query({ query: asked }: PreparedQuery<Fields>): Promise<{ documents: Document[] }> {
    const sealed = sealQuery(asked, schema, inner.schema, place);
    if (!sealed.isWhole) return { documents: sealed.finish(await search(sealed)).map(toDocument) };
    const { documents } = await inner.query(sealed.ask());
    return { documents: sealed.finish(await open(documents)).map(toDocument) };
  }

  /** Opens rows until enough of them match; reads ever more at once, since a storage can only begin from the beginning. */
  async function search(sealed: SealedQuery): Promise<Fields[]> {
    const found: Fields[] = [];
    let read = 0;
    for (let limit = OPENED_AT_ONCE; ; limit *= WIDER) {
      const isBounded = sealed.enough < Number.POSITIVE_INFINITY;
      const { documents } = await inner.query(sealed.ask(isBounded ? limit : undefined));
      for (; read < documents.length && found.length < sealed.enough; read += OPENED_AT_ONCE) {
        const opened = await open(documents.slice(read, read + OPENED_AT_ONCE));
        found.push(...opened.filter((row) => sealed.matches(row)));
      }
      if (!isBounded || found.length >= sealed.enough || documents.length < limit) return found;
    }
  }

  const subscription = inner.changeStream().subscribe(receive);

  function endEvents(): void {
    subscription.unsubscribe();
    events.complete();
  }

  return {
    databaseName: inner.databaseName,
    collectionName: inner.collectionName,
    internals: inner.internals,
    options: inner.options,
    schema,
    bulkWrite,
    query,
    async count(prepared) {
      const sealed = sealQuery(prepared.query, schema, inner.schema, place);
      if (sealed.isWhole) return inner.count(sealed.ask());
      return { count: (await query(prepared)).documents.length, mode: "slow" };
    },
    async findDocumentsById(ids, withDeleted) {
      return open(await inner.findDocumentsById(ids.map(keys.pseudonymOf), withDeleted));
    },
    // The checkpoint is the storage's own: its keys are pseudonyms.
    async getChangedDocumentsSince(limit, checkpoint) {
      const changed = await getChangedDocumentsSince(inner, limit, checkpoint);
      return { ...changed, documents: await open(changed.documents) };
    },
    getAttachmentData: (id, attachment, digest) => inner.getAttachmentData(keys.pseudonymOf(id), attachment, digest),
    changeStream: () => events.asObservable(),
    cleanup: (minimumDeletedTime) => inner.cleanup(minimumDeletedTime),
    async close() {
      endEvents();
      await inner.close();
    },
    async remove() {
      endEvents();
      await inner.remove();
    },
  };
}

function previousAt(sealed: readonly Document[], at: number): { readonly previous?: Document } {
  const previous = sealed[at];
  return previous ? { previous } : {};
}

/** What RxDB keeps beside the fields was let through as it came. */
function toDocument(fields: Fields): Document {
  return fields as Document;
}

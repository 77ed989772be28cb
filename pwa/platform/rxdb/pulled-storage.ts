import type { Table } from "dexie";
import {
  addRxStorageMultiInstanceSupport,
  type BulkWriteRow,
  type EventBulk,
  getPrimaryFieldOfPrimaryKey,
  randomToken,
  type RxDocumentData,
  type RxStorage,
  type RxStorageBulkWriteResponse,
  type RxStorageChangeEvent,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
} from "rxdb";
import { fromStorageToDexie } from "rxdb/plugins/storage-dexie";
import { merge, Subject } from "rxjs";

/** The context of a write of pulled rows: see {@link withPulledWrites}. */
export const PULLED = "astrolabe-pulled";

type Instance<Row> = RxStorageInstance<Row, unknown, unknown>;
type Write<Row> = BulkWriteRow<Row>;
type Change<Row> = RxStorageChangeEvent<RxDocumentData<Row>>;

/**
 * A storage that also takes whole batches of pulled rows, by `bulkWrite` with the context {@link PULLED}. The last write of
 * a batch is the checkpoint its rows lead to, with the stored one as its `previous`: where another one is stored by now,
 * nothing is written and that write is answered as a conflict; else all of it is, in one transaction, over whatever was
 * there. The documents given are changed. RxDB's own writes read each document before they write it, which costs more than
 * the writing.
 */
export function withPulledWrites(storage: RxStorage<unknown, unknown>): RxStorage<unknown, unknown> {
  return {
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    async createStorageInstance<Row>(params: RxStorageInstanceCreationParams<Row, unknown>) {
      // Other tabs must hear of pulled rows as of any, so it is the instance made here that tells them.
      const instance = await storage.createStorageInstance<Row>({ ...params, multiInstance: false });
      takePulledWrites(instance);
      addRxStorageMultiInstanceSupport(storage.name, params, instance);
      return instance;
    },
  };
}

function takePulledWrites<Row>(instance: Instance<Row>): void {
  const bulkWrite = instance.bulkWrite.bind(instance);
  const otherChanges = instance.changeStream.bind(instance);
  const pulled = new Subject<EventBulk<Change<Row>, unknown>>();
  instance.changeStream = () => merge(otherChanges(), pulled);
  instance.bulkWrite = async (writes, context) => {
    const checkpoint = writes.at(-1);
    if (context !== PULLED || !checkpoint) return bulkWrite(writes, context);
    // Each batch has a higher revision than the one before, and a changed document must have a higher one than before.
    for (const { document } of writes) Object.assign(document, { _rev: checkpoint.document._rev });
    const dexie = dexieOf(await instance.internals);
    if (!dexie) return bulkWrite(await uponStored(instance, writes, checkpoint), context);
    const response = await putAtOnce(dexie, uidIn(instance, checkpoint.document), writes, checkpoint);
    const rows = response.error.length > 0 ? [] : writes.slice(0, -1);
    const events = rows.map(({ document }) => changeOf(uidIn(instance, document), asStored(document)));
    if (events.length > 0) pulled.next({ id: randomToken(10), events, checkpoint: null, context });
    return response;
  };
}

async function putAtOnce<Row>(
  { dexieTable, booleanIndexes }: DexieInternals,
  uid: string,
  writes: readonly Write<Row>[],
  checkpoint: Write<Row>,
): Promise<RxStorageBulkWriteResponse<Row>> {
  const documents = writes.map(({ document }) => fromStorageToDexie<Row>(booleanIndexes, asStored(document)));
  return dexieTable.db.transaction("rw", dexieTable, async () => {
    const stored: RxDocumentData<Row> | undefined = await dexieTable.get(uid);
    if (stored?._rev !== checkpoint.previous?._rev) return { error: [conflictOf(uid, checkpoint, stored)] };
    await dexieTable.bulkPut(documents);
    return { error: [] };
  });
}

/** For storages in memory, which one tab has to itself: the writes that RxDB's own way takes without a conflict. */
async function uponStored<Row>(
  instance: Instance<Row>,
  writes: readonly Write<Row>[],
  checkpoint: Write<Row>,
): Promise<Write<Row>[]> {
  const uids = writes.map(({ document }) => uidIn(instance, document));
  const found = await instance.findDocumentsById(uids, true);
  const stored = new Map(found.map((document) => [uidIn(instance, document), document]));
  if (stored.get(uidIn(instance, checkpoint.document))?._rev !== checkpoint.previous?._rev) return [checkpoint];
  return writes.map(({ document }) => {
    const previous = stored.get(uidIn(instance, document));
    return previous ? { document, previous } : { document };
  });
}

/** The very object, by which a storage around this one knows what it wrote. */
function asStored<Row>(document: Write<Row>["document"]): RxDocumentData<Row> {
  return Object.assign(document, { _attachments: {} });
}

function changeOf<Row>(documentId: string, documentData: RxDocumentData<Row>): Change<Row> {
  // Whether it was there before is not known here, and nobody who listens to pulled rows asks.
  return documentData._deleted
    ? { documentId, operation: "DELETE", documentData, previousDocumentData: documentData }
    : { documentId, operation: "INSERT", documentData, previousDocumentData: undefined };
}

function conflictOf<Row>(documentId: string, writeRow: Write<Row>, stored: RxDocumentData<Row> | undefined) {
  // RxDB's type knows no conflict with a document that is gone.
  const documentInDb = stored ?? asStored(writeRow.document);
  return { isError: true, status: 409, documentId, writeRow, documentInDb, context: PULLED } as const;
}

function uidIn<Row>(instance: Instance<Row>, document: object): string {
  return String(Reflect.get(document, getPrimaryFieldOfPrimaryKey(instance.schema.primaryKey)));
}

interface DexieInternals {
  readonly dexieTable: Table;
  readonly booleanIndexes: string[];
}

function dexieOf(internals: unknown): DexieInternals | null {
  return isDexie(internals) ? internals : null;
}

function isDexie(internals: unknown): internals is DexieInternals {
  return typeof internals === "object" && internals !== null && "dexieTable" in internals;
}

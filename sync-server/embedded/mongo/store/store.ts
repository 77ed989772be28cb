import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import { encodeBriefly, encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import { DateTime, type Doc, type Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Changes } from "#server/embedded/mongo/query/changes.ts";
import { Catalog } from "./catalog.ts";
import { type Collection, type Index, rowOf } from "./collection.ts";
import { Conflicts } from "./conflicts.ts";
import { Database } from "./database.ts";
import { History } from "./history.ts";
import { entriesToBuild } from "./index-build.ts";
import { applyIndex, type IndexPlan, planIndex } from "./index-plan.ts";
import { type LogLimits, Oplog } from "./oplog.ts";
import { createLog, deleteLog, insertLog, updateLog } from "./log-drafts.ts";
import type { LogDraft } from "./log-draft.ts";
import { blob, type Row } from "./row.ts";
import { Transaction } from "./transaction.ts";

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_TRANSACTION_BYTES = 256 * 1024 * 1024;
const MAX_HISTORY_BYTES = 256 * 1024 * 1024;

export type StoreOptions = {
  folder: string;
  log: LogLimits;
  now: () => number;
  acceptsOf: (partial: Doc, collation: Value | undefined) => (source: Doc) => boolean;
};

/** Documents and their indexes, inside and outside transactions. Every write is checked whole before it is begun. */
export class Store {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly oplog: Oplog;
  readonly now: () => number;
  readonly open = new Set<Transaction>();
  /** Told when a batch was lost, after the store has read its file again. */
  onReset: () => void = () => {};
  /** Told before a write that open transactions are not to see. */
  beforeWrite: () => void = () => {};
  private readonly history = new History();
  private readonly conflicts = new Conflicts(this.history);

  constructor(options: StoreOptions) {
    this.now = options.now;
    this.database = new Database(options.folder);
    this.catalog = new Catalog(this.database, options.acceptsOf);
    this.oplog = new Oplog(this.database, options.log, options.now);
    for (const { collection, index } of this.catalog.outdated) this.rebuildIndex(collection, index);
    this.catalog.onGone = (namespace) => {
      for (const transaction of this.open) transaction.gone.add(namespace);
    };
    this.database.onRollback = (error) => {
      for (const transaction of this.open) this.forget(transaction, error);
      this.catalog.load();
      this.oplog.load();
      this.onReset();
    };
  }

  begin(sessionKey: string, txnNumber: bigint): Transaction {
    const transaction = new Transaction(sessionKey, txnNumber, this.history.writes, this.now());
    this.open.add(transaction);
    return transaction;
  }

  // Reading

  /** The document as the reader sees it; undefined when it sees none. */
  read(collection: Collection, row: number, transaction: Transaction | undefined): Doc | undefined {
    if (transaction !== undefined) {
      const own = transaction.changes.get(collection)?.get(row);
      if (own !== undefined) return own.after;
      const old = this.history.at(collection, row, transaction.snapshot);
      if (old !== undefined) return old.raw === undefined ? undefined : decodeDoc(old.raw);
    }
    const raw = this.raw(collection, row);
    return raw === undefined ? undefined : decodeDoc(raw);
  }

  raw(collection: Collection, row: number): Buffer | undefined {
    return blob(rowOf(collection.statement("SELECT doc FROM $ WHERE row = ?").get(row))[0]);
  }

  /** The rows whose stored form is not what the transaction sees. */
  divergentRows(collection: Collection, transaction: Transaction | undefined): Set<number> {
    if (transaction === undefined) return new Set();
    const rows = new Set(transaction.changes.get(collection)?.keys());
    for (const row of this.history.rowsSince(collection, transaction.snapshot)) rows.add(row);
    return rows;
  }

  /** Throws before anything is written when one of the rows is held by somebody else. */
  checkRows(collection: Collection, rows: readonly number[], transaction: Transaction | undefined): void {
    for (const row of rows) this.conflicts.checkRow(collection, row, transaction);
  }

  // Writing

  insert(collection: Collection, document: Doc, transaction: Transaction | undefined): void {
    const row = collection.nextRow;
    this.change(collection, row, undefined, document, transaction, () => insertLog(collection, document));
    collection.nextRow = row + 1;
  }

  update(
    collection: Collection,
    old: Row,
    document: Doc,
    changes: Changes,
    transaction: Transaction | undefined,
  ): void {
    this.change(collection, old.row, old.document, document, transaction, () =>
      updateLog(collection, old.document, document, changes),
    );
  }

  remove(collection: Collection, old: Row, transaction: Transaction | undefined): void {
    this.change(collection, old.row, old.document, undefined, transaction, () => deleteLog(collection, old.document));
  }

  private change(
    collection: Collection,
    row: number,
    before: Doc | undefined,
    after: Doc | undefined,
    transaction: Transaction | undefined,
    log: () => LogDraft,
  ): void {
    this.conflicts.checkRow(collection, row, transaction);
    const raw = after === undefined ? undefined : encodeBriefly(after);
    if (raw !== undefined && raw.length > MAX_DOCUMENT_BYTES) {
      throw new MongoError(
        "BSONObjectTooLarge",
        `BSONObj size: ${raw.length} is invalid. Size must be between 0 and 16793600(16MB)`,
      );
    }
    const plans = collection.indexes.map((index) => planIndex(index, before, after));
    for (const plan of plans) {
      if (plan.index.isUnique)
        for (const entry of plan.added) this.conflicts.checkUnique(collection, plan.index, entry, row, transaction);
    }
    if (transaction === undefined) {
      this.apply(collection, row, before, raw, plans);
      const draft = log();
      this.oplog.append(this.oplog.tick(), draft.db, draft.coll, this.stamp(draft.body));
      return;
    }
    this.hold(collection, row, before, after, raw, plans, transaction);
    transaction.log.push(log());
  }

  /** Keeps the change in the transaction and its locks. */
  private hold(
    collection: Collection,
    row: number,
    before: Doc | undefined,
    after: Doc | undefined,
    raw: Buffer | undefined,
    plans: readonly IndexPlan[],
    transaction: Transaction,
  ): void {
    transaction.bytes += (raw?.length ?? 0) + 200;
    if (transaction.bytes > MAX_TRANSACTION_BYTES) {
      throw new MongoError({ code: 257 }, "Total size of all transaction operations must be less than 268435456 bytes");
    }
    const changes = transaction.changesIn(collection);
    const known = changes.get(row);
    if (known === undefined) changes.set(row, { before, after });
    else known.after = after;
    this.conflicts.lock(collection, row, plans, transaction);
  }

  /** Writes one checked change to SQLite. */
  private apply(
    collection: Collection,
    row: number,
    before: Doc | undefined,
    raw: Buffer | undefined,
    plans: readonly IndexPlan[],
  ): void {
    this.database.write();
    const isNeeded = this.open.size > 0;
    if (isNeeded) this.beforeWrite();
    this.history.record(collection, row, isNeeded && before !== undefined ? encodeDoc(before) : undefined, isNeeded);
    if (raw === undefined) collection.statement("DELETE FROM $ WHERE row = ?").run(row);
    else if (before === undefined) collection.statement("INSERT INTO $ (row, doc) VALUES (?, ?)").run(row, raw);
    else collection.statement("UPDATE $ SET doc = ? WHERE row = ?").run(raw, row);
    for (const plan of plans) applyIndex(this.catalog, plan, row);
    if (collection.size !== undefined) collection.size += (raw === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    if (this.history.bytes > MAX_HISTORY_BYTES) for (const transaction of this.open) this.endTransaction(transaction);
  }

  /** Fills a new index from the documents there are; throws DuplicateKey as MongoDB does. */
  buildIndex(collection: Collection, index: Index): void {
    for (const { row, plan } of entriesToBuild(collection, index).flatMap((page) => page)) {
      if (index.isUnique)
        for (const entry of plan.added) this.conflicts.checkUnique(collection, index, entry, row, undefined);
      applyIndex(this.catalog, plan, row);
    }
  }

  /** Makes the keys anew, as after ICU's order has changed. */
  private rebuildIndex(collection: Collection, index: Index): void {
    this.database.write();
    index.statement("DELETE FROM $").run();
    this.buildIndex(collection, index);
    this.catalog.saveIndex(index);
  }

  /** Tells change streams of a collection made outside transactions. */
  logCreation(collection: Collection): void {
    this.oplog.append(this.oplog.tick(), collection.db, collection.name, this.stamp(createLog(collection)));
  }

  // Ending transactions

  commit(transaction: Transaction, identity: Doc): bigint {
    const clusterTime = this.oplog.tick();
    for (const made of this.catalog.settle(transaction, true)) {
      this.oplog.append(clusterTime, made.db, made.name, this.stamp(createLog(made)));
    }
    this.conflicts.release(transaction);
    this.open.delete(transaction);
    for (const [collection, changes] of transaction.changes) this.applyAll(collection, changes);
    for (const draft of transaction.log) {
      this.database.write();
      const body = this.stamp(draft.body);
      for (const [name, value] of identity) body.set(name, value);
      this.oplog.append(clusterTime, draft.db, draft.coll, body);
    }
    this.forget(transaction);
    return clusterTime;
  }

  /** Removals first, so that a key may move from one document to another. */
  private applyAll(
    collection: Collection,
    changes: Map<number, { before: Doc | undefined; after: Doc | undefined }>,
  ): void {
    const planned = [...changes].map(([row, { before, after }]) => ({
      row,
      before,
      raw: after === undefined ? undefined : encodeDoc(after),
      plans: collection.indexes.map((index) => planIndex(index, before, after)),
    }));
    for (const { row, before, raw, plans } of planned) {
      if (before === undefined && raw === undefined) continue;
      this.apply(collection, row, before, raw, plans);
    }
  }

  endTransaction(transaction: Transaction): void {
    this.catalog.settle(transaction, false);
    this.forget(transaction);
  }

  private forget(transaction: Transaction, lost?: Error): void {
    this.conflicts.release(transaction);
    this.open.delete(transaction);
    if (this.open.size === 0) this.history.forget();
    transaction.close(lost);
  }

  /** The open transaction that wrote to the collection, if any. */
  writerOf(collection: Collection): Transaction | undefined {
    for (const transaction of this.open) if (transaction.changes.has(collection)) return transaction;
    return undefined;
  }

  private stamp(body: Doc): Doc {
    return body.set("wall", new DateTime(BigInt(this.now())));
  }

  close(): void {
    for (const transaction of this.open) this.endTransaction(transaction);
    this.database.close();
  }
}

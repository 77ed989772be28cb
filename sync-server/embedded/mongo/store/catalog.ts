import { randomUUID } from "node:crypto";
import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import { encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import { Binary, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, transientConflict } from "#server/embedded/mongo/error.ts";
import { KEY_VERSION } from "#server/embedded/mongo/query/collation.ts";
import { Collection, Index } from "./collection.ts";
import { BlockedByTransaction } from "./transaction.ts";
import type { Transaction } from "./transaction.ts";
import type { Database } from "./database.ts";

type AcceptsOf = (partial: Doc, collation: Value | undefined) => (source: Doc) => boolean;

/** Which collections and indexes there are; a copy in memory of what the file says. */
export class Catalog {
  private readonly database: Database;
  private readonly acceptsOf: AcceptsOf;
  private byNamespace = new Map<string, Collection<Transaction>>();
  private byId = new Map<number, Collection<Transaction>>();
  private nextId = 1;
  /** Made by transactions that were lost; nobody sees them, and `sweep` removes them. */
  private leftOver: Collection[] = [];
  /** Begun and never finished. */
  private unbuilt: { collection: Collection; index: Index }[] = [];
  /** Indexes whose keys were made under another version of the collation's order. */
  outdated: { collection: Collection; index: Index }[] = [];
  /** Told that what had this name is no longer there under it. */
  onGone: (namespace: string) => void = () => {};

  constructor(database: Database, acceptsOf: AcceptsOf) {
    this.database = database;
    this.acceptsOf = acceptsOf;
    this.load();
    this.sweep();
  }

  /** Reads the file again, as after a lost batch. */
  load(): void {
    const { sql } = this.database;
    this.byNamespace = new Map();
    this.byId = new Map();
    this.nextId = 1;
    this.leftOver = [];
    this.unbuilt = [];
    this.outdated = [];
    const owners = new Map<number, Collection>();
    for (const row of sql.prepare("SELECT id, body FROM collections ORDER BY id").all()) {
      const body = decodeBlob(row["body"]);
      const collection = new Collection<Transaction>(sql, Number(row["id"]), body);
      owners.set(collection.id, collection);
      this.nextId = Math.max(this.nextId, collection.id + 1);
      if (body.get("pending") === true) this.leftOver.push(collection);
      else this.remember(collection);
    }
    for (const row of sql.prepare("SELECT id, collection, body FROM indexes ORDER BY id").all()) {
      const body = decodeBlob(row["body"]);
      const spec = body.get("spec");
      const owner = owners.get(Number(row["collection"]));
      const id = Number(row["id"]);
      this.nextId = Math.max(this.nextId, id + 1);
      if (!isDoc(spec) || owner === undefined) continue;
      const index = this.makeIndex(id, spec, body.get("multikey") === true);
      owner.indexes.push(index);
      index.isBuilding = body.get("building") === true;
      if (index.isBuilding) this.unbuilt.push({ collection: owner, index });
      else if (index.collation !== undefined && body.get("keys") !== KEY_VERSION)
        this.outdated.push({ collection: owner, index });
    }
  }

  /** Removes what lost transactions and builds left; to be called again after a batch was lost, once writing may work again. */
  sweep(): void {
    for (const { collection, index } of this.unbuilt.splice(0)) this.dropIndex(collection, index);
    const doomed = this.leftOver;
    this.leftOver = [];
    for (const collection of doomed) this.dropTables(collection);
  }

  private remember(collection: Collection<Transaction>): void {
    this.byNamespace.set(collection.namespace, collection);
    this.byId.set(collection.id, collection);
    this.nextId = Math.max(this.nextId, collection.id + 1);
  }

  /** The collection as the transaction (or nobody's) may use it; throws when its snapshot can no longer be read. */
  find(db: string, name: string, transaction?: Transaction): Collection | undefined {
    const collection = this.byNamespace.get(`${db}.${name}`);
    if (transaction?.gone.has(`${db}.${name}`) === true && collection?.owner !== transaction) throw snapshotGone();
    return collection?.owner === undefined || collection.owner === transaction ? collection : undefined;
  }

  /** Gives a transaction's collections to everybody, or takes them back. */
  settle(transaction: Transaction, isCommitted: boolean): Collection[] {
    const own = [...this.byId.values()].filter((collection) => collection.owner === transaction);
    for (const collection of own) {
      collection.owner = undefined;
      if (isCommitted) this.saveCollection(collection);
      else this.drop(collection);
    }
    return own;
  }

  byNumber(id: number): Collection | undefined {
    return this.byId.get(id);
  }

  all(): Collection[] {
    return [...this.byId.values()].filter((collection) => collection.owner === undefined);
  }

  inDatabase(db: string): Collection[] {
    return this.all().filter((collection) => collection.db === db);
  }

  create(db: string, name: string, options: Doc, transaction?: Transaction): Collection {
    const rival = this.byNamespace.get(`${db}.${name}`)?.owner;
    if (rival !== undefined) {
      if (transaction === undefined) throw new BlockedByTransaction(rival);
      throw transientConflict();
    }
    this.database.write();
    const id = this.nextId;
    const uuid = new Binary(4, Buffer.from(randomUUID().replaceAll("-", ""), "hex"));
    const pending = transaction === undefined ? undefined : true;
    const body = encodeDoc(doc({ db, name, uuid, options, pending }));
    const { sql } = this.database;
    sql.exec(`CREATE TABLE c${id} (row INTEGER PRIMARY KEY, doc BLOB NOT NULL)`);
    sql.prepare("INSERT INTO collections (id, body) VALUES (?, ?)").run(id, body);
    const collection = new Collection<Transaction>(sql, id, decodeDoc(body));
    collection.owner = transaction;
    this.remember(collection);
    const idSpec = doc({ v: 2, key: doc({ _id: 1 }), name: "_id_" });
    const collation = options.get("collation");
    if (collation !== undefined) idSpec.set("collation", collation);
    this.addIndex(collection, idSpec);
    return collection;
  }

  /** An empty index: its keys are the caller's to write. */
  addIndex(collection: Collection, spec: Doc, isBuilding = false): Index {
    this.database.write();
    const id = this.nextId;
    this.nextId += 1;
    const { sql } = this.database;
    sql.exec(`CREATE TABLE i${id} (k BLOB NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (k, row)) WITHOUT ROWID`);
    const index = this.makeIndex(id, spec, false);
    index.isBuilding = isBuilding;
    const insert = sql.prepare("INSERT INTO indexes (id, collection, body) VALUES (?, ?, ?)");
    insert.run(id, collection.id, encodeDoc(index.body()));
    collection.indexes.push(index);
    return index;
  }

  private makeIndex(id: number, spec: Doc, isMultikey: boolean): Index {
    const index = new Index(this.database.sql, id, spec, isMultikey);
    const collation = spec.get("collation");
    if (index.partial !== undefined) index.accepts = this.acceptsOf(index.partial, collation);
    index.meets = (condition, source) => this.acceptsOf(condition, collation)(source);
    return index;
  }

  /** Stores what changed about an index that exists. */
  saveIndex(index: Index): void {
    this.database.write();
    this.database.sql.prepare("UPDATE indexes SET body = ? WHERE id = ?").run(encodeDoc(index.body()), index.id);
  }

  saveCollection(collection: Collection): void {
    this.database.write();
    const update = this.database.sql.prepare("UPDATE collections SET body = ? WHERE id = ?");
    update.run(encodeDoc(collection.body()), collection.id);
  }

  dropIndex(collection: Collection, index: Index): void {
    this.database.write();
    collection.indexes = collection.indexes.filter((other) => other !== index);
    this.database.sql.exec(`DROP TABLE i${index.id}`);
    this.database.sql.prepare("DELETE FROM indexes WHERE id = ?").run(index.id);
  }

  drop(collection: Collection): void {
    this.dropTables(collection);
    this.byNamespace.delete(collection.namespace);
    this.byId.delete(collection.id);
    if (collection.owner === undefined) this.onGone(collection.namespace);
  }

  private dropTables(collection: Collection): void {
    this.database.write();
    const { sql } = this.database;
    for (const index of collection.indexes) sql.exec(`DROP TABLE i${index.id}`);
    sql.exec(`DROP TABLE c${collection.id}`);
    sql.prepare("DELETE FROM indexes WHERE collection = ?").run(collection.id);
    sql.prepare("DELETE FROM collections WHERE id = ?").run(collection.id);
  }

  /** The same documents under another name. */
  rename(collection: Collection, db: string, name: string): Collection {
    const rival = this.byNamespace.get(`${db}.${name}`)?.owner;
    if (rival !== undefined) throw new BlockedByTransaction(rival);
    this.database.write();
    const body = doc({ db, name, uuid: collection.uuid, options: collection.options });
    const renamed = new Collection<Transaction>(this.database.sql, collection.id, body);
    renamed.indexes = collection.indexes;
    renamed.nextRow = collection.nextRow;
    this.byNamespace.delete(collection.namespace);
    this.onGone(collection.namespace);
    this.remember(renamed);
    this.saveCollection(renamed);
    return renamed;
  }
}

function snapshotGone(): MongoError {
  return new MongoError(
    "SnapshotUnavailable",
    "Unable to read from a snapshot due to pending collection catalog changes; please retry the operation.",
    ["TransientTransactionError"],
  );
}

export function decodeBlob(value: unknown): Doc {
  if (!(value instanceof Uint8Array)) throw new TypeError("a stored document is missing");
  return decodeDoc(value);
}

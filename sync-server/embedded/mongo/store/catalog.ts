import { randomUUID } from "node:crypto";
import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import { encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import { Binary, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { transientConflict } from "#server/embedded/mongo/error.ts";
import { Collection, Index } from "./collection.ts";
import { BlockedByTransaction } from "./transaction.ts";
import type { Transaction } from "./transaction.ts";
import type { Database } from "./database.ts";

type AcceptsOf = (partial: Doc) => (source: Doc) => boolean;

/** Which collections and indexes there are; a copy in memory of what the file says. */
export class Catalog {
  private readonly database: Database;
  private readonly acceptsOf: AcceptsOf;
  private byNamespace = new Map<string, Collection>();
  private byId = new Map<number, Collection>();
  private nextId = 1;

  constructor(database: Database, acceptsOf: AcceptsOf) {
    this.database = database;
    this.acceptsOf = acceptsOf;
    this.load();
  }

  /** Reads the file again, as after a lost batch. */
  load(): void {
    const { sql } = this.database;
    this.byNamespace = new Map();
    this.byId = new Map();
    this.nextId = 1;
    const leftOver: Collection[] = [];
    for (const row of sql.prepare("SELECT id, body FROM collections ORDER BY id").all()) {
      const body = decodeBlob(row["body"]);
      const collection = new Collection(sql, Number(row["id"]), body);
      this.remember(collection);
      if (body.get("pending") === true) leftOver.push(collection);
    }
    for (const row of sql.prepare("SELECT id, collection, body FROM indexes ORDER BY id").all()) {
      const body = decodeBlob(row["body"]);
      const spec = body.get("spec");
      const owner = this.byId.get(Number(row["collection"]));
      const id = Number(row["id"]);
      this.nextId = Math.max(this.nextId, id + 1);
      if (isDoc(spec)) owner?.indexes.push(this.makeIndex(id, spec, body.get("multikey") === true));
    }
    // Made by transactions that died with the process.
    for (const collection of leftOver) this.drop(collection);
  }

  private remember(collection: Collection): void {
    this.byNamespace.set(collection.namespace, collection);
    this.byId.set(collection.id, collection);
    this.nextId = Math.max(this.nextId, collection.id + 1);
  }

  find(db: string, name: string, transaction?: Transaction): Collection | undefined {
    const collection = this.byNamespace.get(`${db}.${name}`);
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
    const collection = new Collection(sql, id, decodeDoc(body));
    collection.owner = transaction;
    this.remember(collection);
    const idSpec = doc({ v: 2, key: doc({ _id: 1 }), name: "_id_" });
    const collation = options.get("collation");
    if (collation !== undefined) idSpec.set("collation", collation);
    this.addIndex(collection, idSpec);
    return collection;
  }

  /** An empty index: its keys are the caller's to write. */
  addIndex(collection: Collection, spec: Doc): Index {
    this.database.write();
    const id = this.nextId;
    this.nextId += 1;
    const { sql } = this.database;
    sql.exec(`CREATE TABLE i${id} (k BLOB NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (k, row)) WITHOUT ROWID`);
    const index = this.makeIndex(id, spec, false);
    const insert = sql.prepare("INSERT INTO indexes (id, collection, body) VALUES (?, ?, ?)");
    insert.run(id, collection.id, encodeDoc(index.body()));
    collection.indexes.push(index);
    return index;
  }

  private makeIndex(id: number, spec: Doc, isMultikey: boolean): Index {
    const index = new Index(this.database.sql, id, spec, isMultikey);
    if (index.partial !== undefined) index.accepts = this.acceptsOf(index.partial);
    index.meets = (condition, source) => this.acceptsOf(condition)(source);
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
    this.database.write();
    const { sql } = this.database;
    for (const index of collection.indexes) sql.exec(`DROP TABLE i${index.id}`);
    sql.exec(`DROP TABLE c${collection.id}`);
    sql.prepare("DELETE FROM indexes WHERE collection = ?").run(collection.id);
    sql.prepare("DELETE FROM collections WHERE id = ?").run(collection.id);
    this.byNamespace.delete(collection.namespace);
    this.byId.delete(collection.id);
  }

  /** The same documents under another name. */
  rename(collection: Collection, db: string, name: string): Collection {
    this.database.write();
    const body = doc({ db, name, uuid: collection.uuid, options: collection.options });
    const renamed = new Collection(this.database.sql, collection.id, body);
    renamed.indexes = collection.indexes;
    renamed.nextRow = collection.nextRow;
    this.byNamespace.delete(collection.namespace);
    this.remember(renamed);
    this.saveCollection(renamed);
    return renamed;
  }
}

export function decodeBlob(value: unknown): Doc {
  if (!(value instanceof Uint8Array)) throw new TypeError("a stored document is missing");
  return decodeDoc(value);
}

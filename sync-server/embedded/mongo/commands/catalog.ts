import { DateTime, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import type { Cursors } from "#server/embedded/mongo/cursors.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { collationOf } from "#server/embedded/mongo/query/collation.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { createLog } from "#server/embedded/mongo/store/log-drafts.ts";
import { BlockedByTransaction } from "#server/embedded/mongo/store/transaction.ts";
import { countField, docField, findCollection, flagField, namedCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { iterate, sourceOf } from "./sources.ts";
import { modifyIndex } from "./modify-index.ts";
import { databaseBytes } from "./stats.ts";
import { checkView } from "./view-check.ts";
import { viewOf } from "./views.ts";
import { patiently } from "./statements.ts";

const COLLECTION_OPTIONS = [
  "validator",
  "validationLevel",
  "validationAction",
  "collation",
  "changeStreamPreAndPostImages",
  "viewOn",
  "pipeline",
];
const IGNORED = ["writeConcern", "comment", "autoIndexId", "encryptedFields", "storageEngine", "idIndex"];
const GENERIC = [
  "create",
  "lsid",
  "readConcern",
  "$db",
  "$clusterTime",
  "txnNumber",
  "startTransaction",
  "autocommit",
  "$readPreference",
  "maxTimeMS",
  "apiVersion",
  "apiStrict",
  "apiDeprecationErrors",
];

export function create(command: Command): Doc {
  const { body, db, services } = command;
  const name = namedCollection(command);
  const options: Doc = new Map();
  for (const [field, value] of body) {
    if (COLLECTION_OPTIONS.includes(field)) options.set(field, value);
    else if (!IGNORED.includes(field) && !GENERIC.includes(field) && value !== false) {
      throw new MongoError("CommandNotSupported", `create option '${field}' is not supported`);
    }
  }
  collationOf(options.get("collation"));
  checkView(command, db, name, options);
  const validator = options.get("validator");
  if (isDoc(validator)) compileFilter(validator, command.environment());
  const known = findCollection(command, name);
  if (known !== undefined) {
    if (sameOptions(known.options, options)) return new Map();
    throw new MongoError("NamespaceExists", `Collection ${db}.${name} already exists.`);
  }
  const made = services.store.catalog.create(db, name, options, command.transaction);
  if (command.transaction === undefined) logEvent(command, db, name, createLog(made));
  return new Map();
}

function sameOptions(left: Doc, right: Doc): boolean {
  return (
    JSON.stringify([...left.keys()].toSorted()) === JSON.stringify([...right.keys()].toSorted()) && left.size === 0
  );
}

export function logEvent(command: Command, db: string, coll: string, body: Doc): void {
  const { oplog } = command.services.store;
  command.services.store.database.write();
  oplog.append(oplog.tick(), db, coll, body.set("wall", new DateTime(BigInt(command.services.now()))));
}

export async function drop(command: Command): Promise<Doc> {
  const name = namedCollection(command);
  return patiently(command, () => {
    const collection = findCollection(command, name);
    if (collection === undefined) return new Map();
    const nIndexesWas = collection.indexes.length;
    removeCollection(command, collection);
    return doc({ nIndexesWas, ns: collection.namespace });
  });
}

export function removeCollection(command: Command, collection: Collection): void {
  const { store, cursors } = command.services;
  const holder = store.writerOf(collection);
  if (holder !== undefined) throw new BlockedByTransaction(holder);
  breakOffReaders(cursors, collection, `collection dropped: ${collection.namespace}`);
  store.catalog.drop(collection);
  logEvent(command, collection.db, collection.name, doc({ op: "drop", uuid: collection.uuid }));
}

/** Change streams live on: they tell of it. */
export function breakOffReaders(cursors: Cursors, collection: Collection, reason: string): void {
  cursors.breakOffWhere(
    ({ namespace, source }) => namespace === collection.namespace && source.wait === undefined,
    reason,
  );
}

export async function dropDatabase(command: Command): Promise<Doc> {
  const { services, db } = command;
  return patiently(command, () => {
    const collections = services.store.catalog.inDatabase(db);
    for (const collection of collections) removeCollection(command, collection);
    if (collections.length > 0) logEvent(command, db, "", doc({ op: "dropDatabase" }));
    return doc({ dropped: db });
  });
}

export function listCollections(command: Command): Doc {
  const { body, services, db } = command;
  const filter = compileFilter(docField(body, "filter"), command.environment());
  const nameOnly = flagField(body, "nameOnly");
  const documents = services.store.catalog
    .inDatabase(db)
    .map(describeCollection)
    .filter((item) => filter(item));
  const shown = nameOnly ? documents.map((item) => doc({ name: item.get("name"), type: item.get("type") })) : documents;
  return cursorOver(command, `${db}.$cmd.listCollections`, shown);
}

function describeCollection(collection: Collection): Doc {
  return doc({
    name: collection.name,
    type: viewOf(collection) === undefined ? "collection" : "view",
    options: collection.options,
    info: doc({ readOnly: false, uuid: collection.uuid }),
    idIndex: doc({ v: 2, key: doc({ _id: 1 }), name: "_id_" }),
  });
}

export function cursorOver(command: Command, namespace: string, documents: readonly Doc[]): Doc {
  const batchSize = countField(docField(command.body, "cursor"), "batchSize") ?? 101;
  const source = sourceOf(iterate(documents));
  const { session, transaction, services } = command;
  return services.cursors.open(
    { namespace, source, sessionKey: session?.key, transaction, isTimeless: false },
    batchSize,
    false,
  );
}

export function listDatabases(command: Command): Doc {
  const { body, services } = command;
  const filter = compileFilter(docField(body, "filter"), command.environment());
  const names = [...new Set(services.store.catalog.all().map((collection) => collection.db))].toSorted();
  const nameOnly = flagField(body, "nameOnly");
  if (nameOnly) return doc({ databases: names.map((name) => doc({ name })).filter((item) => filter(item)) });
  let total = 0;
  const databases = names.flatMap((name) => {
    const bytes = databaseBytes(services, name);
    const item = doc({ name, sizeOnDisk: BigInt(bytes), empty: false });
    if (!filter(item)) return [];
    total += bytes;
    return [item];
  });
  return doc({ databases, totalSize: BigInt(total), totalSizeMb: BigInt(Math.floor(total / 1048576)) });
}

/** Changes what an existing collection or one of its indexes is held to. */
export function collMod(command: Command): Doc {
  const { body } = command;
  const name = namedCollection(command);
  const collection = findCollection(command, name);
  if (collection === undefined) throw new MongoError("NamespaceNotFound", `ns does not exist: ${command.db}.${name}`);
  const reply: Doc = new Map();
  const options: Doc = new Map(collection.options);
  for (const [field, value] of body) {
    if (field === "index") modifyIndex(command, collection, docField(body, "index"), reply);
    else if (COLLECTION_OPTIONS.includes(field) && field !== "collation") options.set(field, value);
    else if (field !== "collMod" && !GENERIC.includes(field) && !IGNORED.includes(field)) {
      throw new MongoError("CommandNotSupported", `collMod option '${field}' is not supported`);
    }
  }
  const validator = options.get("validator");
  if (isDoc(validator)) compileFilter(validator, command.environment());
  collection.options = options;
  command.services.store.catalog.saveCollection(collection);
  logEvent(command, collection.db, name, doc({ op: "modify", uuid: collection.uuid, description: new Map() }));
  return reply;
}

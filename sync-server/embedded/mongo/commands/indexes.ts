import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { collationOf, sameCollation } from "#server/embedded/mongo/query/collation.ts";
import type { Collection, Index } from "#server/embedded/mongo/store/collection.ts";
import { cursorOver, logEvent } from "./catalog.ts";
import { docsField, ensureCollection, findCollection, namedCollection, writableCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { indexSpec } from "./index-spec.ts";
import { refuseUnknownFields } from "./read-options.ts";
import { patiently } from "./statements.ts";
import { buildInSteps } from "#server/embedded/mongo/store/index-build.ts";
import { BlockedByTransaction } from "#server/embedded/mongo/store/transaction.ts";

/** MongoDB's own bound. */
const MAX_INDEXES = 64;
/** Documents that are taken into a new index at once; of more, some at a time, since everybody else waits meanwhile. */
const BUILT_AT_ONCE = 5000;

export async function createIndexes(command: Command): Promise<Doc> {
  const name = writableCollection(command);
  refuseUnknownFields(command, ["indexes", "ignoreUnknownIndexOptions", "commitQuorum"]);
  const known = findCollection(command, name);
  const inherited = known?.options.get("collation");
  const given = docsField(command.body, "indexes");
  if (given.length === 0) throw badValue("Must specify at least one index to create");
  const specs = given.map((spec) => indexSpec(command, spec, inherited));
  const wasThere = known !== undefined;
  const collection = ensureCollection(command, command.db, name);
  if (command.transaction !== undefined && collection.owner !== command.transaction) {
    throw new MongoError(
      "OperationNotSupportedInTransaction",
      "Cannot create new indexes on existing collection in a multi-document transaction.",
    );
  }
  // What the transaction inserted is not in the table yet, from which an index is built.
  if (command.transaction?.changes.has(collection) === true) {
    throw new MongoError(
      "OperationNotSupportedInTransaction",
      "Cannot create new indexes on non-empty collection in a multi-document transaction.",
    );
  }
  const numIndexesBefore = collection.indexes.length;
  let numIndexesAfter = numIndexesBefore;
  for (const spec of specs) {
    // Looked up again: while this waited, the collection may have become another one.
    const current = (): Collection => ensureCollection(command, command.db, name);
    const built = await patiently(command, () => createIndex(command, current(), spec));
    await built();
    numIndexesAfter = current().indexes.length;
  }
  return doc({
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically: !wasThere,
    note: numIndexesBefore === numIndexesAfter ? "all indexes already exist" : undefined,
  });
}

/** Builds that are under way, by their indexes: whoever asks for the same waits for it. */
const builds = new WeakMap<Index, Promise<void>>();

/** Makes it at once, or answers with what builds it while others go on. */
function createIndex(command: Command, collection: Collection, spec: Doc): () => Promise<void> {
  const known = conflicting(collection, spec);
  if (known !== undefined) return () => builds.get(known) ?? Promise.resolve();
  if (collection.indexes.length >= MAX_INDEXES)
    throw new MongoError(
      "CannotCreateIndex",
      `add index fails, too many indexes for ${collection.namespace} key:${showValue(spec.get("key") ?? null)}`,
    );
  const { store } = command.services;
  const holder = store.writerOf(collection);
  if (holder !== undefined && holder !== command.transaction) throw new BlockedByTransaction(holder);
  const isLong = command.transaction === undefined && spec.get("unique") !== true && collection.count() > BUILT_AT_ONCE;
  const index = store.catalog.addIndex(collection, spec, isLong);
  if (isLong) {
    const build = buildLong(command, collection, index);
    builds.set(index, build);
    return () => build;
  }
  try {
    store.buildIndex(collection, index);
    logCreated(command, collection, spec);
  } catch (error) {
    store.catalog.dropIndex(collection, index);
    throw error;
  }
  return () => Promise.resolve();
}

async function buildLong(command: Command, collection: Collection, index: Index): Promise<void> {
  const { store } = command.services;
  try {
    await buildInSteps(store, collection, index);
    logCreated(command, collection, index.spec);
  } catch (error) {
    // The collection may have another name by now.
    const owner = store.catalog.byNumber(collection.id);
    if (owner?.indexes.includes(index) === true) store.catalog.dropIndex(owner, index);
    throw error;
  } finally {
    builds.delete(index);
  }
}

function logCreated(command: Command, { db, name: coll, uuid }: Collection, spec: Doc): void {
  const body = doc({ op: "createIndexes", uuid, description: doc({ indexes: [spec] }) });
  if (command.transaction === undefined) logEvent(command, db, coll, body);
  else command.transaction.log.push({ db, coll, body });
}

/** The same index when it is there already; another one in its place is an error. */
function conflicting(collection: Collection, spec: Doc): Index | undefined {
  for (const index of collection.indexes) {
    const hasSameName = index.name === spec.get("name");
    const hasSameKey = compareValues(index.spec.get("key"), spec.get("key")) === 0;
    const requested = `Requested index: ${showValue(spec)}, existing index: ${showValue(index.spec)}`;
    if (hasSameKey && index.isId) return index;
    if (hasSameName && !hasSameKey) {
      throw new MongoError(
        "IndexKeySpecsConflict",
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. ${requested}`,
      );
    }
    if (!hasSameKey || (!hasSameName && !isEquivalent(index, spec))) continue;
    if (!isEquivalent(index, spec) || !hasSameExpiry(index, spec)) {
      throw new MongoError(
        hasSameName && !isEquivalent(index, spec) ? "IndexKeySpecsConflict" : "IndexOptionsConflict",
        `An equivalent index already exists with ${hasSameName ? "the same" : "a different"} name but different options. ${requested}`,
      );
    }
    if (hasSameName) return index;
    throw new MongoError("IndexOptionsConflict", `Index already exists with a different name: ${index.name}`);
  }
  return undefined;
}

/** Whether both hold the same entries: two such indexes beside one another would be one too many. */
function isEquivalent(index: Index, spec: Doc): boolean {
  return (
    index.isUnique === (spec.get("unique") === true) &&
    index.isSparse === (spec.get("sparse") === true) &&
    compareValues(index.spec.get("partialFilterExpression"), spec.get("partialFilterExpression")) === 0 &&
    sameCollation(index.collation, collationOf(spec.get("collation")))
  );
}

function hasSameExpiry(index: Index, spec: Doc): boolean {
  return compareValues(index.spec.get("expireAfterSeconds"), spec.get("expireAfterSeconds")) === 0;
}

export function listIndexes(command: Command): Doc {
  const name = namedCollection(command);
  const collection = findCollection(command, name);
  if (collection === undefined) throw new MongoError("NamespaceNotFound", `ns does not exist: ${command.db}.${name}`);
  return cursorOver(
    command,
    collection.namespace,
    collection.indexes.map((index) => index.spec),
  );
}

export async function dropIndexes(command: Command): Promise<Doc> {
  const name = namedCollection(command);
  refuseUnknownFields(command, ["index"]);
  const wanted = command.body.get("index");
  const targets = Array.isArray(wanted) ? wanted : [wanted ?? "*"];
  const { store, cursors } = command.services;
  return patiently(command, () => {
    const collection = findCollection(command, name);
    if (collection === undefined) throw new MongoError("NamespaceNotFound", `ns not found ${command.db}.${name}`);
    const nIndexesWas = collection.indexes.length;
    const doomed = targets.flatMap((target) => matchingIndexes(collection, target));
    const holder = store.writerOf(collection);
    if (holder !== undefined) throw new BlockedByTransaction(holder);
    // Any cursor may be in the midst of such an index; those of transactions read to their end first.
    store.beforeWrite();
    cursors.breakOffWhere(
      ({ namespace, source, isFrozen }) => namespace === collection.namespace && source.wait === undefined && !isFrozen,
      `an index of ${collection.namespace} was dropped: ${doomed.map((index) => index.name).join(", ")}`,
    );
    for (const index of doomed) {
      store.catalog.dropIndex(collection, index);
      logEvent(
        command,
        collection.db,
        collection.name,
        doc({ op: "dropIndexes", uuid: collection.uuid, description: doc({ indexes: [index.spec] }) }),
      );
    }
    return doc({ nIndexesWas });
  });
}

function matchingIndexes(collection: Collection, target: Value): Index[] {
  if (target === "*") return collection.indexes.filter((index) => !index.isId);
  const found = collection.indexes.filter((index) =>
    typeof target === "string" ? index.name === target : compareValues(index.spec.get("key"), target) === 0,
  );
  if (found.length === 0) {
    throw new MongoError(
      "IndexNotFound",
      typeof target === "string"
        ? `index not found with name [${target}]`
        : `can't find index with key: ${showValue(target)}`,
    );
  }
  if (found.some((index) => index.isId)) throw new MongoError("InvalidOptions", "cannot drop _id index");
  return found;
}

import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { collationOf } from "#server/embedded/mongo/query/collation.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import type { Collection, Index } from "#server/embedded/mongo/store/collection.ts";
import { cursorOver, logEvent } from "./catalog.ts";
import { docsField, ensureCollection, findCollection, namedCollection, writableCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { patiently } from "./statements.ts";
import { BlockedByTransaction } from "#server/embedded/mongo/store/transaction.ts";

const INDEX_OPTIONS = [
  "v",
  "key",
  "name",
  "unique",
  "sparse",
  "partialFilterExpression",
  "expireAfterSeconds",
  "hidden",
  "collation",
];
const WITHOUT_EFFECT = ["background", "ns", "comment"];

export async function createIndexes(command: Command): Promise<Doc> {
  const name = writableCollection(command);
  const specs = docsField(command.body, "indexes").map((spec) => normalizeSpec(command, spec));
  const wasThere = findCollection(command, name) !== undefined;
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
    numIndexesAfter = await patiently(command, () => {
      // Looked up again: while this waited, the collection may have become another one.
      const current = ensureCollection(command, command.db, name);
      createIndex(command, current, spec);
      return current.indexes.length;
    });
  }
  return doc({
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically: !wasThere,
    note: numIndexesBefore === numIndexesAfter ? "all indexes already exist" : undefined,
  });
}

function createIndex(command: Command, collection: Collection, spec: Doc): void {
  const known = conflicting(collection, spec);
  if (known !== undefined) return;
  const { store } = command.services;
  const holder = store.writerOf(collection);
  if (holder !== undefined && holder !== command.transaction) throw new BlockedByTransaction(holder);
  const index = store.catalog.addIndex(collection, spec);
  try {
    store.buildIndex(collection, index);
    const body = doc({ op: "createIndexes", uuid: collection.uuid, description: doc({ indexes: [spec] }) });
    const { db, name: coll } = collection;
    if (command.transaction === undefined) logEvent(command, db, coll, body);
    else command.transaction.log.push({ db, coll, body });
  } catch (error) {
    store.catalog.dropIndex(collection, index);
    throw error;
  }
}

/** The same index when it is there already; another one in its place is an error. */
function conflicting(collection: Collection, spec: Doc): Index | undefined {
  const name = spec.get("name");
  for (const index of collection.indexes) {
    const hasSameKey = compareValues(index.spec.get("key"), spec.get("key")) === 0;
    const isSame = hasSameKey && sameOptions(index, spec);
    if (index.name === name) {
      if (isSame || (hasSameKey && index.isId)) return index;
      throw hasSameKey
        ? new MongoError(
            "IndexOptionsConflict",
            `An equivalent index already exists with the same name but different options. Requested index: ${showValue(spec)}, existing index: ${showValue(index.spec)}`,
          )
        : new MongoError(
            "IndexKeySpecsConflict",
            `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${showValue(spec)}, existing index: ${showValue(index.spec)}`,
          );
    }
    if (isSame) {
      throw new MongoError("IndexOptionsConflict", `Index already exists with a different name: ${index.name}`);
    }
  }
  return undefined;
}

function sameOptions(index: Index, spec: Doc): boolean {
  const flag = (source: Doc, name: string): boolean => source.get(name) === true;
  const other = (name: string): boolean => compareValues(index.spec.get(name), spec.get(name)) === 0;
  return (
    flag(index.spec, "unique") === flag(spec, "unique") &&
    flag(index.spec, "sparse") === flag(spec, "sparse") &&
    other("partialFilterExpression") &&
    other("expireAfterSeconds") &&
    other("collation")
  );
}

function normalizeSpec(command: Command, given: Doc): Doc {
  const key = given.get("key");
  if (!isDoc(key) || key.size === 0) throw new MongoError("CannotCreateIndex", "Index keys cannot be empty.");
  for (const [path, direction] of key) checkKey(path, direction);
  const out = doc({ v: 2, key });
  const name = given.get("name");
  out.set(
    "name",
    typeof name === "string" ? name : [...key].map(([path, value]) => `${path}_${showValue(value)}`).join("_"),
  );
  for (const [option, value] of given) {
    if (WITHOUT_EFFECT.includes(option) || option === "key" || option === "name" || option === "v") continue;
    if (!INDEX_OPTIONS.includes(option)) {
      throw new MongoError(
        "InvalidIndexSpecificationOption",
        `The field '${option}' is not valid for an index specification. Specification: ${showValue(given)}`,
      );
    }
    const isOff =
      (option === "unique" || option === "sparse" || option === "hidden") && (value === false || value === 0);
    if (!isOff) out.set(option, isFlag(option) && isNumber(value) ? true : value);
  }
  checkOptions(command, out);
  return out;
}

function isFlag(option: string): boolean {
  return option === "unique" || option === "sparse" || option === "hidden";
}

function checkKey(path: string, direction: Value): void {
  if (path === "" || path.split(".").includes(""))
    throw new MongoError("CannotCreateIndex", "Index keys cannot be an empty field.");
  if (path.includes("$**") || typeof direction === "string") {
    throw new MongoError(
      "CannotCreateIndex",
      `Index type '${typeof direction === "string" ? direction : "wildcard"}' is not supported`,
    );
  }
  if (path.split(".").some((part) => part.startsWith("$")))
    throw new MongoError("CannotCreateIndex", `Index key contains an illegal field name: field name starts with '$'.`);
  if (!isNumber(direction) || !(Math.abs(toNumber(direction)) > 0)) {
    throw new MongoError(
      "CannotCreateIndex",
      "Values in v:2 index key pattern cannot be of type object. Only numbers > 0, numbers < 0, and strings are allowed.",
    );
  }
}

function checkOptions(command: Command, spec: Doc): void {
  const partial = spec.get("partialFilterExpression");
  if (partial !== undefined) {
    if (!isDoc(partial)) throw new MongoError("CannotCreateIndex", "partialFilterExpression must be an object");
    if (spec.get("sparse") === true)
      throw new MongoError("CannotCreateIndex", 'cannot mix "partialFilterExpression" and "sparse" options');
    compileFilter(partial, command.environment());
  }
  const expiry = spec.get("expireAfterSeconds");
  if (expiry !== undefined && (!isNumber(expiry) || toNumber(expiry) < 0 || toNumber(expiry) > 2147483647)) {
    throw new MongoError(
      "CannotCreateIndex",
      "TTL index 'expireAfterSeconds' option must be within an acceptable range, try a number between 0 and 2147483647",
    );
  }
  const key = spec.get("key");
  if (expiry !== undefined && isDoc(key) && key.size > 1)
    throw new MongoError(
      "CannotCreateIndex",
      "TTL indexes are single-field indexes, compound indexes do not support TTL.",
    );
  collationOf(spec.get("collation"));
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
  const wanted = command.body.get("index");
  const targets = Array.isArray(wanted) ? wanted : [wanted ?? "*"];
  const { store } = command.services;
  return patiently(command, () => {
    const collection = findCollection(command, name);
    if (collection === undefined) throw new MongoError("NamespaceNotFound", `ns not found ${command.db}.${name}`);
    const nIndexesWas = collection.indexes.length;
    const doomed = targets.flatMap((target) => matchingIndexes(collection, target));
    const holder = store.writerOf(collection);
    if (holder !== undefined) throw new BlockedByTransaction(holder);
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

import { encodeBriefly } from "#server/embedded/mongo/bson/encode.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { compilePipeline } from "#server/embedded/mongo/aggregate/update-pipeline.ts";
import { MongoError, failedToParse } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { search } from "#server/embedded/mongo/query/execute.ts";
import type { Found } from "#server/embedded/mongo/query/execute.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { parseSort } from "#server/embedded/mongo/query/sort-key.ts";
import { compileUpdate } from "#server/embedded/mongo/query/update.ts";
import type { Updater } from "#server/embedded/mongo/query/update.ts";
import { upsertBase } from "#server/embedded/mongo/query/upsert.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import {
  docField,
  docsField,
  ensureCollection,
  findCollection,
  flagField,
  writableCollection,
  optionalDocs,
  requiredDoc,
} from "./context.ts";
import { StoredRow } from "#server/embedded/mongo/store/row.ts";
import { MAX_DOCUMENT_BYTES } from "#server/embedded/mongo/store/store.ts";
import { BlockedByTransaction } from "#server/embedded/mongo/store/transaction.ts";
import type { Command } from "./context.ts";
import { checkBatchSize, checkStorable, insertOne, newObjectId, runBatch } from "./insert.ts";
import { environmentFor, refuseUnknownFields, refuseUnknownOptions, timeLimitOf } from "./read-options.ts";
import { validate } from "./document-validation.ts";

/** The last ones are what an operation of a bulkWrite has in their place. */
const UPDATE_OPTIONS =
  "q u c arrayFilters multi upsert upsertSupplied hint collation sort sampleId update filter updateMods constants".split(
    " ",
  );
const DELETE_OPTIONS = ["q", "limit", "hint", "collation", "sampleId", "delete", "filter", "multi"];

const WRITE_FIELDS = ["ordered", "let", "bypassDocumentValidation", "stmtId", "stmtIds", "runtimeConstants"];

export async function update(command: Command): Promise<Doc> {
  const name = writableCollection(command);
  refuseUnknownFields(command, ["updates", ...WRITE_FIELDS]);
  const statements = docsField(command.body, "updates");
  checkBatchSize(statements.length);
  return runBatch(command, statements, (statement) => updateStatement(command, name, statement));
}

export function updateStatement(command: Command, name: string, statement: Doc): Doc {
  refuseUnknownOptions("update.updates", statement, UPDATE_OPTIONS);
  const isMulti = flagField(statement, "multi");
  const isUpsert = flagField(statement, "upsert");
  const collection = findCollection(command, name);
  const environment = environmentFor(command, collection, statement.get("collation"));
  const change = statement.get("u");
  if (isMulti && isDoc(change) && !change.keys().next().value?.startsWith("$")) {
    throw failedToParse("multi update is not supported for replacement-style update");
  }
  if (isMulti && statement.has("sort")) throw failedToParse("Cannot specify sort with multi=true");
  const target = {
    filter: requiredDoc(statement, "q", "update.updates"),
    sort: docField(statement, "sort"),
    hint: statement.get("hint"),
    environment,
    updater: makeUpdater(change, optionalDocs(statement, "arrayFilters"), statement, environment),
  };
  const found = collection === undefined ? [] : findTargets(command, collection, target, isMulti ? undefined : 1);
  if (found.length === 0 && isUpsert) {
    const made = upsert(command, name, target.filter, target.updater);
    return doc({ n: 1, nModified: 0, upserted: made.get("_id") });
  }
  const nModified = collection === undefined ? 0 : updateAll(command, collection, found, target.updater);
  return doc({ n: found.length, nModified });
}

function updateAll(command: Command, collection: Collection, found: readonly Found[], updater: Updater): number {
  const { store } = command.services;
  store.checkRows(
    collection,
    found.map(({ row }) => row.row),
    command.transaction,
  );
  let nModified = 0;
  for (const item of found) {
    try {
      if (updateFound(command, collection, item, updater) !== undefined) nModified += 1;
    } catch (error) {
      // Waiting and beginning again would do the first documents twice.
      if (error instanceof BlockedByTransaction && nModified > 0)
        throw new MongoError("WriteConflict", "a unique key is held by an open transaction");
      throw error;
    }
  }
  return nModified;
}

export function makeUpdater(
  change: Parameters<typeof compileUpdate>[0],
  arrayFilters: readonly Doc[],
  statement: Doc,
  environment: Environment,
): Updater {
  const constants = docField(statement, "c");
  const scope: Environment =
    constants.size === 0 ? environment : environment.withVariables(new Map([...environment.variables, ...constants]));
  return compileUpdate(change, arrayFilters, environment, (stages) => compilePipeline(stages, scope));
}

type Target = { filter: Doc; sort: Doc; hint: ReturnType<Doc["get"]>; environment: Environment };

/** All at once, before the first is written: a write must not bring a document before the search again. */
export function findTargets(
  command: Command,
  collection: Collection,
  target: Target,
  limit: number | undefined,
): Found[] {
  const { filter, hint, environment } = target;
  const request = {
    collection,
    filter,
    sort: parseSort(target.sort),
    hint,
    limit,
    environment,
    transaction: command.transaction,
    time: timeLimitOf(command),
  };
  const found: Found[] = [];
  for (const item of search(command.services.store, request)) {
    found.push(item);
    if (found.length === limit) break;
  }
  return found;
}

/** Told of a document before it is written; what it throws keeps it from being written. */
type Preview = (after: Doc) => void;

/** The document afterwards; undefined when the update changes nothing. */
export function updateFound(
  command: Command,
  collection: Collection,
  found: Found,
  updater: Updater,
  preview?: Preview,
): Doc | undefined {
  const before = found.row.document;
  const { document, changes } = updater(before, { isInsert: false, position: found.position });
  const stored = found.row instanceof StoredRow ? found.row.bytes : encodeBriefly(before);
  const bytes = encodeBriefly(document);
  if (bytes.equals(stored)) return undefined;
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw new MongoError({ code: 17419 }, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  checkStorable(document);
  validate(command, collection, document, before);
  preview?.(document);
  command.services.store.update(
    collection,
    { row: found.row.row, document: before },
    document,
    changes,
    command.transaction,
  );
  return document;
}

export function upsert(command: Command, name: string, filter: Doc, updater: Updater, preview?: Preview): Doc {
  const base = upsertBase(filter);
  const { document } = updater(base, { isInsert: true, position: undefined });
  const [id = newObjectId(command.services.now())] = [document.get("_id"), base.get("_id")].filter(
    (value) => value !== undefined,
  );
  const out: Doc = new Map([["_id", id]]);
  for (const [field, value] of document) if (field !== "_id") out.set(field, value);
  preview?.(out);
  return insertOne(command, ensureCollection(command, command.db, name), out);
}

export async function deleteMany(command: Command): Promise<Doc> {
  const name = writableCollection(command);
  refuseUnknownFields(command, ["deletes", ...WRITE_FIELDS]);
  const statements = docsField(command.body, "deletes");
  checkBatchSize(statements.length);
  return runBatch(command, statements, (statement) => deleteStatement(command, name, statement));
}

export function deleteStatement(command: Command, name: string, statement: Doc): Doc {
  refuseUnknownOptions("delete.deletes", statement, DELETE_OPTIONS);
  const limit = statement.get("limit");
  if (limit === undefined)
    throw new MongoError({ code: 40414 }, "BSON field 'delete.deletes.limit' is missing but a required field");
  const filter = requiredDoc(statement, "q", "delete.deletes");
  const isOne = limitsToOne(limit);
  const collection = findCollection(command, name);
  const environment = environmentFor(command, collection, statement.get("collation"));
  if (collection === undefined) {
    compileFilter(filter, environment);
    return doc({ n: 0 });
  }
  const target = { filter, sort: new Map(), hint: statement.get("hint"), environment };
  const found = findTargets(command, collection, target, isOne ? 1 : undefined);
  command.services.store.checkRows(
    collection,
    found.map(({ row }) => row.row),
    command.transaction,
  );
  for (const { row } of found) command.services.store.remove(collection, row, command.transaction);
  return doc({ n: found.length });
}

function limitsToOne(limit: Value): boolean {
  const number = isNumber(limit) ? toNumber(limit) : undefined;
  if (number !== 0 && number !== 1)
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${showValue(limit)}`);
  return number === 1;
}

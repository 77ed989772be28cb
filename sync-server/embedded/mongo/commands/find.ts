import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { EncodedDoc } from "#server/embedded/mongo/bson/encode.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue, failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import { search } from "#server/embedded/mongo/query/execute.ts";
import type { Found } from "#server/embedded/mongo/query/execute.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { compileProjection } from "#server/embedded/mongo/query/project.ts";
import type { Projection } from "#server/embedded/mongo/query/project.ts";
import { KeyedRow } from "#server/embedded/mongo/query/read-rows.ts";
import { parseSort } from "#server/embedded/mongo/query/sort-key.ts";
import type { SortField } from "#server/embedded/mongo/query/sort-key.ts";
import { spliceOf } from "#server/embedded/mongo/query/splice.ts";
import type { TimeLimit } from "#server/embedded/mongo/query/time-limit.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { StoredRow } from "#server/embedded/mongo/store/row.ts";
import { countField, docField, findCollection, flagField, namedCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { findById } from "./find-by-id.ts";
import { runPipeline } from "./pipeline.ts";
import { checkReadConcern, environmentFor, limited, refuseUnknownFields, timeLimitOf } from "./read-options.ts";
import { sourceOf } from "./sources.ts";
import { interrupted } from "./usage.ts";
import { searchStages, viewOf } from "./views.ts";

const DEFAULT_BATCH = 101;

const FIND_FIELDS = [
  "filter",
  "projection",
  "sort",
  "hint",
  "skip",
  "limit",
  "batchSize",
  "singleBatch",
  "min",
  "max",
  "returnKey",
  "showRecordId",
  "tailable",
  "awaitData",
  "oplogReplay",
  "noCursorTimeout",
  "allowPartialResults",
  "collation",
  "allowDiskUse",
  "let",
];

export function find(command: Command): Doc {
  const quick = findById(command);
  if (quick !== undefined) return quick;
  const { body, services } = command;
  const name = namedCollection(command);
  refuseUnknownFields(command, FIND_FIELDS);
  checkReadConcern(command);
  const collection = findCollection(command, name);
  refuseTailing(body, collection);
  const limit = limitOf(body);
  const batchSize = countField(body, "batchSize") ?? DEFAULT_BATCH;
  const time = timeLimitOf(command);
  const documents = findDocuments(command, name, collection, limit, time);
  const options = {
    namespace: `${command.db}.${name}`,
    source: limited(sourceOf(documents), time),
    sessionKey: command.session?.key,
    transaction: command.transaction,
    isTimeless: flagField(body, "noCursorTimeout"),
  };
  return services.cursors.open(options, batchSize, flagField(body, "singleBatch"));
}

/** Only a capped collection could be followed, and there is none. */
function refuseTailing(body: Doc, collection: Collection | undefined): void {
  const isTailable = flagField(body, "tailable");
  if (flagField(body, "awaitData") && !isTailable)
    throw failedToParse("Cannot set 'awaitData' without also setting 'tailable'");
  if (!isTailable) return;
  if (flagField(body, "singleBatch")) throw badValue("cannot use tailable option with the 'singleBatch' option");
  const natural = docField(body, "sort");
  if (natural.size > 0 && compareValues(natural, doc({ $natural: 1 })) !== 0)
    throw badValue("cannot use tailable option with a sort other than {$natural: 1}");
  if (collection === undefined) return;
  throw badValue(
    `error processing query: ns=${collection.namespace} planner returned error :: caused by :: tailable cursor requested on non capped collection`,
  );
}

function limitOf(body: Doc): number | undefined {
  const limit = countField(body, "limit");
  return limit === 0 ? undefined : limit;
}

function* findDocuments(
  command: Command,
  name: string,
  collection: Collection | undefined,
  limit: number | undefined,
  time: TimeLimit | undefined,
): Generator<Doc> {
  const { body, services, transaction } = command;
  const environment = environmentFor(command, collection, body.get("collation"));
  const filter = docField(body, "filter");
  const { sort, hint } = orderOf(body);
  const shape = shaper(body, compileProjection(docField(body, "projection"), filter, environment));
  const skip = countField(body, "skip") ?? 0;
  if (viewOf(collection) !== undefined) {
    refuseOnView(body);
    const stages = searchStages(filter, docField(body, "sort"), skip, limit, docField(body, "projection"));
    yield* runPipeline(command, command.db, name, stages, environment);
    return;
  }
  if (collection === undefined) {
    compileFilter(filter, environment);
    return;
  }
  const kept = limit === undefined ? undefined : limit + skip;
  const bounds = { min: docField(body, "min"), max: docField(body, "max") };
  const request = { collection, filter, sort, hint, ...bounds, limit: kept, environment, transaction, time };
  let position = 0;
  for (const found of search(services.store, request)) {
    position += 1;
    if (position <= skip) continue;
    yield shape(found);
    if (limit !== undefined && position >= limit + skip) return;
  }
}

function refuseOnView(body: Doc): void {
  for (const name of ["min", "max", "returnKey", "showRecordId"]) {
    const value = body.get(name);
    if (value !== undefined && value !== false && !(isDoc(value) && value.size === 0))
      throw new MongoError({ code: 51057 }, `Option ${name} not supported in aggregation`);
  }
}

/** A sort by `$natural` asks for a scan in that direction. */
function orderOf(body: Doc): { sort: readonly SortField[]; hint: Value | undefined } {
  const order = docField(body, "sort");
  const hint = body.get("hint");
  const natural = order.get("$natural");
  if (natural === undefined) return { sort: parseSort(order), hint };
  if (order.size > 1) throw badValue(`Cannot include '$natural' in compound sort: ${showValue(order)}`);
  return { sort: [], hint: doc({ $natural: natural }) };
}

function shaper(body: Doc, project: Projection | undefined): (found: Found) => Doc {
  if (flagField(body, "returnKey")) return indexKeyOf;
  const showsId = flagField(body, "showRecordId");
  const splice = spliceOf(docField(body, "projection"));
  return ({ row, position }) => {
    if (showsId) {
      const out: Doc = new Map(project === undefined ? row.document : project(row.document, position));
      return out.set("$recordId", BigInt(row.row));
    }
    const isStored = row instanceof StoredRow;
    if (project === undefined) return isStored ? new EncodedDoc(row.bytes) : row.document;
    return isStored && splice !== undefined ? new EncodedDoc(splice(row.bytes)) : project(row.document, position);
  };
}

/** The entry a document was found by; nothing where no index was used. */
function indexKeyOf({ row }: Found): Doc {
  if (!(row instanceof KeyedRow)) return new Map();
  const values = row.entryValues();
  return new Map(row.index.fields.map((field, position) => [field.path, values[position] ?? null]));
}

export async function getMore(command: Command): Promise<Doc> {
  const { body, services, db, peer } = command;
  const id = body.get("getMore");
  const collection = body.get("collection");
  if (typeof id !== "bigint")
    throw typeMismatch("BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
  if (typeof collection !== "string")
    throw typeMismatch("BSON field 'getMore.collection' is the wrong type, expected type 'string'");
  refuseUnknownFields(command, ["collection", "batchSize"]);
  const cursor = services.cursors.get(id, `${db}.${collection}`);
  if (cursor.transaction !== command.transaction) {
    throw new MongoError(
      { code: 50740 },
      `Cannot run getMore on cursor ${id}, which was not created in this transaction`,
    );
  }
  services.failPoint?.beforeGetMore(cursor.source.wait !== undefined);
  const batchSize = countField(body, "batchSize") ?? 0;
  const size = batchSize === 0 ? Infinity : batchSize;
  if (cursor.source.wait === undefined) {
    if (body.has("maxTimeMS")) throw badValue("cannot set maxTimeMS on getMore command for a non-awaitData cursor");
    return services.cursors.next(cursor, size);
  }
  const deadline = services.now() + (countField(body, "maxTimeMS") ?? 1000);
  const killed = services.usage.stopOf(command);
  const stop = AbortSignal.any([peer.closed, cursor.stop.signal, killed]);
  for (;;) {
    const reply = services.cursors.next(cursor, size);
    const left = deadline - services.now();
    if (!isEmptyBatch(reply) || left <= 0 || stop.aborted) return reply;
    await cursor.source.wait(left, stop);
    if (killed.aborted) throw interrupted();
    if (cursor.stop.signal.aborted) throw new MongoError("CursorNotFound", `cursor id ${id} was killed`);
  }
}

function isEmptyBatch(reply: Doc): boolean {
  const cursor = reply.get("cursor");
  if (!isDoc(cursor) || cursor.get("id") === 0n) return false;
  const batch = cursor.get("nextBatch");
  return Array.isArray(batch) && batch.length === 0;
}

export function killCursors(command: Command): Doc {
  const ids = command.body.get("cursors");
  if (!Array.isArray(ids))
    throw typeMismatch("BSON field 'killCursors.cursors' is the wrong type, expected type 'array'");
  const killed: bigint[] = [];
  const missing: bigint[] = [];
  for (const item of ids) {
    const id = toInteger(item);
    if (id === undefined) throw failedToParse("cursor ids must be numbers");
    (command.services.cursors.kill(id) ? killed : missing).push(id);
  }
  return doc({ cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] });
}

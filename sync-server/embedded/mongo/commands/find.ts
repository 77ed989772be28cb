import { EncodedDoc } from "#server/embedded/mongo/bson/encode.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue, failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import { search } from "#server/embedded/mongo/query/execute.ts";
import type { Found } from "#server/embedded/mongo/query/execute.ts";
import { DistinctValues } from "#server/embedded/mongo/query/distinct.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { compileProjection } from "#server/embedded/mongo/query/project.ts";
import type { Projection } from "#server/embedded/mongo/query/project.ts";
import { parseSort } from "#server/embedded/mongo/query/sort-key.ts";
import { StoredRow } from "#server/embedded/mongo/store/row.ts";
import { countField, docField, findCollection, flagField, namedCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { runPipeline } from "./pipeline.ts";
import { sourceOf } from "./sources.ts";
import { interrupted } from "./usage.ts";
import { searchStages, viewOf } from "./views.ts";

const DEFAULT_BATCH = 101;

export function find(command: Command): Doc {
  const { body, services } = command;
  const name = namedCollection(command);
  refuseOptions(body);
  const limit = limitOf(body);
  const batchSize = countField(body, "batchSize") ?? DEFAULT_BATCH;
  const options = {
    namespace: `${command.db}.${name}`,
    source: sourceOf(findDocuments(command, name, limit)),
    sessionKey: command.session?.key,
    transaction: command.transaction,
    isTimeless: flagField(body, "noCursorTimeout"),
  };
  return services.cursors.open(options, batchSize, flagField(body, "singleBatch"));
}

/** Wrong to serve without doing what they ask for. */
function refuseOptions(body: Doc): void {
  for (const name of ["tailable", "awaitData", "min", "max", "returnKey", "showRecordId"]) {
    const value = body.get(name);
    if (value !== undefined && value !== false && !(isDoc(value) && value.size === 0)) {
      throw new MongoError("CommandNotSupported", `find option '${name}' is not supported`);
    }
  }
}

function limitOf(body: Doc): number | undefined {
  const limit = countField(body, "limit");
  return limit === 0 ? undefined : limit;
}

function* findDocuments(command: Command, name: string, limit: number | undefined): Generator<Doc> {
  const { body, services, transaction } = command;
  const environment = command.environment(body.get("collation"));
  const filter = docField(body, "filter");
  const sort = parseSort(docField(body, "sort"));
  const project = compileProjection(docField(body, "projection"), filter, environment);
  const skip = countField(body, "skip") ?? 0;
  const collection = findCollection(command, name);
  if (viewOf(collection) !== undefined) {
    const stages = searchStages(filter, docField(body, "sort"), skip, limit, docField(body, "projection"));
    yield* runPipeline(command, command.db, name, stages, environment);
    return;
  }
  if (collection === undefined) {
    compileFilter(filter, environment);
    return;
  }
  const hint = body.get("hint");
  const kept = limit === undefined ? undefined : limit + skip;
  let position = 0;
  for (const found of search(services.store, {
    collection,
    filter,
    sort,
    hint,
    limit: kept,
    environment,
    transaction,
  })) {
    position += 1;
    if (position <= skip) continue;
    yield shape(found, project);
    if (limit !== undefined && position >= limit + skip) return;
  }
}

function shape(found: Found, project: Projection | undefined): Doc {
  if (project !== undefined) return project(found.row.document, found.position);
  return found.row instanceof StoredRow ? new EncodedDoc(found.row.bytes) : found.row.document;
}

export async function getMore(command: Command): Promise<Doc> {
  const { body, services, db, peer } = command;
  const id = body.get("getMore");
  const collection = body.get("collection");
  if (typeof id !== "bigint")
    throw typeMismatch("BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
  if (typeof collection !== "string")
    throw typeMismatch("BSON field 'getMore.collection' is the wrong type, expected type 'string'");
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

export function count(command: Command): Doc {
  const { body, services, transaction } = command;
  const name = namedCollection(command);
  const collection = findCollection(command, name);
  const filter = docField(body, "query");
  const environment = command.environment(body.get("collation"));
  if (collection === undefined) return doc({ n: 0 });
  const skip = countField(body, "skip") ?? 0;
  const rawLimit = toInteger(body.get("limit")) ?? 0n;
  const limit = rawLimit === 0n ? undefined : Number(rawLimit < 0n ? -rawLimit : rawLimit);
  let n = 0;
  if (viewOf(collection) !== undefined) {
    const stages = searchStages(filter, new Map(), skip, limit, new Map());
    return doc({ n: [...runPipeline(command, command.db, name, stages, environment)].length });
  }
  if (filter.size === 0 && transaction === undefined) n = collection.count();
  else {
    const request = {
      collection,
      filter,
      sort: [],
      hint: body.get("hint"),
      limit: undefined,
      environment,
      transaction,
    };
    const stop = limit === undefined ? Infinity : limit + skip;
    for (const found of search(services.store, request)) {
      n += found.row.row > 0 ? 1 : 0;
      if (n >= stop) break;
    }
  }
  return doc({ n: Math.min(Math.max(n - skip, 0), limit ?? Infinity) });
}

export function distinct(command: Command): Doc {
  const { body, services, transaction } = command;
  const name = namedCollection(command);
  const key = body.get("key");
  if (typeof key !== "string")
    throw typeMismatch("BSON field 'distinct.key' is the wrong type, expected type 'string'");
  const collection = findCollection(command, name);
  if (collection === undefined) return doc({ values: [] });
  const environment = command.environment(body.get("collation"));
  const values = new DistinctValues(environment);
  if (viewOf(collection) !== undefined) {
    const stages = searchStages(docField(body, "query"), new Map(), 0, undefined, new Map());
    for (const document of runPipeline(command, command.db, name, stages, environment))
      values.addFrom(document, key.split("."));
    return doc({ values: values.list });
  }
  const request = {
    collection,
    filter: docField(body, "query"),
    sort: [],
    hint: body.get("hint"),
    limit: undefined,
    environment,
    transaction,
  };
  for (const found of search(services.store, request)) values.addFrom(found.row.document, key.split("."));
  return doc({ values: values.list });
}

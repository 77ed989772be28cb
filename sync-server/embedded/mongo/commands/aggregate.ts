import { compileStages } from "#server/embedded/mongo/aggregate/stages.ts";
import { stageEntry } from "#server/embedded/mongo/aggregate/stage.ts";
import type { PipelineContext } from "#server/embedded/mongo/aggregate/stage.ts";
import { DateTime, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { search } from "#server/embedded/mongo/query/execute.ts";
import { parseSort } from "#server/embedded/mongo/query/sort-key.ts";
import type { SortField } from "#server/embedded/mongo/query/sort-key.ts";
import { openStream } from "#server/embedded/mongo/streams/open-stream.ts";
import { checkCollectionName, countField, docField, flagField } from "./context.ts";
import type { Command } from "./context.ts";
import { sourceOf } from "./find.ts";
import { isWritingStage, writeResults } from "./write-results.ts";

export async function aggregate(command: Command): Promise<Doc> {
  const { body, services, db } = command;
  const target = body.get("aggregate");
  const stages = body.get("pipeline");
  if (!Array.isArray(stages)) throw typeMismatch("'pipeline' option must be specified as an array");
  for (const stage of stages) stageEntry(stage);
  const collection = typeof target === "string" ? target : undefined;
  if (collection === undefined && toInteger(target) !== 1n)
    throw new MongoError("InvalidNamespace", "Invalid aggregate namespace");
  if (collection !== undefined) checkCollectionName(db, collection);
  const options = {
    namespace: `${db}.${collection ?? "$cmd.aggregate"}`,
    sessionKey: command.session?.key,
    transaction: command.transaction,
    isTimeless: flagField(body, "noCursorTimeout"),
  };
  const batchSize = countField(docField(body, "cursor"), "batchSize") ?? 101;
  if (isDoc(stages[0]) && stages[0].has("$changeStream")) {
    return services.cursors.open({ ...options, source: openStream(command, collection, stages) }, batchSize, false);
  }
  const documents = runAggregate(command, collection, stages);
  const last = stages.at(-1);
  if (last !== undefined && isWritingStage(last)) {
    if (docField(body, "readConcern").get("level") === "linearizable")
      throw new MongoError(
        "InvalidOptions",
        `${stageEntry(last)[0]} cannot be used with a 'linearizable' read concern level`,
      );
    await writeResults(command, last, documents);
    await services.store.database.settled(true);
    return services.cursors.open({ ...options, source: sourceOf(nothing()) }, batchSize, false);
  }
  return services.cursors.open({ ...options, source: sourceOf(documents) }, batchSize, false);
}

function* nothing(): Generator<Doc> {}

function* runAggregate(command: Command, collection: string | undefined, stages: readonly Value[]): Generator<Doc> {
  const environment = command.environment(command.body.get("collation"));
  const last = stages.at(-1);
  const reading = last !== undefined && isWritingStage(last) ? stages.slice(0, -1) : stages;
  yield* runPipeline(command, command.db, collection, reading, environment, command.body.get("hint"));
}

/** The stages over a collection; its leading `$match` and `$sort` are left to the indexes. */
function runPipeline(
  command: Command,
  db: string,
  collection: string | undefined,
  stages: readonly Value[],
  environment: Environment,
  hint?: Value,
): Iterable<Doc> {
  const context = contextOf(command, db, environment);
  const head = leadingSearch(stages);
  const skipped = collection === undefined && isSourceStage(stages[0]) ? 1 : 0;
  const rest = compileStages(stages.slice(head.taken + skipped), context);
  // Compiled for its errors: a filter the search never gets to run must still be a right one.
  compileStages(stages.slice(0, head.taken), context);
  if (collection === undefined) return rest(sourceless(command, stages));
  return rest(readDocuments(command, db, collection, head, environment, hint));
}

function contextOf(command: Command, db: string, environment: Environment): PipelineContext {
  return {
    db,
    environment,
    read: (otherDb, collection, filter, scope) =>
      readDocuments(command, otherDb, collection, { filter, sort: [], limit: undefined }, scope),
    run: (otherDb, collection, stages, scope) => runPipeline(command, otherDb, collection, stages, scope),
  };
}

/** Stages that make documents of what the server itself knows. */
function isSourceStage(stage: Value | undefined): boolean {
  return isDoc(stage) && ["$listLocalSessions", "$listSessions", "$currentOp"].some((name) => stage.has(name));
}

function sourceless(command: Command, stages: readonly Value[]): Doc[] {
  const [first] = stages;
  if (!isSourceStage(first)) return [];
  if (isDoc(first) && first.has("$currentOp"))
    return [doc({ type: "op", active: true, op: "command", ns: "admin.$cmd.aggregate" })];
  return command.services.sessions
    .all()
    .map((session) => doc({ _id: session.lsid, lastUse: new DateTime(BigInt(session.usedAt)) }));
}

type Head = { filter: Doc; sort: readonly SortField[]; limit: number | undefined };

/** What of a pipeline's beginning is a plain search; `order` is the sort as it was written. */
export function leadingSearch(stages: readonly Value[]): Head & { taken: number; order: Doc } {
  const filters: Doc[] = [];
  let taken = 0;
  for (const stage of stages) {
    const filter = isDoc(stage) ? stage.get("$match") : undefined;
    if (!isDoc(filter)) break;
    filters.push(filter);
    taken += 1;
  }
  const [only] = filters;
  const filter =
    filters.length === 1 && only !== undefined ? only : filters.length === 0 ? new Map() : doc({ $and: filters });
  const next = stages[taken];
  const order = isDoc(next) ? next.get("$sort") : undefined;
  if (!isDoc(order) || order.size === 0) return { filter, sort: [], limit: undefined, taken, order: new Map() };
  return { filter, sort: parseSort(order), limit: limitAfter(stages.slice(taken + 1)), taken: taken + 1, order };
}

/** How many sorted documents the stages that follow can want at most. */
function limitAfter(stages: readonly Value[]): number | undefined {
  let skipped = 0;
  for (const stage of stages) {
    if (!isDoc(stage)) return undefined;
    const skip = toInteger(stage.get("$skip"));
    const limit = toInteger(stage.get("$limit"));
    if (limit !== undefined && limit > 0n) return skipped + Number(limit);
    if (skip === undefined || skip < 0n) return undefined;
    skipped += Number(skip);
  }
  return undefined;
}

function* readDocuments(
  command: Command,
  db: string,
  name: string,
  head: Head,
  environment: Environment,
  hint?: Value,
): Generator<Doc> {
  const { services, transaction } = command;
  const collection = services.store.catalog.find(db, name, transaction);
  if (collection === undefined) return;
  const { filter, sort, limit } = head;
  for (const found of search(services.store, { collection, filter, sort, hint, limit, environment, transaction }))
    yield found.row.document;
}

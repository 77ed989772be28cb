import { compileStages } from "#server/embedded/mongo/aggregate/stages.ts";
import { stageEntry } from "#server/embedded/mongo/aggregate/stage.ts";
import type { PipelineContext, Prepared } from "#server/embedded/mongo/aggregate/stage.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { search } from "#server/embedded/mongo/query/execute.ts";
import { parseSort } from "#server/embedded/mongo/query/sort-key.ts";
import type { SortField } from "#server/embedded/mongo/query/sort-key.ts";
import type { Command } from "./context.ts";
import { sourceDocuments } from "./source-stages.ts";
import { viewOf } from "./views.ts";

/** The stages over a collection; its leading `$match` and `$sort` are left to the indexes. */
export function runPipeline(
  command: Command,
  db: string,
  collection: string | undefined,
  stages: readonly Value[],
  environment: Environment,
  hint?: Value,
): Iterable<Doc> {
  return preparePipeline(command, db, collection, stages, environment, hint)();
}

function preparePipeline(
  command: Command,
  db: string,
  collection: string | undefined,
  stages: readonly Value[],
  environment: Environment,
  hint?: Value,
): Prepared {
  const context = contextOf(command, db, environment);
  const own = (): Iterable<Doc> | undefined => sourceDocuments(command, db, collection, stages);
  if (own() !== undefined) {
    const rest = compileStages(stages.slice(1), context);
    return () => rest(own() ?? []);
  }
  checkSource(collection, stages);
  if (collection === undefined) {
    const all = compileStages(stages, context);
    return () => all([]);
  }
  const view = viewOf(command.services.store.catalog.find(db, collection, command.transaction));
  if (view !== undefined) return prepareView(command, db, view, stages, environment);
  const head = leadingSearch(stages);
  const rest = compileStages(stages.slice(head.taken), context);
  // Compiled for its errors: a filter the search never gets to run must still be a right one.
  compileStages(stages.slice(0, head.taken), context);
  return (match) => rest(readDocuments(command, db, collection, narrowed(head, match), environment, hint));
}

/** What is matched besides is matched behind the view's own stages. */
function prepareView(
  command: Command,
  db: string,
  view: { on: string; pipeline: readonly Value[] },
  stages: readonly Value[],
  environment: Environment,
): Prepared {
  const whole = preparePipeline(command, db, view.on, [...view.pipeline, ...stages], environment);
  return (match) => {
    if (match === undefined) return whole();
    const narrow = [...view.pipeline, doc({ $match: match }), ...stages];
    return runPipeline(command, db, view.on, narrow, environment);
  };
}

function narrowed(head: Head, match: Doc | undefined): Head {
  if (match === undefined) return head;
  return { ...head, filter: head.filter.size === 0 ? match : doc({ $and: [match, head.filter] }) };
}

/** Only `$documents` needs no collection, and only without one may it stand. */
function checkSource(collection: string | undefined, stages: readonly Value[]): void {
  const [first] = stages;
  const name = first === undefined ? undefined : stageEntry(first)[0];
  if (collection !== undefined) {
    if (name === "$documents")
      throw new MongoError("InvalidNamespace", "'$documents' can only be run with {aggregate: 1}");
    return;
  }
  if (name === "$documents") return;
  throw new MongoError(
    "InvalidNamespace",
    name === undefined
      ? "{aggregate: 1} is not valid for an empty pipeline."
      : `{aggregate: 1} is not valid for '${name}'; a collection is required.`,
  );
}

function contextOf(command: Command, db: string, environment: Environment): PipelineContext {
  return {
    db,
    environment,
    read: (otherDb, collection, filter, scope) =>
      runPipeline(command, otherDb, collection, [doc({ $match: filter })], scope),
    prepare: (otherDb, collection, stages, scope) => preparePipeline(command, otherDb, collection, stages, scope),
  };
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
  const { services, transaction, time } = command;
  const collection = services.store.catalog.find(db, name, transaction);
  if (collection === undefined) return;
  const { filter, sort, limit } = head;
  const request = { collection, filter, sort, hint, limit, environment, transaction, time };
  for (const found of search(services.store, request)) yield found.row.document;
}

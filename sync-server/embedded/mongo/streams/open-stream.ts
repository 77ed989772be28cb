import { compileStages, isKnownStage } from "#server/embedded/mongo/aggregate/stages.ts";
import { stageEntry } from "#server/embedded/mongo/aggregate/stage.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Command } from "#server/embedded/mongo/commands/context.ts";
import type { Source } from "#server/embedded/mongo/cursors.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { search } from "#server/embedded/mongo/query/execute.ts";
import { ChangeStream } from "./change-stream.ts";
import type { Watched } from "./change-stream.ts";
import { streamSource } from "./stream-source.ts";

const SPLIT = "$changeStreamSplitLargeEvent";
const ALLOWED = [
  "$match",
  "$project",
  "$addFields",
  "$set",
  "$unset",
  "$replaceRoot",
  "$replaceWith",
  "$redact",
  SPLIT,
];

/** The source of a cursor over changes, from a pipeline that begins with `$changeStream`. */
export function openStream(command: Command, collection: string | undefined, stages: readonly Value[]): Source {
  if (command.transaction !== undefined)
    throw new MongoError("OperationNotSupportedInTransaction", "$changeStream cannot be used in a transaction");
  const [first, ...rest] = stages;
  const spec = isDoc(first) ? first.get("$changeStream") : undefined;
  if (!isDoc(spec)) throw new MongoError("FailedToParse", "the $changeStream stage specification must be an object");
  const stream = new ChangeStream(command.services.store, {
    watched: watchedBy(command, collection, spec),
    spec,
    lookUp: (db, coll, key) => lookUp(command, db, coll, key),
    wanted: command.body.has("collation") ? undefined : wantedCollections(rest[0]),
  });
  const splitsAt = rest.findIndex((stage) => stageEntry(stage)[0] === SPLIT);
  if (splitsAt >= 0 && splitsAt !== rest.length - 1)
    throw new MongoError({ code: 7182802 }, `${SPLIT} must be the last stage in the pipeline`);
  return streamSource(command.services.store, stream, { transform: transformer(command, rest), splits: splitsAt >= 0 });
}

/** The collections to which a first `$match` limits the events: those of others need not be read, let alone looked up. */
function wantedCollections(stage: Value | undefined): ReadonlySet<string> | undefined {
  const match = isDoc(stage) ? stage.get("$match") : undefined;
  const condition = isDoc(match) ? match.get("ns.coll") : undefined;
  if (typeof condition === "string") return new Set([condition]);
  const listed = isDoc(condition) && condition.size === 1 ? condition.get("$in") : undefined;
  if (!Array.isArray(listed) || !listed.every((name) => typeof name === "string")) return undefined;
  return new Set(listed);
}

function watchedBy(command: Command, collection: string | undefined, spec: Doc): Watched {
  if (spec.get("allChangesForCluster") === true) {
    if (command.db !== "admin" || collection !== undefined)
      throw new MongoError(
        "InvalidOptions",
        "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin' database",
      );
    return { kind: "deployment" };
  }
  return collection === undefined
    ? { kind: "database", db: command.db }
    : { kind: "collection", db: command.db, coll: collection };
}

/** Each event by itself through the stages that may follow; one that loses its _id could not be resumed from. */
function transformer(command: Command, stages: readonly Value[]): (event: Doc) => Doc | undefined {
  for (const stage of stages) {
    const [name] = stageEntry(stage);
    if (!isKnownStage(name) && !ALLOWED.includes(name))
      throw new MongoError({ code: 40324 }, `Unrecognized pipeline stage name: '${name}'`);
    if (!ALLOWED.includes(name))
      throw new MongoError("IllegalOperation", `${name} is not permitted in a $changeStream pipeline`);
  }
  const kept = stages.filter((stage) => stageEntry(stage)[0] !== SPLIT);
  if (kept.length === 0) return (event) => event;
  const environment = command.environment(command.body.get("collation"));
  const context = { db: command.db, environment, read: () => [], prepare: () => () => [] };
  const run = compileStages(kept, context);
  return (event) => {
    const [shaped] = run([event]);
    if (shaped !== undefined && shaped.get("_id") === undefined) {
      throw new MongoError(
        "ChangeStreamFatalError",
        "Encountered an event whose _id field, which contains the resume token, was modified by the pipeline. Modifying the _id field of an event makes it impossible to resume the stream from that point. Only transformations that retain the unmodified _id field are allowed.",
        ["NonResumableChangeStreamError"],
      );
    }
    return shaped;
  };
}

function lookUp(command: Command, db: string, coll: string, key: Doc): Doc | undefined {
  const { store } = command.services;
  const collection = store.catalog.find(db, coll);
  if (collection === undefined) return undefined;
  const filter = doc({ _id: doc({ $eq: key.get("_id") ?? null }) });
  const request = {
    collection,
    filter,
    sort: [],
    hint: undefined,
    limit: 1,
    environment: command.environment(),
    transaction: undefined,
  };
  for (const { row } of search(store, request)) return row.document;
  return undefined;
}

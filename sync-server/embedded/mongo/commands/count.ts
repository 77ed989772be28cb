import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import { DistinctValues } from "#server/embedded/mongo/query/distinct.ts";
import { search } from "#server/embedded/mongo/query/execute.ts";
import { countField, docField, findCollection, namedCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { runPipeline } from "./pipeline.ts";
import { checkReadConcern, environmentFor, refuseUnknownFields, timeLimitOf } from "./read-options.ts";
import { searchStages, viewOf } from "./views.ts";

export function count(command: Command): Doc {
  const { body, services, transaction } = command;
  const name = namedCollection(command);
  const collection = findCollection(command, name);
  const filter = docField(body, "query");
  refuseUnknownFields(command, ["query", "limit", "skip", "hint", "collation", "fields"]);
  checkReadConcern(command);
  const environment = environmentFor(command, collection, body.get("collation"));
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
      time: timeLimitOf(command),
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
  refuseUnknownFields(command, ["key", "query", "hint", "collation"]);
  checkReadConcern(command);
  const collection = findCollection(command, name);
  if (collection === undefined) return doc({ values: [] });
  const environment = environmentFor(command, collection, body.get("collation"));
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
    time: timeLimitOf(command),
  };
  for (const found of search(services.store, request)) values.addFrom(found.row.document, key.split("."));
  return doc({ values: values.list });
}

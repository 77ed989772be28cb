import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";

export type View = { on: string; pipeline: readonly Value[] };

/** What a view shows; undefined for a collection with documents of its own. */
export function viewOf(collection: Collection | undefined): View | undefined {
  const on = collection?.options.get("viewOn");
  if (typeof on !== "string") return undefined;
  const pipeline = collection?.options.get("pipeline");
  return { on, pipeline: Array.isArray(pipeline) ? pipeline : [] };
}

export function refuseView(collection: Collection | undefined): void {
  if (viewOf(collection) === undefined || collection === undefined) return;
  throw new MongoError("CommandNotSupportedOnView", `Namespace ${collection.namespace} is a view, not a collection`);
}

/** A query on a view as the stages that come after the view's own. */
export function searchStages(
  filter: Doc,
  sort: Doc,
  skip: number,
  limit: number | undefined,
  projection: Doc,
): Value[] {
  const stages: [string, Value][] = [["$match", filter]];
  if (sort.size > 0) stages.push(["$sort", sort]);
  if (skip > 0) stages.push(["$skip", skip]);
  if (limit !== undefined) stages.push(["$limit", limit]);
  if (isDoc(projection) && projection.size > 0) stages.push(["$project", projection]);
  return stages.map((stage) => new Map([stage]));
}

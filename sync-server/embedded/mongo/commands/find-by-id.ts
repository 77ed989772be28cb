import { typeRank } from "#server/embedded/mongo/bson/compare.ts";
import { EncodedDoc } from "#server/embedded/mongo/bson/encode.ts";
import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { rowOf } from "#server/embedded/mongo/store/collection.ts";
import { blob } from "#server/embedded/mongo/store/row.ts";
import { findCollection } from "./context.ts";
import type { Command } from "./context.ts";
import { viewOf } from "./views.ts";

/** What a `find` may carry without asking for more than one document by its _id. */
const PLAIN = new Set(["find", "filter", "limit", "singleBatch", "lsid", "$db", "$clusterTime", "$readPreference"]);

/** Types whose index key says everything about the value, by their rank. */
const TOLD_BY_KEY = new Set([10, 15, 30, 35, 40, 45]);

/**
 * The reply to a `find` of one document by its _id and nothing else, the most frequent question of all; undefined for
 * every other `find`. The stored bytes go out as they are.
 */
export function findById(command: Command): Doc | undefined {
  const id = plainId(command);
  if (id === undefined || command.transaction !== undefined) return undefined;
  const name = command.body.get("find");
  const collection = typeof name === "string" ? findCollection(command, name) : undefined;
  if (collection === undefined || viewOf(collection) !== undefined) return undefined;
  const index = collection.indexes.find((candidate) => candidate.isId);
  if (index === undefined || index.collation !== undefined) return undefined;
  index.uses += 1;
  const found = index.statement(`SELECT c.doc FROM $ i JOIN c${collection.id} c ON c.row = i.row WHERE i.k = ?`);
  const bytes = blob(rowOf(found.get(encodeKeyValue(id)))[0]);
  const firstBatch = bytes === undefined ? [] : [new EncodedDoc(bytes)];
  return doc({ cursor: doc({ firstBatch, id: 0n, ns: collection.namespace }) });
}

function plainId({ body }: Command): Value | undefined {
  const filter = body.get("filter");
  const id = isDoc(filter) && filter.size === 1 ? filter.get("_id") : undefined;
  if (id === undefined || !TOLD_BY_KEY.has(typeRank(id))) return undefined;
  const limit = body.get("limit");
  const single = body.get("singleBatch");
  if ((limit !== undefined && limit !== 1) || (single !== undefined && typeof single !== "boolean")) return undefined;
  for (const field of body.keys()) if (!PLAIN.has(field)) return undefined;
  return id;
}

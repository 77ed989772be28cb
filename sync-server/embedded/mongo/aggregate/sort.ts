import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { parseSort, sortKey } from "#server/embedded/mongo/query/sort-key.ts";
import type { SortField } from "#server/embedded/mongo/query/sort-key.ts";
import type { StageMaker } from "./stage.ts";

/** Equals keep their order. */
export function sorted(documents: Iterable<Doc>, fields: readonly SortField[], environment: Environment): Doc[] {
  const keyed = Array.from(documents, (document) => ({
    document,
    key: sortKey(document, fields, folder(environment)),
  }));
  keyed.sort((left, right) => Buffer.compare(left.key, right.key));
  return keyed.map(({ document }) => document);
}

/** What makes plain order the order of the command's collation. */
export function folder({ collation }: Environment): (value: Value) => Value {
  return collation === undefined ? (value) => value : collation.fold;
}

export const sortStage: StageMaker = (spec, { environment }) => {
  if (!isDoc(spec)) throw new MongoError({ code: 15973 }, "the $sort key specification must be an object");
  if (spec.size === 0) throw new MongoError({ code: 15976 }, "$sort stage must have at least one sort key");
  const fields = parseSort(spec);
  return function* sort(input) {
    yield* sorted(input, fields, environment);
  };
};

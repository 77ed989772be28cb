import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { groupBy, parseOutputs } from "./group.ts";
import type { StageMaker } from "./stage.ts";

function outputsOf(spec: Doc, environment: Environment): ReturnType<typeof parseOutputs> {
  const output = spec.get("output");
  return parseOutputs(isDoc(output) ? output : doc({ count: doc({ $sum: 1 }) }), environment);
}

export const bucketStage: StageMaker = (spec, { environment }) => {
  if (!isDoc(spec)) throw new MongoError({ code: 40201 }, "Argument to $bucket stage must be an object");
  const evaluate = environment.compileExpression(spec.get("groupBy") ?? null);
  const boundaries = spec.get("boundaries");
  if (!Array.isArray(boundaries) || boundaries.length < 2)
    throw new MongoError({ code: 40192 }, "The $bucket 'boundaries' field must have at least 2 values");
  for (const [index, boundary] of boundaries.entries()) {
    const next = boundaries[index + 1];
    if (next !== undefined && compareValues(boundary, next) >= 0)
      throw new MongoError({ code: 40194 }, "The 'boundaries' option to $bucket must be sorted");
  }
  const fallback = spec.get("default");
  const bucketOf = (source: Doc): Value => {
    const value = evaluate(source);
    const above = boundaries.findIndex((boundary) => compareValues(boundary, value) > 0);
    const bucket = above > 0 ? boundaries[above - 1] : fallback;
    if (bucket === undefined)
      throw new MongoError(
        { code: 40066 },
        "$switch could not find a matching branch for an input, and no default was specified.",
      );
    return bucket;
  };
  const group = groupBy(bucketOf, outputsOf(spec, environment), environment);
  return (input) => [...group(input)].toSorted((left, right) => compareValues(left.get("_id"), right.get("_id")));
};

export const bucketAutoStage: StageMaker = (spec, { environment }) => {
  if (!isDoc(spec)) throw new MongoError({ code: 40240 }, "The argument to $bucketAuto must be an object");
  if (spec.has("granularity")) throw new MongoError("CommandNotSupported", "$bucketAuto granularity is not supported");
  const evaluate = environment.compileExpression(spec.get("groupBy") ?? null);
  const count = Number(toInteger(spec.get("buckets")) ?? 0n);
  if (count <= 0) throw new MongoError({ code: 40243 }, "The $bucketAuto 'buckets' field must be greater than 0");
  const outputs = outputsOf(spec, environment);
  return function* bucketAuto(input) {
    const all = [...input].map((document) => ({ document, value: evaluate(document) ?? null }));
    all.sort((left, right) => compareValues(left.value, right.value));
    const size = Math.max(1, Math.round(all.length / count));
    for (let start = 0, made = 1; start < all.length; made += 1) {
      let end = made === count ? all.length : Math.min(start + size, all.length);
      while (end < all.length && compareValues(all[end - 1]?.value, all[end]?.value) === 0) end += 1;
      const members = all.slice(start, end);
      const id = doc({ min: members[0]?.value, max: all[end]?.value ?? members.at(-1)?.value });
      const group = groupBy(() => id, outputs, environment);
      yield* group(members.map(({ document }) => document));
      start = end;
    }
  };
};

import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { doc, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { constantOf } from "#server/embedded/mongo/expression/constant.ts";
import { fail, shownType } from "#server/embedded/mongo/expression/expression.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment, Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { granularityOf } from "./granularity.ts";
import type { Rounder } from "./granularity.ts";
import { groupBy, parseOutputs } from "./group.ts";
import type { Output } from "./group.ts";
import type { StageMaker } from "./stage.ts";

function outputsOf(output: Value | undefined, environment: Environment): Output[] {
  return parseOutputs(isDoc(output) && output.size > 0 ? output : doc({ count: doc({ $sum: 1 }) }), environment);
}

function isPathOrExpression(value: Value): boolean {
  if (typeof value === "string") return value.startsWith("$") && value.length > 1;
  return isDoc(value) && value.keys().next().value?.startsWith("$") === true;
}

export const bucketStage: StageMaker = (spec, { environment }) => {
  if (!isDoc(spec))
    throw fail(40201, `Argument to $bucket stage must be an object, but found type: ${typeName(spec)}.`);
  const { boundaries, fallback } = parseBuckets(spec, environment);
  const { compare } = environment;
  const evaluate = environment.compileExpression(spec.get("groupBy") ?? null);
  const bucketOf = (source: Doc): Value => {
    const value = evaluate(source);
    const above = boundaries.findIndex((boundary) => compare(boundary, value) > 0);
    const bucket = above > 0 ? boundaries[above - 1] : fallback;
    if (bucket === undefined)
      throw fail(40066, "$switch could not find a matching branch for an input, and no default was specified.");
    return bucket;
  };
  const group = groupBy(bucketOf, outputsOf(spec.get("output"), environment), environment);
  return (input) => [...group(input)].toSorted((left, right) => compare(left.get("_id"), right.get("_id")));
};

function parseBuckets(spec: Doc, environment: Environment): { boundaries: Value[]; fallback: Value | undefined } {
  for (const [name, value] of spec) {
    if (name === "groupBy" && !isPathOrExpression(value))
      throw fail(
        40202,
        `The $bucket 'groupBy' field must be defined as a $-prefixed path or an expression, but found: ${showValue(value)}.`,
      );
    if (name === "output" && !isDoc(value))
      throw fail(40196, `The $bucket 'output' field must be an object, but found type: ${typeName(value)}.`);
    if (!["groupBy", "boundaries", "default", "output"].includes(name))
      throw fail(40197, `Unrecognized option to $bucket: ${name}.`);
  }
  const boundaries = spec.has("boundaries") ? boundariesOf(spec.get("boundaries") ?? null, environment) : undefined;
  if (boundaries === undefined || !spec.has("groupBy"))
    throw fail(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  const given = spec.get("default");
  const fallback = given === undefined ? undefined : constantOf(given, environment);
  if (given !== undefined && fallback === undefined)
    throw fail(40195, `The $bucket 'default' field must be a constant expression, but found: ${showValue(given)}.`);
  const isWithin =
    fallback !== undefined &&
    environment.compare(fallback.value, boundaries[0]) >= 0 &&
    environment.compare(fallback.value, boundaries.at(-1)) < 0;
  if (isWithin)
    throw fail(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    );
  return { boundaries, fallback: fallback?.value };
}

function boundariesOf(given: Value, environment: Environment): Value[] {
  if (!Array.isArray(given))
    throw fail(40200, `The $bucket 'boundaries' field must be an array, but found type: ${typeName(given)}.`);
  const boundaries = given.map((boundary) => {
    const constant = constantOf(boundary, environment);
    if (constant === undefined)
      throw fail(
        40191,
        `The $bucket 'boundaries' field must be an array of constant values, but found value: ${showValue(boundary)}.`,
      );
    return constant.value;
  });
  if (boundaries.length < 2)
    throw fail(
      40192,
      `The $bucket 'boundaries' field must have at least 2 values, but found ${boundaries.length} value(s).`,
    );
  for (const [index, boundary] of boundaries.slice(1).entries()) {
    const before = boundaries[index] ?? null;
    if (typeName(before) !== typeName(boundary) && !(isNumber(before) && isNumber(boundary)))
      throw fail(
        40193,
        `All values in the the 'boundaries' option to $bucket must have the same type. Found conflicting types ${typeName(before)} and ${typeName(boundary)}.`,
      );
    if (environment.compare(before, boundary) >= 0)
      throw fail(
        40194,
        `The 'boundaries' option to $bucket must be sorted, but elements ${index} and ${index + 1} are not in ascending order (${showValue(before)} is not less than ${showValue(boundary)}).`,
      );
  }
  return boundaries;
}

export const bucketAutoStage: StageMaker = (spec, { environment }) => {
  if (!isDoc(spec))
    throw fail(40240, `The argument to $bucketAuto must be an object, but found type: ${typeName(spec)}`);
  const { count, rounder } = parseAuto(spec);
  const keyOf = keyReader(environment.compileExpression(spec.get("groupBy") ?? null), rounder);
  const outputs = outputsOf(spec.get("output"), environment);
  const { compare } = environment;
  return function* bucketAuto(input) {
    const all = Array.from(input, (document) => ({ document, key: keyOf(document) }));
    all.sort((left, right) => compare(left.key, right.key));
    const size = Math.max(1, Math.round(all.length / count));
    let previousMax: Value | undefined;
    for (let start = 0, made = 1; start < all.length && made <= count; made += 1) {
      const first = all[start]?.key ?? null;
      let end = made === count ? all.length : Math.min(start + size, all.length);
      const last = all[end - 1]?.key ?? null;
      const boundary = rounder === undefined ? last : rounder.up(last);
      const absorbs = (key: Value | undefined): boolean =>
        compare(last, key) === 0 || (rounder !== undefined && compare(boundary, key) > 0);
      while (end < all.length && absorbs(all[end]?.key)) end += 1;
      const next = all[end]?.key;
      const max = maxOf(boundary, all[end - 1]?.key ?? null, next, rounder);
      const id = doc({ min: rounder === undefined ? first : (previousMax ?? rounder.down(first)), max });
      previousMax = max;
      yield* groupBy(() => id, outputs, environment)(all.slice(start, end).map(({ document }) => document));
      start = end;
    }
  };
};

/** Exclusive where another bucket follows; a rounded boundary of zero gives way to what that one starts from. */
function maxOf(boundary: Value, last: Value, next: Value | undefined, rounder: Rounder | undefined): Value {
  if (rounder === undefined) return next ?? last;
  const isZero = isNumber(boundary) && toNumber(boundary) === 0;
  return isZero && next !== undefined ? rounder.down(next) : boundary;
}

function parseAuto(spec: Doc): { count: number; rounder: Rounder | undefined } {
  let rounder: Rounder | undefined;
  for (const [name, value] of spec) {
    if (name === "groupBy" && !isPathOrExpression(value))
      throw fail(
        40239,
        `The $bucketAuto 'groupBy' field must be defined as a $-prefixed path or an expression object, but found: ${showValue(value)}`,
      );
    if (name === "output" && !isDoc(value))
      throw fail(40244, `The $bucketAuto 'output' field must be an object, but found type: ${typeName(value)}`);
    if (name === "granularity") {
      if (typeof value !== "string")
        throw fail(40261, `The $bucketAuto 'granularity' field must be a string, but found type: ${typeName(value)}`);
      rounder = granularityOf(value);
    }
    if (!["groupBy", "buckets", "output", "granularity"].includes(name))
      throw fail(40245, `Unrecognized option to $bucketAuto: ${name}`);
  }
  const buckets = spec.get("buckets");
  if (buckets === undefined || !spec.has("groupBy"))
    throw fail(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified");
  if (!isNumber(buckets))
    throw fail(40241, `The $bucketAuto 'buckets' field must be a numeric value, but found type: ${typeName(buckets)}`);
  const count = toNumber(buckets);
  if (!Number.isInteger(count) || Math.abs(count) >= 2 ** 31)
    throw fail(40242, `The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found ${count}`);
  if (count <= 0) throw fail(40243, `The $bucketAuto 'buckets' field must be greater than 0, but found: ${count}`);
  return { count, rounder };
}

function keyReader(evaluate: Evaluate, rounder: Rounder | undefined): (source: Doc) => Value {
  return (source) => {
    const key = evaluate(source);
    if (rounder === undefined) return key ?? null;
    const only = "$bucketAuto can specify a 'granularity' with";
    if (!isNumber(key))
      throw fail(40258, `${only} numeric boundaries only, but found a value with type: ${shownType(key)}`);
    if (Number.isNaN(toNumber(key))) throw fail(40259, `${only} numeric boundaries only, but found a NaN`);
    if (compareValues(key, 0) < 0) throw fail(40260, `${only} non-negative numbers only, but found a negative number`);
    return key;
  };
}

import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { isTruthy } from "#server/embedded/mongo/query/coerce.ts";
import { fail, isNullish, nary, unary } from "./expression.ts";
import type { Operators } from "./expression.ts";

function setOf(value: Value | undefined, name: string): Map<string, Value> {
  if (!Array.isArray(value)) throw fail(17040, `All operands of ${name} must be arrays.`);
  return new Map(value.map((item) => [encodeKeyValue(item).toString("latin1"), item]));
}

export const SETS: Operators = {
  $setUnion: nary(0, Infinity, (args) => {
    if (args.some(isNullish)) return null;
    return [...new Map(args.flatMap((value) => [...setOf(value, "$setUnion")])).values()];
  }),
  $setIntersection: nary(0, Infinity, (args) => {
    if (args.some(isNullish)) return null;
    const [first, ...others] = args.map((value) => setOf(value, "$setIntersection"));
    return [...(first ?? [])].filter(([key]) => others.every((other) => other.has(key))).map(([, value]) => value);
  }),
  $setDifference: nary(2, 2, ([left, right]) => {
    if (isNullish(left) || isNullish(right)) return null;
    const taken = setOf(right, "$setDifference");
    return [...setOf(left, "$setDifference")].filter(([key]) => !taken.has(key)).map(([, value]) => value);
  }),
  $setEquals: nary(2, Infinity, (args) => {
    const [first, ...others] = args.map((value) => setOf(value, "$setEquals"));
    return others.every((other) => other.size === first?.size && [...other.keys()].every((key) => first.has(key)));
  }),
  $setIsSubset: nary(2, 2, ([left, right]) => {
    const whole = setOf(right, "$setIsSubset");
    return [...setOf(left, "$setIsSubset").keys()].every((key) => whole.has(key));
  }),
  $anyElementTrue: unary((value) => Array.isArray(value) && value.some(isTruthy)),
  $allElementsTrue: unary((value) => Array.isArray(value) && value.every(isTruthy)),
};

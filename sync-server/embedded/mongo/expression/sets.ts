import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { fail, isNullish, nary, shownType } from "./expression.ts";
import type { Operators } from "./expression.ts";

type ValueSet = Map<string, Value>;

/** One value for each that the command's collation tells apart. */
function setOf(items: readonly Value[], { collation }: Environment): ValueSet {
  const set: ValueSet = new Map();
  for (const item of items) {
    const key = encodeKeyValue(collation?.fold(item) ?? item).toString("latin1");
    if (!set.has(key)) set.set(key, item);
  }
  return set;
}

function inOrder(set: ValueSet, { compare }: Environment): Value[] {
  return [...set.values()].toSorted(compare);
}

/** Each operand in turn, so that the first one that is null or wrong decides. */
function union(args: readonly (Value | undefined)[], environment: Environment): Value {
  const all: Value[] = [];
  for (const value of args) {
    if (isNullish(value)) return null;
    if (!Array.isArray(value))
      throw fail(17043, `All operands of $setUnion must be arrays. One argument is of type: ${shownType(value)}`);
    for (const item of value) all.push(item);
  }
  return inOrder(setOf(all, environment), environment);
}

function intersection(args: readonly (Value | undefined)[], environment: Environment): Value {
  let common: ValueSet | undefined;
  for (const value of args) {
    if (isNullish(value)) return null;
    if (!Array.isArray(value))
      throw fail(
        17047,
        `All operands of $setIntersection must be arrays. One argument is of type: ${shownType(value)}`,
      );
    const next = setOf(value, environment);
    common = common === undefined ? next : new Map([...common].filter(([key]) => next.has(key)));
  }
  return inOrder(common ?? new Map(), environment);
}

/** Of two operands, or the complaint that one is no array. */
function bothArrays(
  name: string,
  left: Value | undefined,
  right: Value | undefined,
  codes: readonly [number, number],
): [Value[], Value[]] {
  if (!Array.isArray(left))
    throw fail(codes[0], `both operands of ${name} must be arrays. First argument is of type: ${shownType(left)}`);
  if (!Array.isArray(right))
    throw fail(codes[1], `both operands of ${name} must be arrays. Second argument is of type: ${shownType(right)}`);
  return [left, right];
}

export const SETS: Operators = {
  $setUnion: nary(0, Infinity, union),
  $setIntersection: nary(0, Infinity, intersection),
  $setDifference: nary(2, 2, ([left, right], environment) => {
    if (isNullish(left) || isNullish(right)) return null;
    const [from, without] = bothArrays("$setDifference", left, right, [17048, 17049]);
    const taken = setOf(without, environment);
    return [...setOf(from, environment)].filter(([key]) => !taken.has(key)).map(([, value]) => value);
  }),
  $setEquals: (operand, compile, environment, name) => {
    const count = Array.isArray(operand) ? operand.length : 1;
    if (count < 2) throw fail(17045, `$setEquals needs at least two arguments had: ${count}`);
    return nary(2, Infinity, (args) => {
      const sets = args.map((value, index) => {
        if (Array.isArray(value)) return setOf(value, environment);
        throw fail(
          17044,
          `All operands of $setEquals must be arrays. ${index + 1}-th argument is of type: ${shownType(value)}`,
        );
      });
      const [first, ...others] = sets;
      return others.every((other) => other.size === first?.size && [...other.keys()].every((key) => first.has(key)));
    })(operand, compile, environment, name);
  },
  $setIsSubset: nary(2, 2, ([left, right], environment) => {
    const [part, whole] = bothArrays("$setIsSubset", left, right, [17046, 17042]);
    const known = setOf(whole, environment);
    return [...setOf(part, environment).keys()].every((key) => known.has(key));
  }),
};

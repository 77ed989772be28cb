import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue } from "#server/embedded/mongo/error.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { parseSort, sortKey } from "#server/embedded/mongo/query/sort-key.ts";
import { fail, isNullish, named, shownType } from "./expression.ts";
import type { Operators } from "./expression.ts";

type Sort = (items: readonly Value[]) => Value[];

/** By the whole values, or by fields of those that are documents. */
function sorterOf(sortBy: Value, environment: Environment): Sort {
  if (isNumber(sortBy)) {
    const direction = toNumber(sortBy);
    if (direction !== 1 && direction !== -1) throw badValue("The $sort element value must be either 1 or -1");
    return (items) => items.toSorted((left, right) => environment.compare(left, right) * direction);
  }
  if (!isDoc(sortBy))
    throw badValue("The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields");
  if (sortBy.size === 0) throw badValue("The $sort pattern is empty when it should be a set of fields.");
  const fields = parseSort(sortBy);
  const fold = environment.collation?.fold ?? ((value: Value): Value => value);
  const none: Doc = new Map();
  return (items) =>
    items
      .map((item) => ({ item, key: sortKey(isDoc(item) ? item : none, fields, fold) }))
      .toSorted((left, right) => Buffer.compare(left.key, right.key))
      .map(({ item }) => item);
}

function literalList(value: Value | undefined, code: number, name: string): readonly Value[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw fail(code, `${name} must be an array of expressions, found ${shownType(value)}`);
  return value;
}

export const ARRAY_SHAPES: Operators = {
  $sortArray: (operand, compile, environment) => {
    const spec = named(operand, ["input", "sortBy"], {
      shape: (given) => fail(2942500, `$sortArray requires an object as an argument, found: ${shownType(given)}`),
      unknown: (key) => fail(2942501, `$sortArray found an unknown argument: ${key}`),
      missing: (key) => fail(key === "input" ? 2942502 : 2942503, `$sortArray requires '${key}' to be specified`),
    });
    const input = compile(spec.get("input") ?? null);
    const sort = sorterOf(spec.get("sortBy") ?? null, environment);
    return (root, scope) => {
      const items = input(root, scope);
      if (isNullish(items)) return null;
      if (Array.isArray(items)) return sort(items);
      throw fail(2942504, `The input argument to $sortArray must be an array, but was of type: ${shownType(items)}`);
    };
  },
  $zip: (operand, compile) => {
    const spec = named(operand, ["inputs?", "defaults?", "useLongestLength?"], {
      shape: (given) => fail(34460, `$zip only supports an object as an argument, found ${shownType(given)}`),
      unknown: (key) => fail(34464, `$zip found an unknown argument: ${key}`),
      missing: (key) => fail(34465, `$zip requires ${key}`),
    });
    const inputs = literalList(spec.get("inputs"), 34461, "inputs").map(compile);
    const defaults = literalList(spec.get("defaults"), 34462, "defaults").map(compile);
    const isLongest = spec.get("useLongestLength") ?? false;
    if (typeof isLongest !== "boolean")
      throw fail(34463, `useLongestLength must be a bool, found ${shownType(isLongest)}`);
    if (inputs.length === 0) throw fail(34465, "$zip requires at least one input array");
    if (defaults.length > 0 && !isLongest) throw fail(34466, "cannot specify defaults unless useLongestLength is true");
    if (defaults.length > 0 && defaults.length !== inputs.length)
      throw fail(34467, "defaults and inputs must have the same length");
    return (root, scope) => {
      const lists: Value[][] = [];
      for (const input of inputs) {
        const list = input(root, scope);
        if (isNullish(list)) return null;
        if (!Array.isArray(list)) throw fail(34468, `$zip found a non-array expression in input: ${showValue(list)}`);
        lists.push(list);
      }
      const lengths = lists.map((list) => list.length);
      const fill = defaults.map((value) => value(root, scope) ?? null);
      return Array.from({ length: isLongest ? Math.max(...lengths) : Math.min(...lengths) }, (_, at) =>
        lists.map((list, which) => (at < list.length ? (list[at] ?? null) : (fill[which] ?? null))),
      );
    };
  },
};

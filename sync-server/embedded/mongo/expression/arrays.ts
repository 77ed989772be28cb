import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { isTruthy, toInteger } from "#server/embedded/mongo/query/coerce.ts";
import { parseSort, sortKey } from "#server/embedded/mongo/query/sort-key.ts";
import { bind, fail, isNullish, named, nary, strictUnary, unary } from "./expression.ts";
import type { Operators } from "./expression.ts";

function requireItems(value: Value | undefined, name: string, code: number): Value[] | undefined {
  if (isNullish(value)) return undefined;
  if (!Array.isArray(value)) throw fail(code, `${name}'s argument must be an array, but is ${typeName(value)}`);
  return value;
}

function variableName(value: Value | undefined, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

function element(items: readonly Value[], position: number): Value | undefined {
  return items.at(position);
}

function index(value: Value | undefined): number {
  const number = toInteger(value);
  if (number === undefined) throw fail(28690, "an array position must be a number");
  return Number(number);
}

export const ARRAYS: Operators = {
  $size: unary((value) => {
    if (!Array.isArray(value))
      throw fail(
        17124,
        `The argument to $size must be an array, but was of type: ${value === undefined ? "missing" : typeName(value)}`,
      );
    return value.length;
  }),
  $isArray: unary((value) => Array.isArray(value)),
  $arrayElemAt: nary(2, 2, ([items, position]) => {
    const list = requireItems(items, "$arrayElemAt", 28689);
    return list === undefined || isNullish(position) ? null : element(list, index(position));
  }),
  $first: unary((value) => {
    const items = requireItems(value, "$first", 28689);
    return items === undefined ? null : items[0];
  }),
  $last: unary((value) => {
    const items = requireItems(value, "$last", 28689);
    return items === undefined ? null : items.at(-1);
  }),
  $concatArrays: nary(0, Infinity, (args) => {
    const out: Value[] = [];
    for (const value of args) {
      const items = requireItems(value, "$concatArrays", 28664);
      if (items === undefined) return null;
      out.push(...items);
    }
    return out;
  }),
  $slice: nary(2, 3, ([items, first, second]) => {
    const list = requireItems(items, "$slice", 28724);
    if (list === undefined || isNullish(first)) return null;
    if (second === undefined) {
      const count = index(first);
      return count >= 0 ? list.slice(0, count) : list.slice(count);
    }
    if (second === null) return null;
    const count = index(second);
    if (count <= 0) throw fail(28729, "Third argument to $slice must be positive");
    const start = index(first);
    const from = start < 0 ? Math.max(list.length + start, 0) : start;
    return list.slice(from, from + count);
  }),
  $reverseArray: strictUnary((value) => requireItems(value, "$reverseArray", 34435)?.toReversed()),
  $in: nary(2, 2, ([value, items], { compare }) => {
    if (!Array.isArray(items))
      throw fail(
        40081,
        `$in requires an array as a second argument, found: ${items === undefined ? "missing" : typeName(items)}`,
      );
    return items.some((item) => compare(item, value) === 0);
  }),
  $indexOfArray: nary(2, 4, ([items, value, start, end]) => {
    const list = requireItems(items, "$indexOfArray", 40090);
    if (list === undefined) return null;
    const from = start === undefined ? 0 : index(start);
    const to = Math.min(end === undefined ? list.length : index(end), list.length);
    for (let at = from; at < to; at += 1) if (compareValues(list[at], value) === 0) return at;
    return -1;
  }),
  $range: nary(2, 3, ([start, end, step]) => {
    const stride = step === undefined ? 1 : index(step);
    if (stride === 0) throw fail(34449, "$range requires a non-zero step value");
    const out: Value[] = [];
    for (let at = index(start); stride > 0 ? at < index(end) : at > index(end); at += stride) out.push(at);
    return out;
  }),
  $map: (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["input", "in"], ["as"]);
    const input = compile(spec.get("input") ?? null);
    const variable = variableName(spec.get("as"), "this");
    const body = compile(spec.get("in") ?? null);
    return (root, scope) =>
      requireItems(input(root, scope), name, 16883)?.map((item) => body(root, bind(scope, variable, item)) ?? null) ??
      null;
  },
  $filter: (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["input", "cond"], ["as", "limit"]);
    const input = compile(spec.get("input") ?? null);
    const variable = variableName(spec.get("as"), "this");
    const test = compile(spec.get("cond") ?? null);
    const limit = spec.has("limit") ? compile(spec.get("limit") ?? null) : undefined;
    return (root, scope) => {
      const items = requireItems(input(root, scope), name, 28651);
      const kept = items?.filter((item) => isTruthy(test(root, bind(scope, variable, item))));
      const most = limit?.(root, scope);
      return kept?.slice(0, isNullish(most) ? undefined : index(most)) ?? null;
    };
  },
  $reduce: (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["input", "initialValue", "in"], []);
    const [input, initial, body] = ["input", "initialValue", "in"].map((key) => compile(spec.get(key) ?? null));
    return (root, scope) => {
      const items = requireItems(input?.(root, scope), name, 40080);
      if (items === undefined) return null;
      let value = initial?.(root, scope);
      for (const item of items) value = body?.(root, bind(bind(scope, "value", value), "this", item));
      return value;
    };
  },
  $zip: (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["inputs"], ["useLongestLength", "defaults"]);
    const inputs = compile(spec.get("inputs") ?? null);
    const defaults = compile(spec.get("defaults") ?? []);
    const isLongest = spec.get("useLongestLength") === true;
    return (root, scope) => {
      const lists = requireItems(inputs(root, scope), name, 34461);
      if (lists === undefined || lists.some(isNullish)) return null;
      const arrays = lists.map((list) => requireItems(list, name, 34468) ?? []);
      const fill = defaults(root, scope);
      const length = isLongest
        ? Math.max(0, ...arrays.map((list) => list.length))
        : Math.min(...arrays.map((list) => list.length));
      return Array.from({ length }, (_, at) =>
        arrays.map((list, which) => list[at] ?? (Array.isArray(fill) ? (fill[which] ?? null) : null)),
      );
    };
  },
  $sortArray: (operand, compile, environment, name) => {
    const spec = named(operand, name, ["input", "sortBy"], []);
    const input = compile(spec.get("input") ?? null);
    const order = spec.get("sortBy");
    return (root, scope) => {
      const items = requireItems(input(root, scope), name, 2942504);
      if (items === undefined) return null;
      if (!isDoc(order))
        return items.toSorted((left, right) => environment.compare(left, right) * (toInteger(order) === -1n ? -1 : 1));
      const fields = parseSort(order);
      const keyed = items.map((item) => ({
        item,
        key: sortKey(isDoc(item) ? item : new Map(), fields, (value) => value),
      }));
      return keyed.toSorted((left, right) => Buffer.compare(left.key, right.key)).map(({ item }) => item);
    };
  },
};

import { BSONRegExp, MaxKey, MinKey } from "mongodb";
import { Refused, isFields, isNaNItem, isNumber, isWhole, rank, whole } from "./query-model-values.ts";
import type { Compare, Fields, Item } from "./query-model-values.ts";

/** Whether a document matches a filter, as MongoDB's manual tells it. */
export function matches(document: Fields, filter: Fields, compare: Compare): boolean {
  return Object.entries(filter).every(([name, operand]) => {
    if (name === "$and") return listOf(operand).every((part) => matches(document, fieldsOf(part), compare));
    if (name === "$or") return listOf(operand).some((part) => matches(document, fieldsOf(part), compare));
    if (name === "$expr") return expressionHolds(document, fieldsOf(operand), compare);
    if (name === "$nor") return !listOf(operand).some((part) => matches(document, fieldsOf(part), compare));
    return matchesPath(document, name.split("."), operand, compare);
  });
}

/** Expressions compare fields as they are, across all types. */
function expressionHolds(document: Fields, expression: Fields, compare: Compare): boolean {
  const [name, operands] = Object.entries(expression)[0] ?? [];
  const [left, right] = listOf(operands).map((one) =>
    typeof one === "string" && one.startsWith("$") ? document[one.slice(1)] : one,
  );
  const order = compare(left, right);
  if (name === "$eq") return order === 0;
  if (name === "$gt") return order > 0;
  if (name === "$gte") return order >= 0;
  return name === "$lt" ? order < 0 : order <= 0;
}

export function fieldsOf(value: Item): Fields {
  if (!isFields(value)) throw new Error("a document was expected");
  return value;
}

export function listOf(value: Item): readonly Item[] {
  if (!Array.isArray(value)) throw new Error("a list was expected");
  return value;
}

export function isOperators(value: Item): value is Fields {
  return isFields(value) && Object.keys(value)[0]?.startsWith("$") === true;
}

function matchesPath(document: Fields, path: readonly string[], operand: Item, compare: Compare): boolean {
  if (!isOperators(operand)) return some(reach(document, path), (value) => equals(value, operand, compare));
  const ends = reach(document, path);
  return Object.entries(operand).every(([name, wanted]) => holds(ends, name, wanted, operand, compare, some));
}

/** What stands at the end of a path; `isNamed` where the path names its place in a list. */
type End = { readonly value: Item; readonly isNamed: boolean };
type Test = (ends: readonly End[], accepts: (value: Item) => boolean) => boolean;

function holds(ends: readonly End[], name: string, wanted: Item, all: Fields, compare: Compare, some: Test): boolean {
  switch (name) {
    case "$ne":
      return !some(ends, (value) => equals(value, wanted, compare));
    case "$nin":
      return !some(ends, (value) => isIn(value, wanted, compare));
    case "$not":
      return !Object.entries(fieldsOf(wanted)).every(([inner, one]) =>
        holds(ends, inner, one, fieldsOf(wanted), compare, some),
      );
    case "$exists":
      return ends.some(({ value }) => value !== undefined) === wanted;
    case "$size":
      return ends.some(({ value }) => Array.isArray(value) && BigInt(value.length) === whole(wanted));
    case "$all":
      return (
        listOf(wanted).length > 0 && listOf(wanted).every((one) => some(ends, (value) => equals(value, one, compare)))
      );
    case "$elemMatch":
      return ends.some(({ value }) => Array.isArray(value) && value.some((item) => isElement(item, wanted, compare)));
    case "$options":
      return true;
    case "$regex":
      return some(
        ends,
        (value) => typeof value === "string" && new RegExp(String(wanted), String(all["$options"] ?? "")).test(value),
      );
    default:
      return some(ends, (value) => isLeaf(value, name, wanted, compare));
  }
}

function isElement(item: Item, wanted: Item, compare: Compare): boolean {
  const demands = fieldsOf(wanted);
  if (isOperators(demands))
    return Object.entries(demands).every(([name, one]) => holds([end(item)], name, one, demands, compare, test));
  if (isFields(item)) return matches(item, demands, compare);
  return Array.isArray(item) && matches({ ...item }, demands, compare);

  /** An element is tested as it is, even when it is a list itself. */
  function test(ends: readonly End[], accepts: (value: Item) => boolean): boolean {
    return ends.some(({ value }) => accepts(value));
  }
}

function isLeaf(value: Item, name: string, wanted: Item, compare: Compare): boolean {
  switch (name) {
    case "$eq":
      return equals(value, wanted, compare);
    case "$in":
      return isIn(value, wanted, compare);
    case "$gt":
      return inRange(value, wanted, (order) => order > 0, false, compare);
    case "$gte":
      return inRange(value, wanted, (order) => order >= 0, true, compare);
    case "$lt":
      return inRange(value, wanted, (order) => order < 0, false, compare);
    case "$lte":
      return inRange(value, wanted, (order) => order <= 0, true, compare);
    case "$type":
      return isType(value, String(wanted));
    case "$mod": {
      const [divisor, rest] = listOf(wanted).map(whole);
      const dividend = whole(value);
      return dividend !== undefined && divisor !== undefined && dividend % divisor === rest;
    }
    case "$bitsAllSet":
      return isWhole(value) && ((whole(value) ?? 0n) & BigInt(Number(wanted))) === BigInt(Number(wanted));
    case "$bitsAnySet":
      return isWhole(value) && ((whole(value) ?? 0n) & BigInt(Number(wanted))) !== 0n;
    default:
      throw new Refused(`no operator ${name}`);
  }
}

function isType(value: Item, alias: string): boolean {
  if (alias === "number") return isNumber(value);
  const bsonType = { int: "Int32", long: "Long", double: "Double", decimal: "Decimal128" }[alias];
  if (bsonType !== undefined) return isNumber(value) && value._bsontype === bsonType;
  return rank(value) === { null: 5, string: 15, object: 20, array: 25, bool: 40, date: 45 }[alias];
}

function equals(value: Item, wanted: Item, compare: Compare): boolean {
  if (wanted === null) return value === null || value === undefined;
  return value !== undefined && compare(value, wanted) === 0;
}

function isIn(value: Item, wanted: Item, compare: Compare): boolean {
  return listOf(wanted).some((one) =>
    one instanceof BSONRegExp
      ? typeof value === "string" && new RegExp(one.pattern).test(value)
      : equals(value, one, compare),
  );
}

function inRange(
  value: Item,
  wanted: Item,
  accepts: (order: number) => boolean,
  takesEqual: boolean,
  compare: Compare,
): boolean {
  if (wanted === null) return takesEqual && (value === null || value === undefined);
  if (value === undefined) return wanted instanceof MinKey ? accepts(1) : wanted instanceof MaxKey && accepts(-1);
  if (wanted instanceof MinKey || wanted instanceof MaxKey) return accepts(compare(value, wanted));
  if (rank(value) !== rank(wanted)) return false;
  if (isNaNItem(value) || isNaNItem(wanted)) return takesEqual && isNaNItem(value) && isNaNItem(wanted);
  return accepts(compare(value, wanted));
}

/** A condition holds for a value, or for any element where the value is a list, unless the path names its place. */
function some(ends: readonly End[], test: (value: Item) => boolean): boolean {
  return ends.some(({ value, isNamed }) => (!isNamed && Array.isArray(value) && value.some(test)) || test(value));
}

function end(value: Item, isNamed = false): End {
  return { value, isNamed };
}

/** What stands at the end of a path; `undefined` where a document on the way has no such field. */
export function reach(value: Item, path: readonly string[]): End[] {
  const [name, ...rest] = path;
  if (name === undefined) return [end(value)];
  if (isFields(value)) {
    const next = value[name];
    if (rest.length === 0) return [end(next)];
    return Array.isArray(next) ? reachItems(next, rest) : isFields(next) ? reach(next, rest) : [end(undefined)];
  }
  return [end(undefined)];
}

function reachItems(items: readonly Item[], path: readonly string[]): End[] {
  const ends = items.flatMap((item) => (isFields(item) ? reach(item, path) : []));
  const [name = "", ...rest] = path;
  const chosen = /^(0|[1-9]\d*)$/.test(name) ? items[Number(name)] : undefined;
  if (chosen === undefined) return ends;
  if (rest.length === 0) return [...ends, end(chosen, true)];
  if (Array.isArray(chosen)) return [...ends, ...reachItems(chosen, rest)];
  return [...ends, ...(isFields(chosen) ? reach(chosen, rest) : [end(undefined)])];
}

/** What an index files a document under, and what it is sorted by: a list counts by its elements. */
export function keysOf(value: Item, path: readonly string[]): { keys: Item[]; isList: boolean } {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (!Array.isArray(value)) return { keys: [value], isList: false };
    return { keys: value.length === 0 ? [EMPTY] : [...value], isList: true };
  }
  if (isFields(value)) return keysOf(value[name], rest);
  if (!Array.isArray(value)) return { keys: [undefined], isList: false };
  if (/^\d+$/.test(name)) return keysOf(value[Number(name)], rest);
  if (value.length === 0) return { keys: [undefined], isList: true };
  return { keys: value.flatMap((item) => (isFields(item) ? keysOf(item, path).keys : [undefined])), isList: true };
}

/** An empty list's place among keys: below null, unlike a missing field, which counts as null. */
export const EMPTY = Symbol("empty list");

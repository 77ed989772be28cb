import { Double, Int32, Long } from "mongodb";
import { fieldsOf, isOperators, listOf, matches } from "./query-model-match.ts";
import { Refused, Unpredictable, isFields, isNumber } from "./query-model-values.ts";
import type { Compare, Fields, Item, NumberItem } from "./query-model-values.ts";

export type UpdateCall = { update: Fields; arrayFilters: readonly Fields[]; isInsert: boolean; compare: Compare };

/** The document after the update; the one given stays as it is. Throws Refused where the server has to refuse. */
export function updated(document: Fields, call: UpdateCall): Fields {
  const out = copy(document);
  const steps = Object.entries(call.update).flatMap(([name, operand]) =>
    Object.entries(fieldsOf(operand)).map(([path, argument]) => ({ name, path, argument })),
  );
  for (const step of steps.toSorted((left, right) => comparePaths(left.path, right.path))) {
    if (step.name === "$setOnInsert" && !call.isInsert) continue;
    for (const path of places(out, step.path.split("."), call)) apply(out, step.name, path, step.argument, call);
  }
  return out;
}

/** New fields come in the order of their names, numbers by value. */
function comparePaths(left: string, right: string): number {
  const a = left.split(".");
  const b = right.split(".");
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [one = "", other = ""] = [a[index], b[index]];
    if (one === other) continue;
    if (/^\d+$/.test(one) && /^\d+$/.test(other)) return Number(one) - Number(other);
    return one < other ? -1 : 1;
  }
  return a.length - b.length;
}

export function copy<T extends Item>(value: T): T;
export function copy(value: Item): Item {
  if (Array.isArray(value)) return value.map((item) => copy(item));
  if (isFields(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copy(item)]));
  return value;
}

/** The paths that `$[]` and `$[name]` stand for. */
function places(document: Fields, path: readonly string[], call: UpdateCall): string[][] {
  const at = path.findIndex((part) => part.startsWith("$["));
  if (at < 0) return [[...path]];
  const items = get(document, path.slice(0, at));
  if (!Array.isArray(items)) throw new Refused("no list for $[]");
  const name = (path[at] ?? "").slice(2, -1);
  const filter = call.arrayFilters.find((one) => Object.keys(one)[0]?.split(".")[0] === name);
  return items.flatMap((item, index) =>
    filter === undefined || matches({ [name]: item }, filter, call.compare)
      ? places(document, [...path.slice(0, at), String(index), ...path.slice(at + 1)], call)
      : [],
  );
}

function isPlace(part: string): boolean {
  return /^(0|[1-9]\d*)$/.test(part);
}

function get(source: Item, path: readonly string[]): Item {
  let value = source;
  for (const part of path) {
    if (Array.isArray(value)) value = isPlace(part) ? value[Number(part)] : undefined;
    else if (isFields(value)) value = value[part];
    else return undefined;
  }
  return value;
}

function put(source: Fields, path: readonly string[], value: Item): void {
  let holder: Item = source;
  for (const [depth, part] of path.entries()) {
    const isLast = depth === path.length - 1;
    if (Array.isArray(holder)) {
      if (!isPlace(part)) throw new Refused("a name in a list");
      while (holder.length < Number(part)) holder.push(null);
      if (isLast) holder[Number(part)] = value;
      else if (holder[Number(part)] === undefined) holder[Number(part)] = {};
      holder = holder[Number(part)];
    } else if (isFields(holder)) {
      // JavaScript would move such a name to the front.
      if (isPlace(part)) throw new Unpredictable();
      if (isLast) holder[part] = value;
      else if (holder[part] === undefined) holder[part] = {};
      holder = holder[part];
    } else throw new Refused("a field in a scalar");
  }
}

function remove(source: Fields, path: readonly string[]): void {
  const holder = get(source, path.slice(0, -1));
  const last = path.at(-1) ?? "";
  if (Array.isArray(holder) && isPlace(last) && Number(last) < holder.length) holder[Number(last)] = null;
  else if (isFields(holder)) delete holder[last];
}

function apply(document: Fields, name: string, path: readonly string[], argument: Item, call: UpdateCall): void {
  const current = get(document, path);
  switch (name) {
    case "$set":
    case "$setOnInsert":
      return put(document, path, copy(argument));
    case "$unset":
      return remove(document, path);
    case "$rename":
      return rename(document, path, String(argument).split("."));
    case "$min":
    case "$max": {
      const order = current === undefined ? 0 : call.compare(argument, current);
      if (current === undefined || (name === "$min" ? order < 0 : order > 0)) put(document, path, copy(argument));
      return;
    }
    case "$inc":
      return put(document, path, current === undefined ? argument : combine(current, argument, "plus"));
    case "$mul":
      return put(document, path, combine(current === undefined ? new Int32(0) : current, argument, "times"));
    case "$bit":
      return put(document, path, combineBits(current === undefined ? new Int32(0) : current, fieldsOf(argument)));
    default:
      changeList(document, name, path, argument, call);
  }
}

function rename(document: Fields, from: readonly string[], to: readonly string[]): void {
  const value = get(document, from);
  for (const path of [from, to])
    for (let depth = 1; depth < path.length; depth += 1)
      if (value !== undefined && Array.isArray(get(document, path.slice(0, depth)))) throw new Refused("into a list");
  if (value === undefined) return;
  remove(document, from);
  put(document, to, value);
}

function numberOf(value: NumberItem): number {
  return value instanceof Double ? value.value : Number(value.toString());
}

function combine(left: Item, right: Item, how: "plus" | "times"): Item {
  if (!isNumber(left) || !isNumber(right)) throw new Refused("no numbers");
  if (left._bsontype === "Decimal128" || right._bsontype === "Decimal128") throw new Unpredictable();
  if (left instanceof Double || right instanceof Double) {
    const [a, b] = [numberOf(left), numberOf(right)];
    return new Double(how === "plus" ? a + b : a * b);
  }
  const [a, b] = [BigInt(left.toString()), BigInt(right.toString())];
  const out = how === "plus" ? a + b : a * b;
  if (BigInt.asIntN(64, out) !== out) throw new Refused("overflow");
  const isInt = left instanceof Int32 && right instanceof Int32 && BigInt.asIntN(32, out) === out;
  return isInt ? new Int32(Number(out)) : Long.fromBigInt(out);
}

function combineBits(current: Item, argument: Fields): Item {
  let value = current;
  for (const [name, operand] of Object.entries(argument)) {
    const isWhole = (one: Item): one is Int32 | Long => one instanceof Int32 || one instanceof Long;
    if (!isWhole(value) || !isWhole(operand)) throw new Refused("no whole numbers");
    const [a, b] = [BigInt(value.toString()), BigInt(operand.toString())];
    const out = name === "and" ? a & b : name === "or" ? a | b : a ^ b;
    value = value instanceof Int32 && operand instanceof Int32 ? new Int32(Number(out)) : Long.fromBigInt(out);
  }
  return value;
}

function changeList(document: Fields, name: string, path: readonly string[], argument: Item, call: UpdateCall): void {
  const current = get(document, path);
  if (current === undefined && (name === "$pull" || name === "$pullAll" || name === "$pop"))
    return blocked(document, path);
  if (current !== undefined && !Array.isArray(current)) throw new Refused("no list");
  const items = [...(current ?? [])];
  const same = (left: Item, right: Item): boolean => call.compare(left, right) === 0;
  switch (name) {
    case "$push":
      return put(document, path, pushed(items, argument, call.compare));
    case "$addToSet": {
      for (const one of isFields(argument) && "$each" in argument ? listOf(argument["$each"]) : [argument])
        if (!items.some((item) => same(item, one))) items.push(copy(one));
      return put(document, path, items);
    }
    case "$pull":
      return put(
        document,
        path,
        items.filter((item) => !isPulled(item, argument, call.compare)),
      );
    case "$pullAll":
      return put(
        document,
        path,
        items.filter((item) => !listOf(argument).some((gone) => same(gone, item))),
      );
    case "$pop":
      return put(document, path, Number(String(argument)) === 1 ? items.slice(0, -1) : items.slice(1));
    default:
      throw new Error(`the model has no ${name}`);
  }
}

/** Where there is nothing to take from, only a scalar on the way matters to some operators; none of ours. */
function blocked(_document: Fields, _path: readonly string[]): void {}

function isPulled(item: Item, argument: Item, compare: Compare): boolean {
  if (isOperators(argument)) return matches({ item }, { item: argument }, compare);
  if (isFields(argument)) return isFields(item) && matches(item, argument, compare);
  return compare(item, argument) === 0;
}

function pushed(items: Item[], argument: Item, compare: Compare): Item[] {
  if (!isFields(argument) || !("$each" in argument)) return [...items, copy(argument)];
  const position = argument["$position"] === undefined ? items.length : Number(String(argument["$position"]));
  items.splice(position, 0, ...listOf(argument["$each"]).map((one) => copy(one)));
  const sort = argument["$sort"];
  let out = items;
  if (sort !== undefined) {
    const [path, direction] = isFields(sort) ? (Object.entries(sort)[0] ?? []) : [undefined, sort];
    const keyOf = (item: Item): Item => (path === undefined ? item : isFields(item) ? (item[path] ?? null) : null);
    out = items.toSorted((left, right) => compare(keyOf(left), keyOf(right)) * Number(String(direction)));
  }
  if (argument["$slice"] === undefined) return out;
  const slice = Number(String(argument["$slice"]));
  return slice < 0 ? out.slice(slice) : out.slice(0, slice);
}

/** What an upsert begins with: what the filter says about single values. */
export function upsertStart(filter: Fields): Fields {
  const out: Fields = {};
  const known: string[] = [];
  for (const [path, value] of fixedValues(filter)) {
    if (known.some((other) => `${other}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${other}.`)))
      throw new Refused("one place matched twice");
    known.push(path);
    put(out, path.split("."), copy(value));
  }
  return out;
}

function fixedValues(filter: Fields): [string, Item][] {
  return Object.entries(filter).flatMap(([name, operand]): [string, Item][] => {
    const parts = name === "$and" || name === "$or" ? listOf(operand) : [];
    if (name === "$and" || (name === "$or" && parts.length === 1))
      return parts.flatMap((part) => fixedValues(fieldsOf(part)));
    if (name.startsWith("$")) return [];
    if (!isOperators(operand)) return [[name, operand]];
    return Object.entries(operand).flatMap(([operator, wanted]): [string, Item][] => {
      if (operator === "$eq") return [[name, wanted]];
      const only = (operator === "$in" || operator === "$all") && Array.isArray(wanted) && wanted.length === 1;
      return only ? [[name, wanted[0]]] : [];
    });
  });
}

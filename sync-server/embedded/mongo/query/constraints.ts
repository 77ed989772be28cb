import { MaxKey, MinKey, Regex, UNDEFINED, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { isOperatorDoc } from "./value-tests.ts";
import { regexPrefix } from "./regex.ts";

export type Bound = { value: Value; isInclusive: boolean };

/** What a filter demands of one path, as far as an index can use it; the filter itself is checked again later. */
export type Constraint = {
  /** The values to look up: every match has one of them among its keys. */
  points: readonly Value[] | undefined;
  low: Bound | undefined;
  high: Bound | undefined;
};

/** The demands that hold for every match, by path. */
export function constraintsOf(filter: Doc): Map<string, Constraint> {
  const out = new Map<string, Constraint>();
  collect(filter, "", out);
  return out;
}

function collect(filter: Doc, prefix: string, out: Map<string, Constraint>): void {
  for (const [name, operand] of filter) {
    if (name === "$and" && Array.isArray(operand)) {
      for (const item of operand) if (isDoc(item)) collect(item, prefix, out);
    } else if (!name.startsWith("$")) constrain(prefix + name, operand, out);
  }
}

function constrain(path: string, operand: Value, out: Map<string, Constraint>): void {
  if (!isOperatorDoc(operand)) {
    if (operand instanceof Regex) addPrefix(path, operand.pattern, operand.flags, out);
    else add(path, { points: pointsFor(operand) }, out);
    return;
  }
  for (const [name, value] of operand) constrainBy(path, name, value, operand, out);
}

function constrainBy(path: string, name: string, value: Value, operand: Doc, out: Map<string, Constraint>): void {
  switch (name) {
    case "$eq":
      return add(path, { points: pointsFor(value) }, out);
    case "$in":
      if (Array.isArray(value) && !value.some((item) => item instanceof Regex)) {
        add(path, { points: value.flatMap(pointsFor) }, out);
      }
      return;
    case "$all": {
      const [first] = Array.isArray(value) ? value : [];
      if (first !== undefined && !(first instanceof Regex) && !isOperatorDoc(first))
        add(path, { points: pointsFor(first) }, out);
      return;
    }
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return addRange(path, name, value, out);
    case "$regex": {
      const options = operand.get("$options");
      const pattern = value instanceof Regex ? value.pattern : typeof value === "string" ? value : "";
      const flags = typeof options === "string" ? options : value instanceof Regex ? value.flags : "";
      return addPrefix(path, pattern, flags, out);
    }
    case "$elemMatch":
      if (isDoc(value) && !isOperatorDoc(value)) collect(value, `${path}.`, out);
      return;
    default:
  }
}

/** The index keys a value equal to this one is filed under. */
function pointsFor(value: Value): Value[] {
  if (value === null) return [null, UNDEFINED];
  // A whole array is filed under its elements; an array inside an array under itself.
  if (Array.isArray(value)) return [value, value[0] ?? UNDEFINED];
  return [value];
}

function addRange(
  path: string,
  name: "$gt" | "$gte" | "$lt" | "$lte",
  value: Value,
  out: Map<string, Constraint>,
): void {
  const isInclusive = name === "$gte" || name === "$lte";
  if (value === null) {
    if (isInclusive) add(path, { points: pointsFor(null) }, out);
    return;
  }
  if (Array.isArray(value) || value instanceof MinKey || value instanceof MaxKey || value instanceof Regex) return;
  const bound = { value, isInclusive };
  add(path, name === "$gt" || name === "$gte" ? { low: bound } : { high: bound }, out);
}

function addPrefix(path: string, pattern: string, flags: string, out: Map<string, Constraint>): void {
  const prefix = regexPrefix(pattern, flags);
  if (prefix === "") return;
  const last = prefix.codePointAt(prefix.length - 1) ?? 0;
  const after = prefix.slice(0, -1) + String.fromCodePoint(last + 1);
  add(path, { low: { value: prefix, isInclusive: true }, high: { value: after, isInclusive: false } }, out);
}

/** Several demands on one path: the first of each kind is used, which is enough to narrow the search. */
function add(path: string, part: Partial<Constraint>, out: Map<string, Constraint>): void {
  const known = out.get(path);
  out.set(path, {
    points: known?.points ?? part.points,
    low: known?.low ?? part.low,
    high: known?.high ?? part.high,
  });
}

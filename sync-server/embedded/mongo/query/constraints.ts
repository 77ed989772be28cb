import { type Doc, isDoc, MaxKey, MinKey, Regex, UNDEFINED, type Value } from "#server/embedded/mongo/bson/value.ts";
import { constrainByExpression } from "./expression-constraints.ts";
import { isOperatorDoc } from "./operand-shapes.ts";
import { regexPrefix } from "./regex.ts";
import type { Bound } from "./bound.ts";

/** What a filter demands of one path, as far as an index can use it; the filter itself is checked again later. */
export type Constraint = {
  /** The values to look up: every match has one of them among its keys. */
  points: readonly Value[] | undefined;
  low: Bound | undefined;
  high: Bound | undefined;
  /** What an expression demands: of the field as a whole, and across types. */
  whole?: { low: Bound | undefined; high: Bound | undefined };
};

export type Constraints = Map<string, Constraint>;

/** The demands that hold for every match, by path. */
export function constraintsOf(filter: Doc, variables: ReadonlyMap<string, Value>): Constraints {
  const out: Constraints = new Map();
  collect(filter, "", out, variables);
  return out;
}

function collect(filter: Doc, prefix: string, out: Constraints, variables: ReadonlyMap<string, Value>): void {
  for (const [name, operand] of filter) {
    if (name === "$and" && Array.isArray(operand)) {
      for (const item of operand) if (isDoc(item)) collect(item, prefix, out, variables);
    } else if (name === "$expr" && prefix === "") {
      constrainByExpression(operand, variables, (path, whole) => addWhole(path, whole, out));
    } else if (!name.startsWith("$")) constrain(prefix + name, operand, out);
  }
}

function constrain(path: string, operand: Value, out: Constraints): void {
  if (!isOperatorDoc(operand)) {
    if (operand instanceof Regex) addPrefix(path, operand.pattern, operand.flags, out);
    else add(path, { points: pointsFor(operand) }, out);
    return;
  }
  for (const [name, value] of operand) constrainBy(path, name, value, operand, out);
}

function constrainBy(path: string, name: string, value: Value, operand: Doc, out: Constraints): void {
  switch (name) {
    case "$eq":
      if (!(value instanceof Regex)) add(path, { points: pointsFor(value) }, out);
      return;
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
      if (isDoc(value) && !isOperatorDoc(value)) collect(value, `${path}.`, out, new Map());
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

function addRange(path: string, name: "$gt" | "$gte" | "$lt" | "$lte", value: Value, out: Constraints): void {
  const isInclusive = name === "$gte" || name === "$lte";
  if (value === null) {
    if (isInclusive) add(path, { points: pointsFor(null) }, out);
    return;
  }
  if (Array.isArray(value) || value instanceof MinKey || value instanceof MaxKey || value instanceof Regex) return;
  if (value === UNDEFINED) return;
  const bound = { value, isInclusive };
  add(path, name === "$gt" || name === "$gte" ? { low: bound } : { high: bound }, out);
}

function addPrefix(path: string, pattern: string, flags: string, out: Constraints): void {
  const prefix = regexPrefix(pattern, flags);
  if (prefix === "") return;
  const last = prefix.codePointAt(prefix.length - 1) ?? 0;
  const after = prefix.slice(0, -1) + String.fromCodePoint(last + 1);
  const low = { value: prefix, isInclusive: true, isBinary: true };
  add(path, { low, high: { value: after, isInclusive: false, isBinary: true } }, out);
}

/** Several demands on one path: the first of each kind is used, which is enough to narrow the search. */
function add(path: string, part: Partial<Constraint>, out: Constraints): void {
  const known = out.get(path);
  out.set(path, {
    ...known,
    points: known?.points ?? part.points,
    low: known?.low ?? part.low,
    high: known?.high ?? part.high,
  });
}

function addWhole(path: string, whole: { low?: Bound; high?: Bound }, out: Constraints): void {
  const known = out.get(path) ?? { points: undefined, low: undefined, high: undefined };
  const low = known.whole?.low ?? whole.low;
  out.set(path, { ...known, whole: { low, high: known.whole?.high ?? whole.high } });
}

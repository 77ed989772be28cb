import { isDoc, Regex, UNDEFINED, type Value } from "#server/embedded/mongo/bson/value.ts";
import type { Bound } from "./bound.ts";
import { isIndexName } from "./path.ts";

type Tell = (path: string, demand: { low?: Bound; high?: Bound }) => void;

const MIRRORED: Readonly<Record<string, string>> = {
  $eq: "$eq",
  $gt: "$lt",
  $gte: "$lte",
  $lt: "$gt",
  $lte: "$gte",
};

/** What an `$expr` demands of single fields: comparisons of a field with a constant, alone or in an `$and`. */
export function constrainByExpression(expression: Value, variables: ReadonlyMap<string, Value>, tell: Tell): void {
  if (!isDoc(expression)) return;
  const [name = "", operand] = expression.entries().next().value ?? [];
  if (!Array.isArray(operand)) return;
  if (name === "$and") {
    for (const item of operand) constrainByExpression(item, variables, tell);
    return;
  }
  const mirrored = MIRRORED[name];
  const [left, right] = operand;
  if (mirrored === undefined || operand.length !== 2 || left === undefined || right === undefined) return;
  const path = fieldOf(left);
  if (path !== undefined) demand(path, name, constantOf(right, variables), tell);
  else {
    const other = fieldOf(right);
    if (other !== undefined) demand(other, mirrored, constantOf(left, variables), tell);
  }
}

function demand(path: string, name: string, value: Value | undefined, tell: Tell): void {
  // A missing field is filed as null, above the deprecated undefined, and arrays under their elements.
  if (value === undefined || value === UNDEFINED || value === null || Array.isArray(value) || value instanceof Regex)
    return;
  const bound = { value, isInclusive: name !== "$gt" && name !== "$lt" };
  if (name === "$eq") tell(path, { low: bound, high: bound });
  else tell(path, name === "$gt" || name === "$gte" ? { low: bound } : { high: bound });
}

function fieldOf(expression: Value): string | undefined {
  if (typeof expression !== "string" || !/^\$[^$]/.test(expression)) return undefined;
  const path = expression.slice(1);
  // An expression never takes a number for the place in an array; an index may.
  return path.split(".").some(isIndexName) ? undefined : path;
}

function constantOf(expression: Value, variables: ReadonlyMap<string, Value>): Value | undefined {
  if (typeof expression === "string" && expression.startsWith("$"))
    return expression.startsWith("$$") ? variables.get(expression.slice(2)) : undefined;
  if (!isDoc(expression)) return expression;
  if (expression.size !== 1) return undefined;
  return expression.get("$literal") ?? expression.get("$const");
}

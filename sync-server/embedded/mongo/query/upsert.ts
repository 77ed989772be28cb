import { cloneValue, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { setPath } from "./update-path.ts";
import { isOperatorDoc } from "./operand-shapes.ts";

/** The document an upsert starts from: what the filter fixes by equality. */
export function upsertBase(filter: Doc): Doc {
  const out: Doc = new Map();
  const known: string[] = [];
  for (const [path, value] of fixedValues(filter)) {
    rejectSecond(path, known);
    known.push(path);
    setPath(out, path.split("."), cloneValue(value));
  }
  return out;
}

function rejectSecond(path: string, known: readonly string[]): void {
  if (known.includes(path))
    throw new MongoError("NotSingleValueField", `cannot infer query fields to set, path '${path}' is matched twice`);
  const other = known.find((one) => one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
  if (other === undefined) return;
  throw new MongoError(
    "NotSingleValueField",
    `cannot infer query fields to set, both paths '${path}' and '${other}' are matched`,
  );
}

function fixedValues(filter: Doc): [string, Value][] {
  return [...filter].flatMap(([name, operand]): [string, Value][] => {
    const parts = (name === "$and" || name === "$or") && Array.isArray(operand) ? operand : [];
    if (name === "$and" || (name === "$or" && parts.length === 1))
      return parts.flatMap((part) => (isDoc(part) ? fixedValues(part) : []));
    if (name.startsWith("$") || isRegexLike(operand)) return [];
    if (!isOperatorDoc(operand)) return [[name, operand]];
    return [...operand].flatMap(([operator, wanted]): [string, Value][] => {
      const value = fixedValue(operator, wanted);
      return value === undefined ? [] : [[name, value]];
    });
  });
}

function fixedValue(operator: string, wanted: Value): Value | undefined {
  if (operator === "$eq") return wanted;
  if (operator !== "$in" && operator !== "$all") return undefined;
  const [only] = Array.isArray(wanted) && wanted.length === 1 ? wanted : [];
  return only !== undefined && !isRegexLike(only) && !isOperatorDoc(only) ? only : undefined;
}

function isRegexLike(value: Value): boolean {
  return value !== null && typeof value === "object" && "pattern" in value;
}

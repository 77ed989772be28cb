import { compareValues, typeRank } from "#server/embedded/mongo/bson/compare.ts";
import { isNaNValue } from "#server/embedded/mongo/bson/numbers.ts";
import { doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Index } from "#server/embedded/mongo/store/collection.ts";
import { sameCollation } from "./collation.ts";
import type { Collation } from "./collation.ts";
import type { Constraint, Constraints } from "./constraints.ts";
import { isTextless } from "./index-bounds.ts";
import { setPath } from "./update-path.ts";

/** Whether every match of the filter is sure to be in the index; only a sparse or partial one leaves documents out. */
export function holdsAllMatches(
  index: Index,
  constraints: Constraints,
  filter: Doc,
  collation: Collation | undefined,
): boolean {
  if (index.isSparse && !index.fields.some((field) => excludesMissing(constraints.get(field.path)))) return false;
  return index.partial === undefined || implies(constraints, filter, index, index.partial, collation);
}

function excludesMissing(constraint: Constraint | undefined): boolean {
  if (constraint === undefined) return false;
  if (constraint.points !== undefined) return !constraint.points.includes(null);
  return constraint.low !== undefined || constraint.high !== undefined;
}

function implies(
  constraints: Constraints,
  filter: Doc,
  index: Index,
  partial: Doc,
  collation: Collation | undefined,
): boolean {
  const isSame = sameCollation(index.collation, collation);
  const demands = conjuncts(filter);
  return conjuncts(partial).every(([path, condition]) => {
    if (!isSame && !isTextlessCondition(condition)) return false;
    if (demands.some(([name, operand]) => name === path && compareValues(operand, condition) === 0)) return true;
    const constraint = constraints.get(path);
    if (constraint === undefined) return false;
    if (isDoc(condition) && condition.size === 1 && condition.get("$exists") === true)
      return excludesMissing(constraint);
    if (constraint.points !== undefined)
      return constraint.points.every((point) => satisfies(index, path, condition, point));
    return isRangeInside(constraint, condition, index);
  });
}

function isTextlessCondition(condition: Value): boolean {
  if (isDoc(condition)) return condition.values().every(isTextlessCondition);
  if (Array.isArray(condition)) return condition.every(isTextlessCondition);
  return isTextless(condition);
}

/** What all must hold, one by one. */
export function conjuncts(filter: Doc): [string, Value][] {
  return [...filter].flatMap(([name, operand]): [string, Value][] => {
    if (name === "$and" && Array.isArray(operand))
      return operand.flatMap((item) => (isDoc(item) ? conjuncts(item) : []));
    return [[name, operand]];
  });
}

function satisfies(index: Index, path: string, condition: Value, point: Value): boolean {
  if (path.startsWith("$") || Array.isArray(point) || point === null) return false;
  const sample: Doc = new Map();
  setPath(sample, path.split("."), point);
  return index.meets(doc({ [path]: condition }), sample);
}

function isRangeInside(constraint: Constraint, condition: Value, index: Index): boolean {
  if (!isDoc(condition) || condition.size === 0) return false;
  return [...condition].every(([name, value]) => {
    const bound =
      name === "$gt" || name === "$gte"
        ? constraint.low
        : name === "$lt" || name === "$lte"
          ? constraint.high
          : undefined;
    if (bound === undefined || typeRank(bound.value) !== typeRank(value)) return false;
    if (index.collation !== undefined && !isTextless(value)) return false;
    // Which is below every number in order, and in no range but with itself.
    if (isNumber(bound.value) && isNaNValue(bound.value)) return false;
    const order = compareValues(bound.value, value) * (name.startsWith("$g") ? 1 : -1);
    return order > 0 || (order === 0 && (!bound.isInclusive || name.endsWith("e")));
  });
}

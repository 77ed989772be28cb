import { compareValues, typeRank } from "#server/embedded/mongo/bson/compare.ts";
import { encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import { encodeKey, keyAfterPrefix } from "#server/embedded/mongo/bson/key.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue } from "#server/embedded/mongo/error.ts";
import type { Collection, Index } from "#server/embedded/mongo/store/collection.ts";
import type { IndexField } from "#server/embedded/mongo/store/index-keys.ts";
import type { Collation } from "./collation.ts";
import { constraintsOf } from "./constraints.ts";
import type { Constraint } from "./constraints.ts";
import { setPath } from "./update-path.ts";
import type { SortField } from "./sort-key.ts";

/** Keys from `low` on, up to and without `high` (undefined: to the end). */
export type KeyRange = { low: Buffer; high: Buffer | undefined };

export type Plan =
  | { kind: "scan"; isReverse: boolean }
  | { kind: "index"; index: Index; ranges: readonly KeyRange[]; isSorted: boolean; isReverse: boolean; score: number }
  | { kind: "union"; arms: readonly Extract<Plan, { kind: "index" }>[] };

export type PlanRequest = {
  filter: Doc;
  sort: readonly SortField[];
  hint: Value | undefined;
  collation: Collation | undefined;
};

const MAX_RANGES = 5000;

/** Chooses the index that narrows the search most, or that delivers the order; a scan when none does either. */
export function planQuery(collection: Collection, request: PlanRequest): Plan {
  const hinted = hintedPlan(collection, request);
  if (hinted !== undefined) return hinted;
  const constraints = constraintsOf(request.filter);
  const best = bestIndex(collection, constraints, request);
  if (best !== undefined && best.score >= 40) return best;
  return unionPlan(collection, request) ?? best ?? { kind: "scan", isReverse: false };
}

function bestIndex(
  collection: Collection,
  constraints: Map<string, Constraint>,
  request: PlanRequest,
): Extract<Plan, { kind: "index" }> | undefined {
  let best: Extract<Plan, { kind: "index" }> | undefined;
  for (const index of collection.indexes) {
    if (index.isHidden || !isUsable(index, constraints, request)) continue;
    const plan = planIndex(index, constraints, request);
    if (plan.score > (best?.score ?? 0)) best = plan;
  }
  return best;
}

function hintedPlan(collection: Collection, request: PlanRequest): Plan | undefined {
  const { hint } = request;
  if (hint === undefined || (isDoc(hint) && hint.size === 0)) return undefined;
  if (isDoc(hint) && hint.has("$natural")) {
    return { kind: "scan", isReverse: compareValues(hint.get("$natural"), 0) < 0 };
  }
  const index = collection.indexes.find((candidate) =>
    typeof hint === "string" ? candidate.name === hint : compareValues(candidate.spec.get("key"), hint) === 0,
  );
  if (index === undefined) {
    throw badValue(
      "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
    );
  }
  return planIndex(index, constraintsOf(request.filter), request);
}

/** A `$or` whose every arm has an index of its own. */
function unionPlan(collection: Collection, request: PlanRequest): Plan | undefined {
  const arms = request.filter.get("$or");
  if (!Array.isArray(arms)) return undefined;
  const rest: Doc = new Map(request.filter);
  rest.delete("$or");
  const plans: Extract<Plan, { kind: "index" }>[] = [];
  for (const arm of arms) {
    const constraints = constraintsOf(doc({ $and: [arm, rest] }));
    const plan = bestIndex(collection, constraints, { ...request, sort: [] });
    if (plan === undefined || plan.score < 40) return undefined;
    plans.push(plan);
  }
  return { kind: "union", arms: plans };
}

function isUsable(index: Index, constraints: ReadonlyMap<string, Constraint>, request: PlanRequest): boolean {
  if (!hasCollation(index, constraints, request)) return false;
  if (index.isSparse && !index.fields.some((field) => excludesMissing(constraints.get(field.path)))) return false;
  return index.partial === undefined || implies(constraints, request.filter, index);
}

function hasCollation(index: Index, constraints: ReadonlyMap<string, Constraint>, request: PlanRequest): boolean {
  const own = index.collation?.spec;
  const asked = request.collation?.spec;
  if (own === asked) return true;
  if (own !== undefined && asked !== undefined && encodeDoc(own).equals(encodeDoc(asked))) return true;
  // Without strings in play the two orders are the same; whether a sort meets strings is not known.
  const fields = index.fields.map((field) => constraints.get(field.path));
  return (
    request.sort.length === 0 && fields.every((constraint) => constraint !== undefined && isStringless(constraint))
  );
}

function isStringless(constraint: Constraint): boolean {
  const values = [...(constraint.points ?? []), constraint.low?.value, constraint.high?.value];
  return values.every((value) => value === undefined || ![15, 20, 25].includes(typeRank(value)));
}

function excludesMissing(constraint: Constraint | undefined): boolean {
  if (constraint === undefined) return false;
  if (constraint.points !== undefined) return !constraint.points.includes(null);
  return constraint.low !== undefined || constraint.high !== undefined;
}

/** Whether every match of the filter is sure to be in the partial index. */
function implies(constraints: ReadonlyMap<string, Constraint>, filter: Doc, index: Index): boolean {
  return conjuncts(index.partial ?? new Map()).every(([path, condition]) => {
    if (conjuncts(filter).some(([name, operand]) => name === path && compareValues(operand, condition) === 0))
      return true;
    const constraint = constraints.get(path);
    if (constraint === undefined) return false;
    if (isDoc(condition) && condition.size === 1 && condition.get("$exists") === true)
      return excludesMissing(constraint);
    if (constraint.points !== undefined)
      return constraint.points.every((point) => satisfies(index, path, condition, point));
    return isRangeInside(constraint, condition);
  });
}

function conjuncts(filter: Doc): [string, Value][] {
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

function isRangeInside(constraint: Constraint, condition: Value): boolean {
  if (!isDoc(condition)) return false;
  return [...condition].every(([name, value]) => {
    const bound =
      name === "$gt" || name === "$gte"
        ? constraint.low
        : name === "$lt" || name === "$lte"
          ? constraint.high
          : undefined;
    if (bound === undefined || typeRank(bound.value) !== typeRank(value)) return false;
    const order = compareValues(bound.value, value) * (name.startsWith("$g") ? 1 : -1);
    return order > 0 || (order === 0 && (!bound.isInclusive || name.endsWith("e")));
  });
}

function planIndex(
  index: Index,
  constraints: ReadonlyMap<string, Constraint>,
  request: PlanRequest,
): Extract<Plan, { kind: "index" }> {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let score = 0;
  const fixed = new Set<string>();
  let ranges: KeyRange[] | undefined;
  const roots = new Set<string>();
  for (const field of index.fields) {
    const constraint = constraints.get(field.path);
    // Two demands on one array may be met by different elements, so the second cannot narrow the first.
    const root = field.parts[0] ?? "";
    if (constraint === undefined || (index.isMultikey && roots.has(root))) break;
    roots.add(root);
    const { points } = constraint;
    if (points !== undefined && points.length * prefixes.length <= MAX_RANGES) {
      const keys = distinctKeys(points, field, index);
      prefixes = prefixes.flatMap((prefix) => keys.map((key) => Buffer.concat([prefix, key])));
      if (keys.length === 1) fixed.add(field.path);
      score += keys.length === 1 ? 100 : 80;
      continue;
    }
    const range = points === undefined ? partRange(constraint, field, index) : undefined;
    if (range !== undefined) {
      ranges = prefixes.map((prefix) => joinRange(prefix, range));
      score += 40;
    }
    break;
  }
  ranges ??= prefixes.map((prefix) => ({ low: prefix, high: keyAfterPrefix(prefix) }));
  const order = orderOf(index, fixed, ranges.length, request.sort);
  if (index.isUnique && fixed.size === index.fields.length) score += 1000;
  if (request.sort.length > 0 && order !== undefined) score += 30;
  return { kind: "index", index, ranges, isSorted: order !== undefined, isReverse: order === "backward", score };
}

/** Sorted, so that several ranges are read in index order. */
function distinctKeys(points: readonly Value[], field: IndexField, index: Index): Buffer[] {
  const keys = points.map((value) => encodeKey([{ value: index.fold(value), descending: field.descending }]));
  const sorted = keys.toSorted((left, right) => Buffer.compare(left, right));
  return sorted.filter((key, position) => position === 0 || sorted[position - 1]?.equals(key) === false);
}

function partRange(constraint: Constraint, field: IndexField, index: Index): KeyRange | undefined {
  let { low, high } = constraint;
  if (low === undefined && high === undefined) return undefined;
  // The elements of an array may meet the two ends separately.
  if (index.isMultikey && low !== undefined) high = undefined;
  if (low !== undefined && high !== undefined && typeRank(low.value) !== typeRank(high.value)) high = undefined;
  const rank = typeRank(low?.value ?? high?.value);
  const encode = (value: Value): Buffer => encodeKey([{ value: index.fold(value), descending: field.descending }]);
  const [first, last] = field.descending ? [high, low] : [low, high];
  const type = Buffer.from([field.descending ? 255 - rank : rank]);
  const from =
    first === undefined ? type : first.isInclusive ? encode(first.value) : keyAfterPrefix(encode(first.value));
  const to =
    last === undefined
      ? keyAfterPrefix(type)
      : last.isInclusive
        ? keyAfterPrefix(encode(last.value))
        : encode(last.value);
  return from === undefined ? undefined : { low: from, high: to };
}

function joinRange(prefix: Buffer, range: KeyRange): KeyRange {
  const high = range.high === undefined ? keyAfterPrefix(prefix) : Buffer.concat([prefix, range.high]);
  return { low: Buffer.concat([prefix, range.low]), high };
}

/** Whether reading the ranges in index order gives the sort, and in which direction. */
function orderOf(
  index: Index,
  fixed: ReadonlySet<string>,
  rangeCount: number,
  sort: readonly SortField[],
): "forward" | "backward" | undefined {
  if (sort.length === 0) return "forward";
  if (index.isMultikey || rangeCount > 1) return undefined;
  const wanted = sort.filter((field) => !fixed.has(field.path));
  const fields = index.fields.filter((field) => !fixed.has(field.path));
  let direction: "forward" | "backward" | undefined;
  for (const [position, field] of wanted.entries()) {
    const own = fields[position];
    if (own === undefined || own.path !== field.path) return undefined;
    const needed = own.descending === field.descending ? "forward" : "backward";
    if (direction !== undefined && direction !== needed) return undefined;
    direction = needed;
  }
  return direction ?? "forward";
}

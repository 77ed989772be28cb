import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import type { Collection, Index } from "#server/embedded/mongo/store/collection.ts";
import { sameCollation } from "./collation.ts";
import type { Collation } from "./collation.ts";
import { toNumber } from "./coerce.ts";
import { constraintsOf } from "./constraints.ts";
import type { Constraints } from "./constraints.ts";
import { conjuncts, holdsAllMatches } from "./index-coverage.ts";
import { indexBounds } from "./index-bounds.ts";
import type { IndexBounds, KeyRange } from "./index-bounds.ts";
import { betweenKeys } from "./min-max.ts";
import type { KeyLimits } from "./min-max.ts";
import type { SortField } from "./sort-key.ts";

export type IndexPlan = {
  kind: "index";
  index: Index;
  ranges: readonly KeyRange[];
  /**
   * How the sort is met: `ranges` one after the other are in its order, `merged` each of them is, `grouped` texts that
   * share a key stand together and are still to be sorted, `none` the rows come in no such order.
   */
  order: "ranges" | "merged" | "grouped" | "none";
  isReverse: boolean;
  score: number;
  /** Entries in the ranges that are outside after all. */
  limits: KeyLimits | undefined;
};

export type Plan = { kind: "scan"; isReverse: boolean } | IndexPlan | { kind: "union"; arms: readonly IndexPlan[] };

export type PlanRequest = {
  filter: Doc;
  sort: readonly SortField[];
  hint: Value | undefined;
  collation: Collation | undefined;
  variables: ReadonlyMap<string, Value>;
  min?: Doc | undefined;
  max?: Doc | undefined;
  /** For the server itself, which may use what is hidden from clients. */
  seesHidden?: boolean | undefined;
};

/** Opening more scans at once than this costs more than sorting. */
const MAX_MERGED = 200;

/** From here on an index narrows the search, and does not only deliver the order. */
const NARROWING = 40;

/** Chooses the index that narrows the search most, or that delivers the order; a scan when none does either. */
export function planQuery(collection: Collection, request: PlanRequest): Plan {
  const hinted = hintedPlan(collection, request);
  if (hinted !== undefined) return hinted;
  const best = bestIndex(collection, request.filter, request);
  if (best !== undefined && best.score >= NARROWING) return best;
  return unionPlan(collection, request) ?? best ?? { kind: "scan", isReverse: false };
}

function bestIndex(collection: Collection, filter: Doc, request: PlanRequest): IndexPlan | undefined {
  const constraints = constraintsOf(filter, request.variables);
  let best: IndexPlan | undefined;
  for (const index of collection.indexes) {
    if (index.isHidden || index.isBuilding || !holdsAllMatches(index, constraints, filter, request.collation)) continue;
    const plan = planIndex(index, constraints, request);
    if (plan.score > (best?.score ?? 0)) best = plan;
  }
  return best;
}

function hintedPlan(collection: Collection, request: PlanRequest): Plan | undefined {
  const { hint, min, max } = request;
  const isBounded = (min !== undefined && min.size > 0) || (max !== undefined && max.size > 0);
  const isHinted = hint !== undefined && !(isDoc(hint) && hint.size === 0);
  if (!isHinted || (isDoc(hint) && hint.has("$natural"))) {
    if (isBounded)
      throw new MongoError({ code: 51173 }, "When using min()/max() a hint of which index to use must be provided");
    return isHinted && isDoc(hint) ? naturalPlan(hint) : undefined;
  }
  const index = hintedIndex(collection, hint, request.seesHidden === true);
  const constraints = constraintsOf(request.filter, request.variables);
  if (!isBounded) return planIndex(index, constraints, request);
  const { range, limits } = betweenKeys(index, min, max, request.collation);
  const bounds: IndexBounds = { ranges: [range], fixed: new Set(), prefixSize: 0, score: 0 };
  return { ...ordered(index, bounds, request), limits };
}

function naturalPlan(hint: Doc): Plan {
  const direction = hint.get("$natural");
  const number = isNumber(direction) ? toNumber(direction) : 0;
  if (hint.size > 1 || (number !== 1 && number !== -1))
    throw badValue("$natural hint may only specify 1 or -1, and no other field");
  return { kind: "scan", isReverse: number === -1 };
}

/** Throws when no index goes by that name or key, or several do. */
export function hintedIndex(collection: Collection, hint: Value | undefined, seesHidden: boolean): Index {
  const found = collection.indexes.filter(
    (index) =>
      (seesHidden || !index.isHidden) &&
      !index.isBuilding &&
      (typeof hint === "string" ? index.name === hint : compareValues(index.spec.get("key"), hint) === 0),
  );
  const [index] = found;
  if (index === undefined) {
    throw badValue(
      "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
    );
  }
  if (found.length > 1) {
    throw new MongoError(
      "IndexNotFound",
      `Hint matched multiple indexes, must hint by index name. Matched: ${found.map((one) => one.name).join(" and ")}`,
    );
  }
  return index;
}

/** A `$or` whose every arm has an index of its own. */
function unionPlan(collection: Collection, request: PlanRequest): Plan | undefined {
  const demands = conjuncts(request.filter);
  const position = demands.findIndex(([name]) => name === "$or");
  const arms = demands[position]?.[1];
  if (!Array.isArray(arms)) return undefined;
  const rest = demands.filter((_, other) => other !== position).map(([name, operand]) => doc({ [name]: operand }));
  const plans: IndexPlan[] = [];
  for (const arm of arms) {
    const plan = bestIndex(collection, doc({ $and: [arm, ...rest] }), { ...request, sort: [] });
    if (plan === undefined || plan.score < NARROWING) return undefined;
    plans.push(plan);
  }
  return { kind: "union", arms: plans };
}

function planIndex(index: Index, constraints: Constraints, request: PlanRequest): IndexPlan {
  return ordered(index, indexBounds(index, constraints, request.collation), request);
}

function ordered(index: Index, bounds: IndexBounds, request: PlanRequest): IndexPlan {
  const { order, isReverse } = orderOf(index, bounds, request);
  const gain = request.sort.length > 0 && order !== "none" ? 30 : 0;
  const { ranges, score } = bounds;
  return { kind: "index", index, ranges, order, isReverse, score: score + gain, limits: undefined };
}

/** Whether reading the ranges in index order gives the sort, and in which direction. */
function orderOf(
  index: Index,
  bounds: IndexBounds,
  request: PlanRequest,
): { order: IndexPlan["order"]; isReverse: boolean } {
  const { sort } = request;
  if (sort.length === 0) return { order: "ranges", isReverse: false };
  const none = { order: "none" as const, isReverse: false };
  if (index.isMultikey || !sameCollation(index.collation, request.collation)) return none;
  // Under a collation one key may stand for several texts, which then are not one value.
  const fixed = index.collation === undefined ? bounds.fixed : new Set<string>();
  const whole = readingDirection(index, fixed, 0, sort);
  if (bounds.ranges.length <= 1 || whole === "forward" || whole === "backward") {
    if (whole === undefined) return none;
    return { order: index.collation === undefined ? "ranges" : "grouped", isReverse: whole === "backward" };
  }
  const each = readingDirection(index, fixed, bounds.prefixSize, sort);
  if (each === undefined || index.collation !== undefined || bounds.ranges.length > MAX_MERGED) return none;
  return { order: "merged", isReverse: each === "backward" };
}

/** In which direction the index, read from its field `start` on, gives the sort. */
function readingDirection(
  index: Index,
  fixed: ReadonlySet<string>,
  start: number,
  sort: readonly SortField[],
): "forward" | "backward" | undefined {
  const wanted = sort.filter((field) => !fixed.has(field.path));
  const fields = index.fields.slice(start).filter((field) => !fixed.has(field.path));
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

import { typeRank } from "#server/embedded/mongo/bson/compare.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { partOf } from "#server/embedded/mongo/store/row.ts";
import type { Row } from "#server/embedded/mongo/store/row.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";
import type { Transaction } from "#server/embedded/mongo/store/transaction.ts";
import type { Environment } from "./environment.ts";
import { fieldsOfFilter, fieldsOfSort } from "./looked-at.ts";
import { compileFilter } from "./match.ts";
import { planQuery } from "./plan.ts";
import type { IndexPlan, Plan } from "./plan.ts";
import type { Position } from "./position.ts";
import { planRows } from "./read-rows.ts";
import { sortKey } from "./sort-key.ts";
import type { SortField } from "./sort-key.ts";
import type { TimeLimit } from "./time-limit.ts";

export type Found = { readonly row: Row; readonly position: number | undefined };

export type Search = {
  collection: Collection;
  filter: Doc;
  sort: readonly SortField[];
  hint: Value | undefined;
  limit: number | undefined;
  environment: Environment;
  transaction: Transaction | undefined;
  /** Keys of the hinted index between which to search. */
  min?: Doc | undefined;
  max?: Doc | undefined;
  seesHidden?: boolean;
  time?: TimeLimit | undefined;
};

/** The documents that match, in the order asked for; lazily, so that a page costs what a page takes. */
export function* search(store: Store, request: Search): Generator<Found> {
  const { collection, filter, sort, environment, transaction } = request;
  const { collation, variables } = environment;
  const plan = planQuery(collection, { ...request, collation, variables });
  countUse(plan);
  const divergent = store.divergentRows(collection, transaction);
  const isDecided = isDecidedByKey(plan, filter, environment) && divergent.size === 0;
  const rows = planRows(store, collection, plan, sort, divergent, transaction);
  const timed = request.time === undefined ? rows : checkTime(rows, request.time);
  const matching = isDecided ? allRows(timed) : filterRows(timed, filter, environment);
  const order = sort.length === 0 ? "ranges" : plan.kind === "index" && divergent.size === 0 ? plan.order : "none";
  if (order === "none") yield* sortRows(matching, sort, request.limit, environment);
  else if (order === "grouped" && plan.kind === "index") yield* sortGroups(matching, sort, plan, environment);
  else yield* matching;
}

function* checkTime(rows: Iterable<Row>, time: TimeLimit): Generator<Row> {
  for (const row of rows) {
    time.check();
    yield row;
  }
}

function countUse(plan: Plan): void {
  if (plan.kind === "index") plan.index.uses += 1;
  else if (plan.kind === "union") for (const arm of plan.arms) arm.index.uses += 1;
}

function* filterRows(rows: Iterable<Row>, filter: Doc, environment: Environment): Generator<Found> {
  const matches = compileFilter(filter, environment);
  const fields = fieldsOfFilter(filter);
  for (const row of rows) {
    const position: Position = { index: undefined };
    if (matches(partOf(row, fields), position)) yield { row, position: position.index };
  }
}

function* allRows(rows: Iterable<Row>): Generator<Found> {
  for (const row of rows) yield { row, position: undefined };
}

/** No filter at all, or nothing but one _id of a type whose key says everything. */
function isDecidedByKey(plan: Plan, filter: Doc, environment: Environment): boolean {
  if (filter.size === 0) return true;
  const id = filter.get("_id");
  if (filter.size !== 1 || id === undefined || plan.kind !== "index" || !plan.index.isId || plan.index.isMultikey)
    return false;
  if (plan.index.collation !== undefined || environment.collation !== undefined || plan.limits !== undefined)
    return false;
  return plan.ranges.length === 1 && [10, 15, 30, 35, 40, 45].includes(typeRank(id));
}

/** Keeps the best `limit` only (when there is one), so that a sorted page never holds the whole collection. */
function sortRows(
  rows: Iterable<Found>,
  sort: readonly SortField[],
  limit: number | undefined,
  environment: Environment,
): Found[] {
  const fold = (value: Value): Value => environment.collation?.fold(value) ?? value;
  const fields = fieldsOfSort(sort);
  let kept: { key: Buffer; order: number; found: Found }[] = [];
  let order = 0;
  const bound = limit === undefined ? Infinity : Math.max(limit * 2, 1000);
  for (const found of rows) {
    kept.push({ key: sortKey(partOf(found.row, fields), sort, fold), order, found });
    order += 1;
    if (kept.length >= bound) kept = sorted(kept).slice(0, limit);
  }
  return sorted(kept).map((item) => item.found);
}

function sorted<T extends { key: Buffer; order: number }>(items: T[]): T[] {
  return items.sort((left, right) => Buffer.compare(left.key, right.key) || left.order - right.order);
}

/** Rows that come in the order of a collated index: those whose first field shares a key are sorted among themselves. */
function* sortGroups(
  rows: Iterable<Found>,
  sort: readonly SortField[],
  plan: IndexPlan,
  environment: Environment,
): Generator<Found> {
  const first = sort.slice(0, 1);
  const fields = fieldsOfSort(first);
  let group: Found[] = [];
  let key: Buffer | undefined;
  for (const found of rows) {
    const own = sortKey(partOf(found.row, fields), first, plan.index.fold);
    if (key?.equals(own) === false) {
      yield* sortRows(group, sort, undefined, environment);
      group = [];
    }
    key = own;
    group.push(found);
  }
  yield* sortRows(group, sort, undefined, environment);
}

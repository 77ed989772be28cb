import { typeRank } from "#server/embedded/mongo/bson/compare.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { rowOf } from "#server/embedded/mongo/store/collection.ts";
import type { Collection, Index } from "#server/embedded/mongo/store/collection.ts";
import { StoredRow, blob } from "#server/embedded/mongo/store/row.ts";
import type { Row } from "#server/embedded/mongo/store/row.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";
import type { Transaction } from "#server/embedded/mongo/store/transaction.ts";
import type { Environment } from "./environment.ts";
import { compileFilter } from "./match.ts";
import type { Position } from "./match.ts";
import { planQuery } from "./plan.ts";
import type { KeyRange, Plan } from "./plan.ts";
import { sortKey } from "./sort-key.ts";
import type { SortField } from "./sort-key.ts";

export type Found = { readonly row: Row; readonly position: number | undefined };

export type Search = {
  collection: Collection;
  filter: Doc;
  sort: readonly SortField[];
  hint: Value | undefined;
  limit: number | undefined;
  environment: Environment;
  transaction: Transaction | undefined;
};

/** The documents that match, in the order asked for; lazily, so that a page costs what a page takes. */
export function* search(store: Store, request: Search): Generator<Found> {
  const { collection, filter, sort, hint, environment, transaction } = request;
  const plan = planQuery(collection, { filter, sort, hint, collation: environment.collation });
  for (const index of indexesOf(plan)) index.uses += 1;
  const divergent = store.divergentRows(collection, transaction);
  const rows = planRows(store, collection, plan, divergent, transaction);
  const matching =
    isDecidedByKey(plan, filter) && divergent.size === 0 ? allRows(rows) : filterRows(rows, filter, environment);
  const isSorted = sort.length === 0 || (plan.kind === "index" && plan.isSorted && divergent.size === 0);
  if (isSorted) yield* matching;
  else yield* sortRows(matching, sort, request.limit, environment);
}

function indexesOf(plan: Plan): readonly Index[] {
  if (plan.kind === "index") return [plan.index];
  return plan.kind === "union" ? plan.arms.map((arm) => arm.index) : [];
}

function* filterRows(rows: Iterable<Row>, filter: Doc, environment: Environment): Generator<Found> {
  const matches = compileFilter(filter, environment);
  for (const row of rows) {
    const position: Position = { index: undefined };
    if (matches(row.document, position)) yield { row, position: position.index };
  }
}

function* allRows(rows: Iterable<Row>): Generator<Found> {
  for (const row of rows) yield { row, position: undefined };
}

/** No filter at all, or nothing but one _id of a type whose key says everything. */
function isDecidedByKey(plan: Plan, filter: Doc): boolean {
  if (filter.size === 0) return true;
  const id = filter.get("_id");
  if (filter.size !== 1 || id === undefined || plan.kind !== "index" || !plan.index.isId || plan.index.isMultikey)
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
  let kept: { key: Buffer; order: number; found: Found }[] = [];
  let order = 0;
  const bound = limit === undefined ? Infinity : Math.max(limit * 2, 1000);
  for (const found of rows) {
    kept.push({ key: sortKey(found.row.document, sort, fold), order, found });
    order += 1;
    if (kept.length >= bound) kept = sorted(kept).slice(0, limit);
  }
  return sorted(kept).map((item) => item.found);
}

function sorted<T extends { key: Buffer; order: number }>(items: T[]): T[] {
  return items.sort((left, right) => Buffer.compare(left.key, right.key) || left.order - right.order);
}

export function* planRows(
  store: Store,
  collection: Collection,
  plan: Plan,
  divergent: ReadonlySet<number>,
  transaction: Transaction | undefined,
): Generator<Row> {
  if (plan.kind === "scan") {
    yield* scanRows(store, collection, plan.isReverse, divergent, transaction);
    return;
  }
  const arms = plan.kind === "union" ? plan.arms : [plan];
  const needsMemory = plan.kind === "union" || plan.index.isMultikey;
  const seen = needsMemory ? new Set<number>() : undefined;
  for (const arm of arms) {
    const ranges = arm.isReverse ? arm.ranges.toReversed() : arm.ranges;
    for (const range of ranges) {
      for (const found of rangeRows(collection, arm.index, range, arm.isReverse)) {
        if (divergent.has(found.row) || seen?.has(found.row) === true) continue;
        seen?.add(found.row);
        yield found;
      }
    }
  }
  for (const row of divergent) {
    const document = store.read(collection, row, transaction);
    if (document !== undefined) yield { row, document };
  }
}

/** By pages, each a query of its own from where the last one ended, so that writes in between do no harm. */
function* rangeRows(collection: Collection, index: Index, range: KeyRange, isReverse: boolean): Generator<Row> {
  const high = range.high ?? Buffer.from([255]);
  let size = 32;
  let from: { key: Buffer; row: number } | undefined;
  for (;;) {
    const page = rangePage(collection, index, { low: range.low, high }, isReverse, from, size);
    for (const columns of page) {
      const [key, row, raw] = rowOf(columns);
      const bytes = blob(raw);
      const keyBytes = blob(key);
      if (bytes === undefined || keyBytes === undefined || typeof row !== "number") continue;
      from = { key: keyBytes, row };
      yield new StoredRow(row, bytes);
    }
    if (page.length < size) return;
    size = Math.min(size * 4, 1000);
  }
}

function rangePage(
  collection: Collection,
  index: Index,
  range: { low: Buffer; high: Buffer },
  isReverse: boolean,
  from: { key: Buffer; row: number } | undefined,
  size: number,
): unknown[] {
  const select = `SELECT i.k, i.row, c.doc FROM $ i JOIN c${collection.id} c ON c.row = i.row WHERE`;
  if (isReverse) {
    const tail = "ORDER BY i.k DESC, i.row DESC LIMIT ?";
    return from === undefined
      ? index.statement(`${select} i.k >= ? AND i.k < ? ${tail}`).all(range.low, range.high, size)
      : index
          .statement(`${select} i.k >= ? AND (i.k, i.row) < (?, ?) ${tail}`)
          .all(range.low, from.key, from.row, size);
  }
  const tail = "ORDER BY i.k, i.row LIMIT ?";
  return from === undefined
    ? index.statement(`${select} i.k >= ? AND i.k < ? ${tail}`).all(range.low, range.high, size)
    : index.statement(`${select} (i.k, i.row) > (?, ?) AND i.k < ? ${tail}`).all(from.key, from.row, range.high, size);
}

/** In the order of insertion, the transaction's own documents at their place among the others. */
function* scanRows(
  store: Store,
  collection: Collection,
  isReverse: boolean,
  divergent: ReadonlySet<number>,
  transaction: Transaction | undefined,
): Generator<Row> {
  const direction = isReverse ? -1 : 1;
  const own = [...divergent].toSorted((left, right) => (left - right) * direction);
  const text = isReverse
    ? "SELECT row, doc FROM $ WHERE row < ? ORDER BY row DESC LIMIT ?"
    : "SELECT row, doc FROM $ WHERE row > ? ORDER BY row LIMIT ?";
  let last = isReverse ? Number.MAX_SAFE_INTEGER : 0;
  let size = 128;
  for (;;) {
    const page = collection.statement(text).all(last, size);
    for (const columns of page) {
      const [row, raw] = rowOf(columns);
      const bytes = blob(raw);
      if (typeof row !== "number" || bytes === undefined) continue;
      last = row;
      while (own[0] !== undefined && (own[0] - row) * direction < 0)
        yield* readOwn(store, collection, own.shift(), transaction);
      if (!divergent.has(row)) yield new StoredRow(row, bytes);
    }
    if (page.length < size) break;
    size = Math.min(size * 4, 1000);
  }
  for (const row of own) yield* readOwn(store, collection, row, transaction);
}

function* readOwn(
  store: Store,
  collection: Collection,
  row: number | undefined,
  transaction: Transaction | undefined,
): Generator<Row> {
  const document = row === undefined ? undefined : store.read(collection, row, transaction);
  if (row !== undefined && document !== undefined) yield { row, document };
}

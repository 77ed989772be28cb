import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { rowOf } from "#server/embedded/mongo/store/collection.ts";
import type { Collection, Index } from "#server/embedded/mongo/store/collection.ts";
import { StoredRow, blob } from "#server/embedded/mongo/store/row.ts";
import type { Row } from "#server/embedded/mongo/store/row.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";
import type { Transaction } from "#server/embedded/mongo/store/transaction.ts";
import type { KeyRange } from "./index-bounds.ts";
import { fieldsOfSort } from "./looked-at.ts";
import type { IndexPlan, Plan } from "./plan.ts";
import { sortKey } from "./sort-key.ts";
import type { SortField } from "./sort-key.ts";

/** A document found by an index, and the key it was found by. */
export class KeyedRow extends StoredRow {
  readonly index: Index;
  readonly key: Buffer;

  constructor(row: number, bytes: Buffer, index: Index, key: Buffer) {
    super(row, bytes);
    this.index = index;
    this.key = key;
  }

  /** The values of the index's fields under that key. */
  entryValues(): readonly Value[] {
    return this.index.entries(this.document).entries.find((entry) => entry.key.equals(this.key))?.values ?? [];
  }
}

/** The rows a plan leads to, each once; those a transaction sees otherwise than they are stored come last. */
export function* planRows(
  store: Store,
  collection: Collection,
  plan: Plan,
  sort: readonly SortField[],
  divergent: ReadonlySet<number>,
  transaction: Transaction | undefined,
): Generator<Row> {
  if (plan.kind === "scan") {
    yield* scanRows(store, collection, plan.isReverse, divergent, transaction);
    return;
  }
  const needsMemory = plan.kind === "union" || plan.index.isMultikey;
  const seen = needsMemory ? new Set<number>() : undefined;
  for (const arm of plan.kind === "union" ? plan.arms : [plan]) {
    for (const found of armRows(collection, arm, sort)) {
      if (divergent.has(found.row) || seen?.has(found.row) === true) continue;
      if (arm.limits !== undefined && !isWithin(found, arm.limits)) continue;
      seen?.add(found.row);
      yield found;
    }
  }
  for (const row of divergent) {
    const document = store.read(collection, row, transaction);
    if (document !== undefined) yield { row, document };
  }
}

/** Several entries of one document may share a key; one that lies within is enough. */
function isWithin(found: KeyedRow, limits: NonNullable<IndexPlan["limits"]>): boolean {
  const { entries } = found.index.entries(found.document);
  return entries.some((entry) => entry.key.equals(found.key) && limits(entry.values));
}

function* armRows(collection: Collection, arm: IndexPlan, sort: readonly SortField[]): Generator<KeyedRow> {
  const ranges = arm.isReverse ? arm.ranges.toReversed() : arm.ranges;
  const scans = ranges.map((range) =>
    range.isOneKey === true && isKeyedOnce(arm.index)
      ? oneRow(collection, arm.index, range.low)
      : rangeRows(collection, arm.index, range, arm.isReverse),
  );
  if (arm.order === "merged") yield* mergeRows(scans, sort);
  else for (const scan of scans) yield* scan;
}

/** Of several scans, each in the order of the sort, the least of all at a time. */
function* mergeRows(scans: readonly Generator<KeyedRow>[], sort: readonly SortField[]): Generator<KeyedRow> {
  const fields = fieldsOfSort(sort);
  const heads: { key: Buffer; row: KeyedRow; scan: Generator<KeyedRow> }[] = [];
  for (const scan of scans) pull(scan);
  for (;;) {
    const head = heads.pop();
    if (head === undefined) return;
    yield head.row;
    pull(head.scan);
  }

  /** Keeps the heads in descending order, so that the least is the last. */
  function pull(scan: Generator<KeyedRow>): void {
    const step = scan.next();
    if (step.done === true) return;
    const key = sortKey(step.value.part(fields), sort, (value) => value);
    let low = 0;
    let high = heads.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = heads[middle];
      if (other !== undefined && Buffer.compare(other.key, key) > 0) low = middle + 1;
      else high = middle;
    }
    heads.splice(low, 0, { key, row: step.value, scan });
  }
}

/** Whether no two documents share a key; under a collation unequal values may. */
function isKeyedOnce(index: Index): boolean {
  return index.isUnique && index.collation === undefined;
}

function* oneRow(collection: Collection, index: Index, key: Buffer): Generator<KeyedRow> {
  const select = `SELECT i.row, c.doc FROM $ i JOIN c${collection.id} c ON c.row = i.row WHERE i.k = ?`;
  const [row, raw] = rowOf(index.statement(select).get(key));
  const bytes = blob(raw);
  if (bytes !== undefined && typeof row === "number") yield new KeyedRow(row, bytes, index, key);
}

/** By pages, each a query of its own from where the last one ended, so that writes in between do no harm. */
function* rangeRows(collection: Collection, index: Index, range: KeyRange, isReverse: boolean): Generator<KeyedRow> {
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
      yield new KeyedRow(row, bytes, index, keyBytes);
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

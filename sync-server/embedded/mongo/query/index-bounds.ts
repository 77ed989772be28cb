import { typeRank } from "#server/embedded/mongo/bson/compare.ts";
import { encodeKey, keyAfterPrefix } from "#server/embedded/mongo/bson/key.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import type { Index } from "#server/embedded/mongo/store/collection.ts";
import type { IndexField } from "#server/embedded/mongo/store/index-keys.ts";
import { type Collation, sameCollation } from "./collation.ts";
import { isIndexName } from "./path.ts";
import type { Constraint, Constraints } from "./constraints.ts";
import type { Bound } from "./bound.ts";

/** Keys from `low` on, up to and without `high` (undefined: to the end). */
export type KeyRange = {
  low: Buffer;
  high: Buffer | undefined;
  /** `low` is a whole key, and the only one in the range. */
  isOneKey?: boolean;
};

export type IndexBounds = {
  ranges: readonly KeyRange[];
  /** The paths that have one and the same value in all ranges. */
  fixed: ReadonlySet<string>;
  /** How many fields are narrowed to single values; each range then holds what is equal in all of them. */
  prefixSize: number;
  score: number;
};

const MAX_RANGES = 5000;

/** The part of an index that can hold matches: as many leading fields as the demands narrow. */
export function indexBounds(index: Index, constraints: Constraints, collation: Collation | undefined): IndexBounds {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let score = 0;
  let prefixSize = 0;
  const fixed = new Set<string>();
  let ranges: KeyRange[] | undefined;
  const roots = new Set<string>();
  for (const field of index.fields) {
    const constraint = usablePart(index, field, constraints.get(field.path), collation);
    // Two demands on one array may be met by different elements, so the second cannot narrow the first.
    const root = field.parts[0] ?? "";
    if (constraint === undefined || (index.isMultikey && roots.has(root))) break;
    roots.add(root);
    const { points } = constraint;
    if (points !== undefined && points.length * prefixes.length <= MAX_RANGES) {
      const keys = distinctKeys(points, field, index);
      prefixes = prefixes.flatMap((prefix) => keys.map((key) => Buffer.concat([prefix, key])));
      if (keys.length === 1) fixed.add(field.path);
      prefixSize += 1;
      score += keys.length === 1 ? 100 : 80;
      continue;
    }
    const range = partRange(constraint, field, index);
    if (range !== undefined) {
      ranges = prefixes.map((prefix) => joinRange(prefix, range));
      score += 40;
    }
    break;
  }
  const isOneKey = prefixSize === index.fields.length;
  ranges ??= prefixes.map((prefix) => ({ low: prefix, high: keyAfterPrefix(prefix), isOneKey }));
  if (index.isUnique && fixed.size === index.fields.length) score += 1000;
  return { ranges, fixed, prefixSize, score };
}

/** What of the demands holds in the index's own order of texts. */
function usablePart(
  index: Index,
  field: IndexField,
  constraint: Constraint | undefined,
  collation: Collation | undefined,
): Constraint | undefined {
  if (constraint === undefined) return undefined;
  const isSame = sameCollation(index.collation, collation);
  const isUsable = (bound: Bound | undefined): boolean =>
    bound !== undefined &&
    (isTextless(bound.value) ||
      (bound.isBinary === true ? index.collation === undefined : isSame && hasOrder(index, bound.value)));
  const hasPoints = (isSame || constraint.points?.every(isTextless) === true) && !missesNull(field, constraint.points);
  const points = hasPoints ? constraint.points : undefined;
  const low = isUsable(constraint.low) ? constraint.low : undefined;
  const high = isUsable(constraint.high) ? constraint.high : undefined;
  const own: Constraint = { points, low, high };
  if (constraint.whole !== undefined && !index.isMultikey) {
    const { whole } = constraint;
    own.whole = {
      low: isUsable(whole.low) ? whole.low : undefined,
      high: isUsable(whole.high) ? whole.high : undefined,
    };
  }
  const isEmpty = points === undefined && low === undefined && high === undefined;
  return isEmpty && own.whole?.low === undefined && own.whole?.high === undefined ? undefined : own;
}

/** `a.0` is null too where an element of `a` has no field of that name, but it is filed under the first element alone. */
function missesNull(field: IndexField, points: readonly Value[] | undefined): boolean {
  return points?.includes(null) === true && field.parts.slice(1).some(isIndexName);
}

/** Under a collation the keys of documents and arrays tell which are equal, but do not order them. */
function hasOrder(index: Index, value: Value): boolean {
  return index.collation === undefined || ![20, 25].includes(typeRank(value));
}

export function isTextless(value: Value): boolean {
  return ![15, 20, 25].includes(typeRank(value));
}

/** Sorted, so that several ranges are read in index order. */
function distinctKeys(points: readonly Value[], field: IndexField, index: Index): Buffer[] {
  const keys = points.map((value) => encodeKey([{ value: index.fold(value), descending: field.descending }]));
  const sorted = keys.toSorted((left, right) => Buffer.compare(left, right));
  return sorted.filter((key, position) => position === 0 || sorted[position - 1]?.equals(key) === false);
}

function partRange(constraint: Constraint, field: IndexField, index: Index): KeyRange | undefined {
  let { low, high } = constraint;
  if (low === undefined && high === undefined) return wholeRange(constraint, field, index);
  // The elements of an array may meet the two ends separately.
  if (index.isMultikey && low !== undefined) high = undefined;
  if (low !== undefined && high !== undefined && typeRank(low.value) !== typeRank(high.value)) high = undefined;
  const rank = typeRank(low?.value ?? high?.value);
  const [first, last] = field.descending ? [high, low] : [low, high];
  const type = Buffer.from([field.descending ? 255 - rank : rank]);
  const from = first === undefined ? type : startOf(first, field, index);
  const to = last === undefined ? keyAfterPrefix(type) : endOf(last, field, index);
  return from === undefined ? undefined : { low: from, high: to };
}

/** Of what an expression demands: a comparison there does not stop at the end of a type. */
function wholeRange(constraint: Constraint, field: IndexField, index: Index): KeyRange | undefined {
  const { low, high } = constraint.whole ?? {};
  if (low === undefined && high === undefined) return undefined;
  const [first, last] = field.descending ? [high, low] : [low, high];
  const from = first === undefined ? Buffer.alloc(0) : startOf(first, field, index);
  return from === undefined
    ? undefined
    : { low: from, high: last === undefined ? undefined : endOf(last, field, index) };
}

function startOf(bound: Bound, field: IndexField, index: Index): Buffer | undefined {
  const key = encodeKey([{ value: index.fold(bound.value), descending: field.descending }]);
  return takesEqual(bound, index) ? key : keyAfterPrefix(key);
}

function endOf(bound: Bound, field: IndexField, index: Index): Buffer | undefined {
  const key = encodeKey([{ value: index.fold(bound.value), descending: field.descending }]);
  return takesEqual(bound, index) ? keyAfterPrefix(key) : key;
}

/** Under a collation texts above and below the bound may share its key. */
function takesEqual(bound: Bound, index: Index): boolean {
  return bound.isInclusive || (index.collation !== undefined && !isTextless(bound.value));
}

function joinRange(prefix: Buffer, range: KeyRange): KeyRange {
  const high = range.high === undefined ? keyAfterPrefix(prefix) : Buffer.concat([prefix, range.high]);
  return { low: Buffer.concat([prefix, range.low]), high };
}

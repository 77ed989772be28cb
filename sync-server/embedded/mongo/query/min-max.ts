import { encodeKey } from "#server/embedded/mongo/bson/key.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Index } from "#server/embedded/mongo/store/collection.ts";
import { comparatorFor, sameCollation } from "./collation.ts";
import type { Collation } from "./collation.ts";
import { isTextless } from "./index-bounds.ts";
import type { KeyRange } from "./index-bounds.ts";

/** Whether an index entry lies between two keys, where its bytes alone do not tell. */
export type KeyLimits = (values: readonly Value[]) => boolean;

/** The entries from the key `min` on, up to and without `max`, in the index's own order; throws what MongoDB throws. */
export function betweenKeys(
  index: Index,
  min: Doc | undefined,
  max: Doc | undefined,
  collation: Collation | undefined,
): { range: KeyRange; limits: KeyLimits | undefined } {
  const low = valuesOf(index, min, collation);
  const high = valuesOf(index, max, collation);
  if (low !== undefined && high !== undefined && compareEntries(index, low, high) >= 0)
    throw new MongoError(
      { code: 51175 },
      "The value provided for min() does not come before the value provided for max()",
    );
  const lowKey = low === undefined ? Buffer.alloc(0) : keyOf(index, low);
  const highKey = high === undefined ? undefined : keyOf(index, high);
  if (index.collation === undefined) return { range: { low: lowKey, high: highKey }, limits: undefined };
  // Texts on both sides of a bound may share its key, so the keys narrow by their first field at most.
  const limits: KeyLimits = (values) =>
    (low === undefined || compareEntries(index, values, low) >= 0) &&
    (high === undefined || compareEntries(index, values, high) < 0);
  return { range: { low: Buffer.alloc(0), high: undefined }, limits };
}

function valuesOf(index: Index, bound: Doc | undefined, collation: Collation | undefined): Value[] | undefined {
  if (bound === undefined || bound.size === 0) return undefined;
  const names = [...bound.keys()];
  const values = [...bound.values()];
  const hasSameFields =
    names.length === index.fields.length && index.fields.every((field, position) => field.path === names[position]);
  if (!hasSameFields || (!sameCollation(index.collation, collation) && !values.every(isTextless)))
    throw new MongoError({ code: 51174 }, "The index chosen is not compatible with min/max");
  return values;
}

function keyOf(index: Index, values: readonly Value[]): Buffer {
  return encodeKey(
    values.map((value, position) => ({ value, descending: index.fields[position]?.descending === true })),
  );
}

function compareEntries(index: Index, left: readonly Value[], right: readonly Value[]): number {
  const compare = comparatorFor(index.collation);
  for (const [position, field] of index.fields.entries()) {
    const order = compare(left[position], right[position]);
    if (order !== 0) return field.descending ? -order : order;
  }
  return 0;
}

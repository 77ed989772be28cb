import { compareStrings, compareValues, typeRank } from "#server/embedded/mongo/bson/compare.ts";
import { Symbol_ } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { coarseKeys, exactKeys } from "./collation-keys.ts";
import { textOrder } from "./collation-order.ts";
import type { TextOrder } from "./collation-order.ts";
import { parseCollation } from "./collation-spec.ts";
import type { CollationSpec } from "./collation-spec.ts";

export type Collation = {
  /** With all its options. */
  readonly spec: Doc;
  readonly order: TextOrder;
  /** Texts become others whose plain order and equality are the collation's, among all that this very object folded. */
  readonly fold: (value: Value) => Value;
  /**
   * The same for keys that are stored: the plain order never contradicts the collation's, but texts that differ may become
   * equal. Depends on ICU's data (`KEY_VERSION`).
   */
  readonly foldForIndex: (value: Value) => Value;
};

/** Stored keys made under another version are in another order. */
export const KEY_VERSION = `1/${process.versions["icu"] ?? ""}/${process.versions["cldr"] ?? ""}`;

type Shared = { order: TextOrder; coarse: (text: string) => string };

const shared = new Map<string, Shared>();

export function collationOf(value: Value | undefined): Collation | undefined {
  const spec = parseCollation(value);
  if (spec === undefined) return undefined;
  const { order, coarse } = sharedBy(spec);
  let exact: ((text: string) => string) | undefined;
  return {
    spec: spec.shown,
    order,
    fold: (given) => foldValue(given, (exact ??= exactKeys(coarse, order.compare))),
    foldForIndex: (given) => foldValue(given, coarse),
  };
}

/** Making a collator costs a millisecond; there are only so many different ones. */
function sharedBy(spec: CollationSpec): Shared {
  const key = JSON.stringify([{ ...spec, shown: undefined }]);
  let found = shared.get(key);
  if (found === undefined) {
    const order = textOrder(spec);
    let coarse: ((text: string) => string) | undefined;
    found = { order, coarse: (text) => (coarse ??= coarseKeys(order, spec.numericOrdering))(text) };
    if (shared.size > 200) shared.clear();
    shared.set(key, found);
  }
  return found;
}

function foldValue(value: Value, foldText: (text: string) => string): Value {
  if (typeof value === "string") return foldText(value);
  if (value instanceof Symbol_) return foldText(value.name);
  if (Array.isArray(value)) return value.map((item) => foldValue(item, foldText));
  if (value instanceof Map) {
    const out: Doc = new Map();
    for (const [name, item] of value) out.set(name, foldValue(item, foldText));
    return out;
  }
  return value;
}

export function sameCollation(left: Collation | undefined, right: Collation | undefined): boolean {
  return left === right || (left !== undefined && right !== undefined && compareValues(left.spec, right.spec) === 0);
}

export function comparatorFor(
  collation: Collation | undefined,
): (left: Value | undefined, right: Value | undefined) => number {
  if (collation === undefined) return compareValues;
  const compareTexts = collation.order.compare;
  return compare;

  function compare(left: Value | undefined, right: Value | undefined): number {
    if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
    const byType = typeRank(left) - typeRank(right);
    if (byType !== 0) return byType;
    if (Array.isArray(left) && Array.isArray(right)) return compareItems(left, right);
    if (left instanceof Map && right instanceof Map) return compareFields(left, right);
    const leftText = textOf(left);
    const rightText = textOf(right);
    if (leftText !== undefined && rightText !== undefined) return compareTexts(leftText, rightText);
    return compareValues(left, right);
  }

  function compareItems(left: readonly Value[], right: readonly Value[]): number {
    for (const [index, item] of left.entries()) {
      if (index >= right.length) return 1;
      const order = compare(item, right[index]);
      if (order !== 0) return order;
    }
    return left.length - right.length;
  }

  /** As without a collation: the type of the value first, then the name (never collated), then the value. */
  function compareFields(left: Doc, right: Doc): number {
    const others = right.entries();
    for (const [name, value] of left) {
      const next = others.next();
      if (next.done === true) return 1;
      const [otherName, other] = next.value;
      const order = typeRank(value) - typeRank(other) || compareStrings(name, otherName) || compare(value, other);
      if (order !== 0) return order;
    }
    return left.size - right.size;
  }
}

function textOf(value: Value | undefined): string | undefined {
  return value instanceof Symbol_ ? value.name : typeof value === "string" ? value : undefined;
}

import { addNumbers, toDecimal } from "#server/embedded/mongo/bson/arithmetic.ts";
import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { compareNumbers } from "#server/embedded/mongo/bson/numbers.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { DateTime, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse } from "#server/embedded/mongo/error.ts";
import { constantOf } from "#server/embedded/mongo/expression/constant.ts";
import { shiftDate } from "#server/embedded/mongo/expression/date-arithmetic.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { parseTimeUnit } from "#server/embedded/mongo/expression/time-units.ts";
import type { TimeUnit } from "#server/embedded/mongo/expression/time-units.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import type { SortField } from "#server/embedded/mongo/query/sort-key.ts";

type Bound = "unbounded" | "current" | Numeric;

export type Bounds = { low: Bound; high: Bound } & (
  | { kind: "documents" }
  | { kind: "range"; unit: TimeUnit | undefined }
);

export const WHOLE_PARTITION: Bounds = { kind: "documents", low: "unbounded", high: "unbounded" };

/** What a stage sorts by, as windows need to know it. */
export type Order = readonly SortField[] | undefined;

export function parseBounds(spec: Value, order: Order, environment: Environment): Bounds {
  if (!isDoc(spec)) throw failedToParse("'window' field must be an object");
  const [documents, range, unit] = [spec.get("documents"), spec.get("range"), spec.get("unit")];
  if (documents !== undefined && range !== undefined)
    throw failedToParse("Window bounds can specify either 'documents' or 'unit', not both.");
  if (range === undefined && unit !== undefined)
    throw failedToParse("Window bounds can only specify 'unit' with range-based bounds.");
  if (range !== undefined) return rangeBounds(spec, range, order, environment);
  if (documents !== undefined) return documentBounds(spec, documents, order, environment);
  if (spec.size > 0)
    throw failedToParse(
      "'window' field can only contain 'documents' as the only argument or 'range' with an optional 'unit' field",
    );
  return WHOLE_PARTITION;
}

function pairOf(bounds: Value, parse: (bound: Value) => Bound): { low: Bound; high: Bound } {
  if (!Array.isArray(bounds) || bounds.length !== 2)
    throw failedToParse(`Window bounds must be a 2-element array: ${showValue(bounds)}`);
  const [low = null, high = null] = bounds;
  const pair = { low: parse(low), high: parse(high) };
  const [from, to] = [pair.low, pair.high].map((bound) => (bound === "current" ? 0 : bound));
  if (isNumber(from) && isNumber(to) && compareNumbers(from, to) > 0)
    throw fail(5339900, `Lower bound must not exceed upper bound: [${showValue(from)}, ${showValue(to)}]`);
  return pair;
}

function parseBound(bound: Value, environment: Environment, accept: (value: Value) => Numeric): Bound {
  if (typeof bound === "string") {
    if (bound === "unbounded" || bound === "current") return bound;
    throw failedToParse("Window bounds must be 'unbounded', 'current', or a number.");
  }
  const constant = constantOf(bound, environment);
  if (constant === undefined) throw failedToParse("Window bounds expression must be a constant.");
  return accept(constant.value);
}

function isInt32(value: Value): value is Numeric {
  return isNumber(value) && Math.trunc(toNumber(value)) === toNumber(value) && Math.abs(toNumber(value)) < 2 ** 31;
}

function documentBounds(spec: Doc, documents: Value, order: Order, environment: Environment): Bounds {
  if (spec.size !== 1) throw failedToParse("'window' field that specifies documents cannot have other fields");
  const pair = pairOf(documents, (bound) =>
    parseBound(bound, environment, (value) => {
      if (!isInt32(value)) throw failedToParse("Numeric document-based bounds must be an integer");
      return value;
    }),
  );
  const isUnbounded = pair.low === "unbounded" && pair.high === "unbounded";
  if (!isUnbounded && order === undefined) throw fail(5339901, "Document-based bounds require a sortBy");
  return { kind: "documents", ...pair };
}

function rangeBounds(spec: Doc, range: Value, order: Order, environment: Environment): Bounds {
  const given = spec.get("unit");
  if (given !== undefined && spec.size !== 2)
    throw failedToParse("'window' field that specifies unit cannot have other fields besides 'range'");
  if (given === undefined && spec.size !== 1)
    throw failedToParse("'window' field that specifies range cannot have other fields besides 'unit'");
  if (given !== undefined && typeof given !== "string") throw failedToParse("'unit' must be a string");
  const pair = pairOf(range, (bound) =>
    parseBound(bound, environment, (value) => {
      if (given !== undefined && !isInt32(value))
        throw failedToParse("With 'unit', range-based bounds must be an integer");
      if (!isNumber(value)) throw failedToParse("Range-based bounds expression must be a number");
      return value;
    }),
  );
  const unit = given === undefined ? undefined : parseTimeUnit(given);
  if (order?.length !== 1) throw fail(5339902, "Range-based bounds require sortBy a single field");
  if (order[0]?.descending === true) throw fail(8947401, "Range-based bounds require an ascending sortBy");
  return { kind: "range", ...pair, unit };
}

/** The documents of one partition in order, and the value each is sorted by (where it is a single field). */
export type Partition = {
  readonly documents: readonly Doc[];
  readonly sortValue: (index: number) => Value | undefined;
};

/** A window's documents, `from` to before `to`; neither ever moves back as the current document moves on. */
export type Window = { from: number; to: number };

type Windows = (current: number) => Window;

/** Must be asked for each document in turn. */
export function windowsOf(bounds: Bounds, partition: Partition): Windows {
  return bounds.kind === "documents" ? documentWindows(bounds, partition) : rangeWindows(bounds, partition);
}

function documentWindows({ low, high }: Bounds, { documents }: Partition): Windows {
  const offset = (bound: Bound, unbounded: number): number =>
    bound === "unbounded" ? unbounded : bound === "current" ? 0 : toNumber(bound);
  const [first, last] = [offset(low, -Infinity), offset(high, Infinity)];
  return (current) => {
    const from = Math.min(Math.max(current + first, 0), documents.length);
    return { from, to: Math.max(from, Math.min(current + last + 1, documents.length)) };
  };
}

function rangeWindows(bounds: Bounds & { kind: "range" }, { documents, sortValue }: Partition): Windows {
  const { low, high, unit } = bounds;
  const fits = (value: Value | undefined): boolean =>
    unit === undefined ? isNumber(value) : value instanceof DateTime;
  let from = 0;
  let to = 0;
  return (current) => {
    const base = requireBase(sortValue(current), unit);
    if (low === "current") from = current;
    else if (low !== "unbounded") {
      const threshold = moved(base, low, unit);
      while (from < documents.length && compareValues(sortValue(from), threshold) < 0) from += 1;
    }
    to = Math.max(to, from);
    if (high === "current") to = Math.max(to, current + 1);
    else {
      const threshold = high === "unbounded" ? undefined : moved(base, high, unit);
      while (to < documents.length && fits(sortValue(to))) {
        if (threshold !== undefined && compareValues(sortValue(to), threshold) > 0) break;
        to += 1;
      }
    }
    return { from, to };
  };
}

function requireBase(base: Value | undefined, unit: TimeUnit | undefined): Numeric | DateTime {
  const shown = base === undefined ? "missing" : typeName(base);
  if (unit !== undefined) {
    if (base instanceof DateTime) return base;
    throw fail(5429513, `Invalid range: Expected the sortBy field to be a Date, but it was ${shown}`);
  }
  if (base instanceof DateTime)
    throw fail(5429413, "Invalid range: For windows that involve date or time ranges, a unit must be provided.");
  if (isNumber(base)) return base;
  throw fail(5429414, `Invalid range: Expected the sortBy field to be a number, but it was ${shown}`);
}

function moved(base: Numeric | DateTime, by: Numeric, unit: TimeUnit | undefined): Value {
  if (base instanceof DateTime)
    return new DateTime(BigInt(shiftDate(Number(base.ms), unit ?? "millisecond", toNumber(by), undefined)));
  if (typeof base !== "object" && typeof by !== "object")
    return addNumbers(BigInt(base), BigInt(by)) ?? toDecimal(base);
  return addNumbers(toDecimal(base), toDecimal(by)) ?? base;
}

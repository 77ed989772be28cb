import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { compareNumbers } from "#server/embedded/mongo/bson/numbers.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { DateTime, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { addValues, moduloValues, subtractValues } from "#server/embedded/mongo/expression/arithmetic.ts";
import { shiftDate } from "#server/embedded/mongo/expression/date-arithmetic.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { readFields } from "#server/embedded/mongo/expression/fields.ts";
import { UNIT_MS, parseTimeUnit } from "#server/embedded/mongo/expression/time-units.ts";
import type { TimeUnit } from "#server/embedded/mongo/expression/time-units.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";

export type Range = {
  step: Numeric;
  unit: TimeUnit | undefined;
  bounds: "full" | "partition" | { low: Value; high: Value };
};

export function parseRange(spec: Value): Range {
  const range = readFields("$densify.range", spec, {
    step: { isRequired: true },
    bounds: { isRequired: true },
    unit: { type: "string" },
  });
  const step = range.get("step");
  if (!isNumber(step) || !(compareNumbers(step, 0) > 0))
    throw fail(5733401, "The step parameter in a range statement must be a strictly positive numeric value");
  const given = range.get("unit");
  if (given !== undefined && !Number.isInteger(toNumber(step)))
    throw fail(6586400, "The step parameter in a range statement must be a whole number when densifying a date range");
  const unit = typeof given === "string" ? parseTimeUnit(given) : undefined;
  return { step, unit, bounds: parseBounds(range.get("bounds") ?? null, step, unit) };
}

function parseBounds(bounds: Value, step: Numeric, unit: TimeUnit | undefined): Range["bounds"] {
  if (bounds === "full" || bounds === "partition") return bounds;
  if (typeof bounds === "string") throw fail(5946802, "Bounds string must either be 'full' or 'partition'");
  if (!Array.isArray(bounds))
    throw fail(
      5733404,
      "The bounds in a range statement must be the string 'full', 'partition', or an ascending array of two numbers or two dates",
    );
  if (bounds.length !== 2) throw fail(5733403, "A bounding array in a range statement must have exactly two elements");
  const [low = null, high = null] = bounds;
  if (compareValues(low, high) > 0)
    throw fail(5733402, "A bounding array must be an ascending array of either two dates or two numbers");
  const mixed = "A bounding array must contain either both dates or both numeric types";
  if (isNumber(low)) {
    if (unit !== undefined) throw fail(5733409, "Numeric bounds may not have unit parameter");
    if (!isNumber(high)) throw fail(5733406, mixed);
    if (typeName(low) !== typeName(high) || typeName(low) !== typeName(step))
      throw fail(5876900, "Upper bound, lower bound, and step must all have the same type");
  } else if (low instanceof DateTime) {
    if (!(high instanceof DateTime)) throw fail(5733405, mixed);
    if (unit === undefined) throw fail(5733410, "A bounding array of dates must specify a unit");
  } else throw fail(5946800, "Explicit bounds must be numeric or dates");
  return { low, high };
}

export function stepOn(value: Value, { step, unit }: Range): Value {
  if (!(value instanceof DateTime)) return addValues([value, step]);
  return new DateTime(BigInt(shiftDate(Number(value.ms), unit ?? "millisecond", toNumber(step), undefined)));
}

/** Whether steps from `base` lead to the value, which is not before it. */
export function isOnStep(value: Value, base: Value, range: Range): boolean {
  if (!(value instanceof DateTime) || !(base instanceof DateTime)) {
    const rest = moduloValues(subtractValues(value, base), range.step);
    return isNumber(rest) && toNumber(rest) === 0;
  }
  const unitMs = UNIT_MS[range.unit ?? "millisecond"];
  if (unitMs !== undefined) return (value.ms - base.ms) % (BigInt(unitMs) * BigInt(toNumber(range.step))) === 0n;
  let at: Value = base;
  while (compareValues(at, value) < 0) at = stepOn(at, range);
  return compareValues(at, value) === 0;
}

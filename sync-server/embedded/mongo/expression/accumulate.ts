import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { divide, plus } from "./arithmetic.ts";
import { Decimal, Double } from "#server/embedded/mongo/bson/value.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";

export function sumOf(values: readonly Numeric[]): Numeric {
  let sum: Numeric = 0;
  for (const value of values) sum = plus(sum, value);
  return sum;
}

/** A double (or a decimal); null of nothing. */
export function averageOf(values: readonly Numeric[]): Numeric | null {
  if (values.length === 0) return null;
  const sum = sumOf(values);
  if (sum instanceof Decimal) return divide(sum, values.length);
  return new Double(toNumber(sum) / values.length);
}

import { decimalParts } from "#server/embedded/mongo/bson/decimal.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { Decimal, Double } from "#server/embedded/mongo/bson/value.ts";
import { divide } from "./arithmetic.ts";
import { NumberSum } from "./number-sum.ts";

export function sumOf(values: readonly Numeric[]): NumberSum {
  const sum = new NumberSum();
  for (const value of values) sum.add(value);
  return sum;
}

/** A double (or a decimal); null of nothing. */
export function averageOf(sum: NumberSum, count: number): Numeric | null {
  if (count === 0) return null;
  const total = sum.result();
  if (total instanceof Decimal) return decimalParts(total).kind === "finite" ? divide(total, count) : total;
  return new Double(sum.toDouble() / count);
}

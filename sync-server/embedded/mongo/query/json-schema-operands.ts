import { compareNumbers } from "#server/embedded/mongo/bson/numbers.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger } from "./coerce.ts";

export type Check = (value: Value) => boolean;

export function numberOf(value: Value, keyword: string): Numeric {
  if (!isNumber(value)) throw typeMismatch(`$jsonSchema keyword '${keyword}' must be a number`);
  return value;
}

export function sizeOf(value: Value, keyword: string): number {
  const number = numberOf(value, keyword);
  const whole = toInteger(number);
  if (whole === undefined || compareNumbers(whole, number) !== 0)
    throw failedToParse(`$jsonSchema keyword '${keyword}' must be an integer`);
  if (whole < 0n) throw failedToParse(`$jsonSchema keyword '${keyword}' must be a non-negative integer`);
  return Number(whole);
}

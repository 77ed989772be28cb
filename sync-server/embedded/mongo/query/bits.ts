import { Binary, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue } from "#server/embedded/mongo/error.ts";
import { toInteger, toNumber } from "./coerce.ts";

export type BitsOperator = "$bitsAllSet" | "$bitsAllClear" | "$bitsAnySet" | "$bitsAnyClear";

export function bitsTest(name: BitsOperator, operand: Value): (value: Value | undefined) => boolean {
  const positions = bitPositions(operand);
  return (value) => {
    const isSet = bitReader(value);
    if (isSet === undefined) return false;
    switch (name) {
      case "$bitsAllSet":
        return positions.every(isSet);
      case "$bitsAllClear":
        return !positions.some(isSet);
      case "$bitsAnySet":
        return positions.some(isSet);
      case "$bitsAnyClear":
        return !positions.every(isSet);
    }
  };
}

function bitPositions(operand: Value): number[] {
  if (Array.isArray(operand)) {
    return operand.map((item) => {
      const position = toInteger(item);
      if (position === undefined || position < 0n) throw badValue("bit positions must be >= 0");
      return Number(position);
    });
  }
  const isSet = bitReader(operand);
  const size = operand instanceof Binary ? operand.bytes.length * 8 : 64;
  if (isSet === undefined || (isNumber(operand) && toNumber(operand) < 0)) {
    throw badValue("bit test operand must be a non-negative integer, a list of positions or binary data");
  }
  return Array.from({ length: size }, (_, index) => index).filter(isSet);
}

function bitReader(value: Value | undefined): ((position: number) => boolean) | undefined {
  if (value instanceof Binary) {
    return (position) => (((value.bytes[position >> 3] ?? 0) >> (position & 7)) & 1) === 1;
  }
  if (!isNumber(value)) return undefined;
  if (typeof value !== "number" && typeof value !== "bigint" && !Number.isInteger(toNumber(value))) return undefined;
  const whole = toInteger(value);
  if (whole === undefined || BigInt.asIntN(64, whole) !== whole) return undefined;
  return (position) => ((whole >> BigInt(Math.min(position, 63))) & 1n) === 1n;
}

import { compareNumbers } from "./numbers.ts";
import {
  Binary,
  Code,
  DateTime,
  DbPointer,
  Decimal,
  Double,
  MaxKey,
  MinKey,
  ObjectId,
  Regex,
  Symbol_,
  Timestamp,
  isNumber,
} from "./value.ts";
import type { Doc, Value } from "./value.ts";

/** MongoDB's order of types; a missing value and the deprecated undefined come together, below null. */
export function typeRank(value: Value | undefined): number {
  if (value === undefined) return 2;
  if (value === null) return 5;
  switch (typeof value) {
    case "number":
    case "bigint":
      return 10;
    case "string":
      return 15;
    case "boolean":
      return 40;
    default:
  }
  if (value instanceof Map) return 20;
  if (Array.isArray(value)) return 25;
  if (value instanceof ObjectId) return 35;
  if (value instanceof Double || value instanceof Decimal) return 10;
  if (value instanceof DateTime) return 45;
  if (value instanceof Symbol_) return 15;
  if (value instanceof Binary) return 30;
  if (value instanceof Timestamp) return 47;
  if (value instanceof Regex) return 50;
  if (value instanceof DbPointer) return 55;
  if (value instanceof Code) return value.scope === undefined ? 60 : 65;
  if (value instanceof MinKey) return 1;
  return value instanceof MaxKey ? 127 : 2;
}

/** Total order over all values, field names included. */
export function compareValues(left: Value | undefined, right: Value | undefined): number {
  const leftRank = typeRank(left);
  const rightRank = typeRank(right);
  if (leftRank !== rightRank) return leftRank - rightRank;
  if (typeof left === "string" && typeof right === "string") return compareStrings(left, right);
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (left instanceof Map && right instanceof Map) return compareDocs(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return compareArrays(left, right);
  return compareScalars(left, right);
}

export function valuesEqual(left: Value | undefined, right: Value | undefined): boolean {
  return compareValues(left, right) === 0;
}

function compareScalars(left: Value | undefined, right: Value | undefined): number {
  if (left instanceof ObjectId && right instanceof ObjectId) return order(left.bytes, right.bytes);
  if (left instanceof DateTime && right instanceof DateTime) return order(left.ms, right.ms);
  if (left instanceof Timestamp && right instanceof Timestamp) return order(left.bits, right.bits);
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  if (left instanceof Binary && right instanceof Binary) return compareBinaries(left, right);
  if (left instanceof Regex && right instanceof Regex) {
    return compareStrings(left.pattern, right.pattern) || compareStrings(left.flags, right.flags);
  }
  if (left instanceof Code && right instanceof Code) {
    const byCode = compareStrings(left.code, right.code);
    if (byCode !== 0 || left.scope === undefined || right.scope === undefined) return byCode;
    return compareDocs(left.scope, right.scope);
  }
  if (left instanceof DbPointer && right instanceof DbPointer) {
    return compareStrings(left.namespace, right.namespace) || order(left.id, right.id);
  }
  const leftText = textOf(left);
  const rightText = textOf(right);
  return leftText === undefined || rightText === undefined ? 0 : compareStrings(leftText, rightText);
}

function textOf(value: Value | undefined): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof Symbol_ ? value.name : undefined;
}

function order<T extends string | bigint>(left: T, right: T): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** By UTF-8 bytes, which differs from JavaScript's order only where surrogates meet the code points above them. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    if (a < 0xd800 || b < 0xd800) return a - b;
    const aIsSurrogate = a <= 0xdfff;
    const bIsSurrogate = b <= 0xdfff;
    return aIsSurrogate === bIsSurrogate ? a - b : aIsSurrogate ? 1 : -1;
  }
  return left.length - right.length;
}

function compareBinaries(left: Binary, right: Binary): number {
  return (
    left.bytes.length - right.bytes.length || left.subtype - right.subtype || Buffer.compare(left.bytes, right.bytes)
  );
}

function compareArrays(left: readonly Value[], right: readonly Value[]): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const byElement = compareValues(left[index], right[index]);
    if (byElement !== 0) return byElement;
  }
  return left.length - right.length;
}

/** Field by field: the type of the value first, then the name, then the value. */
export function compareDocs(left: Doc, right: Doc): number {
  const others = right.entries();
  for (const [name, value] of left) {
    const next = others.next();
    if (next.done === true) return 1;
    const [otherName, other] = next.value;
    const byType = typeRank(value) - typeRank(other);
    if (byType !== 0) return byType;
    const byName = compareStrings(name, otherName);
    if (byName !== 0) return byName;
    const byValue = compareValues(value, other);
    if (byValue !== 0) return byValue;
  }
  return left.size - right.size;
}

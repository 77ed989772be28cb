import { typeRank } from "./compare.ts";
import { decimalParts } from "./decimal.ts";
import { doubleFraction, fraction } from "./numbers.ts";
import type { Numeric } from "./numbers.ts";
import {
  Binary,
  Code,
  DateTime,
  DbPointer,
  Decimal,
  Double,
  ObjectId,
  Regex,
  Symbol_,
  Timestamp,
  isNumber,
} from "./value.ts";
import type { Value } from "./value.ts";

/**
 * Bytes whose memcmp order is MongoDB's order of values. Each value's bytes end by themselves (no encoding is a prefix
 * of another), so that compound keys are plain concatenations and a descending part is its bytes inverted.
 */
let scratch = Buffer.allocUnsafeSlow(4096);
let at = 0;

export type KeyPart = { value: Value | undefined; descending: boolean };

export function encodeKey(parts: readonly KeyPart[]): Buffer {
  at = 0;
  for (const part of parts) {
    const start = at;
    putValue(part.value);
    if (part.descending) for (let index = start; index < at; index += 1) scratch[index] = 255 - (scratch[index] ?? 0);
  }
  return Buffer.from(scratch.subarray(0, at));
}

export function encodeKeyValue(value: Value | undefined): Buffer {
  at = 0;
  putValue(value);
  return Buffer.from(scratch.subarray(0, at));
}

/** The first key after every key that begins with these bytes; undefined when there is none. */
export function keyAfterPrefix(prefix: Buffer): Buffer | undefined {
  for (let index = prefix.length - 1; index >= 0; index -= 1) {
    const byte = prefix[index] ?? 255;
    if (byte === 255) continue;
    const out = Buffer.from(prefix.subarray(0, index + 1));
    out[index] = byte + 1;
    return out;
  }
  return undefined;
}

function room(size: number): void {
  if (at + size <= scratch.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(scratch.length * 2, at + size));
  scratch.copy(grown, 0, 0, at);
  scratch = grown;
}

function putByte(byte: number): void {
  room(1);
  scratch[at] = byte;
  at += 1;
}

function putValue(value: Value | undefined): void {
  putByte(typeRank(value));
  putBody(value);
}

function putBody(value: Value | undefined): void {
  if (value === undefined || value === null) return;
  if (typeof value === "string") putBytes(Buffer.from(value));
  else if (isNumber(value)) putNumber(value);
  else if (typeof value === "boolean") putByte(value ? 1 : 0);
  else if (value instanceof ObjectId) putLatin1(value.bytes);
  else if (value instanceof DateTime) putSigned(value.ms);
  else if (value instanceof Timestamp) putUnsigned(value.bits);
  else if (Array.isArray(value)) {
    for (const item of value) putValue(item);
    putByte(0);
  } else if (value instanceof Map) {
    for (const [name, item] of value) {
      putByte(typeRank(item));
      putBytes(Buffer.from(name));
      putBody(item);
    }
    putByte(0);
  } else putRareBody(value);
}

function putRareBody(value: Value): void {
  if (value instanceof Binary) {
    room(5 + value.bytes.length);
    at = scratch.writeUInt32BE(value.bytes.length, at);
    putByte(value.subtype);
    value.bytes.copy(scratch, at);
    at += value.bytes.length;
  } else if (value instanceof Symbol_) putBytes(Buffer.from(value.name));
  else if (value instanceof Regex) {
    putBytes(Buffer.from(value.pattern));
    putBytes(Buffer.from(value.flags));
  } else if (value instanceof DbPointer) {
    putBytes(Buffer.from(value.namespace));
    putLatin1(value.id);
  } else if (value instanceof Code) {
    putBytes(Buffer.from(value.code));
    if (value.scope !== undefined) putBody(value.scope);
  }
}

/** A zero byte is written as 00 FF and the end as 00 00, so that a longer text sorts after its own beginning. */
function putBytes(bytes: Buffer): void {
  room(bytes.length * 2 + 2);
  if (bytes.indexOf(0) < 0) {
    bytes.copy(scratch, at);
    at += bytes.length;
  } else {
    for (const byte of bytes) {
      scratch[at] = byte;
      at += 1;
      if (byte === 0) {
        scratch[at] = 255;
        at += 1;
      }
    }
  }
  scratch[at] = 0;
  scratch[at + 1] = 0;
  at += 2;
}

function putLatin1(text: string): void {
  room(text.length);
  at += scratch.write(text, at, "latin1");
}

function putUnsigned(bits: bigint): void {
  room(8);
  at = scratch.writeBigUInt64BE(bits, at);
}

function putSigned(value: bigint): void {
  putUnsigned(BigInt.asUintN(64, value) ^ (1n << 63n));
}

/** Doubles in numeric order: positive ones get the sign bit set, negative ones are inverted; -0 counts as 0. */
function putDouble(value: number): void {
  room(8);
  scratch.writeDoubleBE(value === 0 ? 0 : value, at);
  const first = scratch[at] ?? 0;
  if (first < 128) scratch[at] = first | 128;
  else for (let index = at; index < at + 8; index += 1) scratch[index] = 255 - (scratch[index] ?? 0);
  at += 8;
}

const EXACT = 0;
const MORE_FOLLOWS = 1;
const BEYOND = 2;

/** 2 ** 1000: brings up what is below the smallest double. */
const TINY_SHIFT = 1000n;

/**
 * The largest double not above the size of the value, then what is left over in the same way until nothing is; all of
 * it inverted for a negative value. Four such steps hold more than 200 bits, enough to tell any two decimals apart.
 */
function putNumber(value: Numeric): void {
  if (typeof value === "number") putExactDouble(value);
  else if (value instanceof Double) {
    if (Number.isNaN(value.value)) putByte(0);
    else putExactDouble(value.value);
  } else if (typeof value === "bigint" && value >= -(2n ** 53n) && value <= 2n ** 53n) putExactDouble(Number(value));
  else putWide(value);
}

function putExactDouble(value: number): void {
  putByte(1);
  putDouble(value);
  putByte(value < 0 ? 255 - EXACT : EXACT);
}

function putWide(value: bigint | Decimal): void {
  if (value instanceof Decimal) {
    const parts = decimalParts(value);
    if (parts.kind === "nan") return putByte(0);
    if (parts.kind === "infinite") return putExactDouble(parts.negative ? -Infinity : Infinity);
  }
  putByte(1);
  const start = at;
  const { numerator, denominator } = fraction(value);
  putSize(value, numerator < 0n ? -numerator : numerator, denominator);
  if (numerator < 0n) for (let index = start; index < at; index += 1) scratch[index] = 255 - (scratch[index] ?? 0);
}

function putSize(value: bigint | Decimal, size: bigint, scale: bigint): void {
  let numerator = size;
  let denominator = scale;
  for (let step = 0; step < 4;) {
    const floor = floorDouble(numerator, denominator);
    putDouble(floor);
    const taken = doubleFraction(floor);
    numerator = numerator * taken.denominator - taken.numerator * denominator;
    denominator *= taken.denominator;
    if (numerator === 0n) break;
    if (floor === Number.MAX_VALUE) return putBeyond(value);
    if (floor === 0) numerator <<= TINY_SHIFT;
    else step += 1;
    if (step < 4) putByte(MORE_FOLLOWS);
  }
  putByte(EXACT);
}

/** Decimals outside the range of doubles, ordered by their count of digits and then the digits. */
function putBeyond(value: bigint | Decimal): void {
  const parts = value instanceof Decimal ? decimalParts(value) : undefined;
  if (parts?.kind !== "finite") return putByte(EXACT);
  putByte(BEYOND);
  const digits = parts.coefficient.toString();
  room(48);
  at = scratch.writeUInt16BE(digits.length + parts.exponent + 8192, at);
  at += scratch.write(digits.padEnd(34, "0"), at, "latin1");
}

/** Of a fraction that is not negative. */
function floorDouble(numerator: bigint, denominator: bigint): number {
  let guess = approximate(numerator, denominator);
  while (isAbove(guess, numerator, denominator)) guess = nextDown(guess);
  return guess === Infinity ? Number.MAX_VALUE : guess;
}

function isAbove(guess: number, numerator: bigint, denominator: bigint): boolean {
  if (!Number.isFinite(guess)) return false;
  const exact = doubleFraction(guess);
  return exact.numerator * denominator > numerator * exact.denominator;
}

/** Within an ulp or two of the quotient; never far enough off for the walk down to be long. */
function approximate(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const shift = bitLength(numerator) - bitLength(denominator) - 60;
  const quotient =
    shift >= 0 ? numerator / (denominator << BigInt(shift)) : (numerator << BigInt(-shift)) / denominator;
  // Two steps, because 2 ** shift alone may underflow where the product does not.
  const half = Math.trunc(shift / 2);
  return Number(quotient) * 2 ** half * 2 ** (shift - half);
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(16).length * 4;
}

/** Of a positive double. */
function nextDown(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) - 1n);
  return view.getFloat64(0);
}

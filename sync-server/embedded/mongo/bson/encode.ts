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
  Undefined,
} from "./value.ts";
import type { Doc, Value } from "./value.ts";

/** A document for a reply whose bytes are there already; it is never looked into. */
export class EncodedDoc extends Map<string, Value> {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    super();
    this.bytes = bytes;
  }
}

let scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** The BSON bytes of a document, in a buffer of their own. */
export function encodeDoc(source: Doc): Buffer {
  const end = putDoc(source, 0);
  const out = Buffer.allocUnsafeSlow(end);
  scratch.copy(out, 0, 0, end);
  // One giant document must not pin its memory for good.
  if (scratch.length > 8 * 1024 * 1024) scratch = Buffer.allocUnsafeSlow(64 * 1024);
  return out;
}

function room(at: number, size: number): void {
  if (at + size <= scratch.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(scratch.length * 2, at + size));
  scratch.copy(grown, 0, 0, at);
  scratch = grown;
}

function putDoc(source: Doc, start: number): number {
  if (source instanceof EncodedDoc) {
    room(start, source.bytes.length);
    return start + source.bytes.copy(scratch, start);
  }
  let at = start + 4;
  for (const [name, value] of source) at = putElement(name, value, at);
  return close(start, at);
}

function putArray(source: readonly Value[], start: number): number {
  let at = start + 4;
  for (let index = 0; index < source.length; index += 1) {
    const value = source[index];
    if (value !== undefined) at = putElement(String(index), value, at);
  }
  return close(start, at);
}

function close(start: number, at: number): number {
  room(at, 5);
  scratch[at] = 0;
  scratch.writeInt32LE(at + 1 - start, start);
  return at + 1;
}

function putElement(name: string, value: Value, start: number): number {
  room(start, name.length * 3 + 32);
  let at = start + 1;
  at += scratch.write(name, at, "utf8");
  scratch[at] = 0;
  return putValue(value, start, at + 1);
}

/** Writes the value at `at` and its type byte at `typeAt`; fixed-size values fit in the room already made. */
function putValue(value: Value, typeAt: number, at: number): number {
  if (value === null) return tag(typeAt, 0x0a, at);
  switch (typeof value) {
    case "string":
      return putString(value, tag(typeAt, 0x02, at));
    case "number":
      tag(typeAt, 0x10, at);
      return scratch.writeInt32LE(value, at);
    case "bigint":
      tag(typeAt, 0x12, at);
      return scratch.writeBigInt64LE(value, at);
    case "boolean":
      tag(typeAt, 0x08, at);
      scratch[at] = value ? 1 : 0;
      return at + 1;
    default:
  }
  if (value instanceof Map) return putDoc(value, tag(typeAt, 0x03, at));
  if (Array.isArray(value)) return putArray(value, tag(typeAt, 0x04, at));
  return putObject(value, typeAt, at);
}

function putObject(
  value: Exclude<Value, null | boolean | number | bigint | string | Value[] | Doc>,
  typeAt: number,
  at: number,
): number {
  if (value instanceof Double) {
    tag(typeAt, 0x01, at);
    return scratch.writeDoubleLE(value.value, at);
  }
  if (value instanceof ObjectId) {
    tag(typeAt, 0x07, at);
    return at + scratch.write(value.bytes, at, "latin1");
  }
  if (value instanceof DateTime) {
    tag(typeAt, 0x09, at);
    return scratch.writeBigInt64LE(value.ms, at);
  }
  if (value instanceof Timestamp) {
    tag(typeAt, 0x11, at);
    return scratch.writeBigUInt64LE(value.bits, at);
  }
  if (value instanceof Decimal) {
    tag(typeAt, 0x13, at);
    return at + value.bytes.copy(scratch, at);
  }
  if (value instanceof Binary) return putBinary(value, tag(typeAt, 0x05, at));
  if (value instanceof Undefined) return tag(typeAt, 0x06, at);
  if (value instanceof MinKey) return tag(typeAt, 0xff, at);
  if (value instanceof MaxKey) return tag(typeAt, 0x7f, at);
  return putText(value, typeAt, at);
}

function putText(value: Regex | Code | Symbol_ | DbPointer, typeAt: number, at: number): number {
  if (value instanceof Regex) return putCstring(value.flags, putCstring(value.pattern, tag(typeAt, 0x0b, at)));
  if (value instanceof Symbol_) return putString(value.name, tag(typeAt, 0x0e, at));
  if (value instanceof DbPointer) {
    const end = putString(value.namespace, tag(typeAt, 0x0c, at));
    room(end, 12);
    return end + scratch.write(value.id, end, "latin1");
  }
  if (value.scope === undefined) return putString(value.code, tag(typeAt, 0x0d, at));
  tag(typeAt, 0x0f, at);
  const end = putDoc(value.scope, putString(value.code, at + 4));
  scratch.writeInt32LE(end - at, at);
  return end;
}

function tag(typeAt: number, type: number, at: number): number {
  scratch[typeAt] = type;
  return at;
}

function putString(text: string, at: number): number {
  room(at, text.length * 3 + 5);
  const size = scratch.write(text, at + 4, "utf8");
  scratch.writeInt32LE(size + 1, at);
  scratch[at + 4 + size] = 0;
  return at + 5 + size;
}

function putCstring(text: string, at: number): number {
  room(at, text.length * 3 + 1);
  const size = scratch.write(text, at, "utf8");
  scratch[at + size] = 0;
  return at + size + 1;
}

function putBinary(value: Binary, at: number): number {
  room(at, value.bytes.length + 5);
  scratch.writeInt32LE(value.bytes.length, at);
  scratch[at + 4] = value.subtype;
  value.bytes.copy(scratch, at + 5);
  return at + 5 + value.bytes.length;
}

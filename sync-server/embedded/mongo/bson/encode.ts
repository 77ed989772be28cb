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

const SCRATCH_BYTES = 64 * 1024;
const LARGEST_KEPT_BYTES = 8 * 1024 * 1024;

let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
let view = viewOf(scratch);

/** The BSON bytes of a document, in a buffer of their own. */
export function encodeDoc(source: Doc): Buffer {
  const end = putDoc(source, 0);
  return taken(Buffer.allocUnsafeSlow(end), end);
}

/**
 * The same for a buffer that is soon let go, which is cheaper: it shares its memory with others, and would keep all of
 * theirs. `preamble` bytes before the document are left for the caller to fill in.
 */
export function encodeBriefly(source: Doc, preamble = 0): Buffer {
  const end = putDoc(source, preamble);
  return taken(Buffer.allocUnsafe(end), end);
}

function taken(out: Buffer, end: number): Buffer {
  scratch.copy(out, 0, 0, end);
  // One giant document must not pin its memory for good.
  if (scratch.length > LARGEST_KEPT_BYTES) use(Buffer.allocUnsafeSlow(SCRATCH_BYTES));
  return out;
}

function use(buffer: Buffer<ArrayBuffer>): void {
  scratch = buffer;
  view = viewOf(buffer);
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function room(at: number, size: number): void {
  if (at + size <= scratch.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(scratch.length * 2, at + size));
  scratch.copy(grown, 0, 0, at);
  use(grown);
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
  const end = putName(name, start + 1);
  scratch[end] = 0;
  return putValue(value, start, end + 1);
}

/** Names are short and most are plain ASCII: byte by byte beats a call into native code. */
function putName(name: string, start: number): number {
  const { length } = name;
  if (length > 24) return start + scratch.write(name, start, "utf8");
  for (let index = 0; index < length; index += 1) {
    const code = name.charCodeAt(index);
    if (code > 127) return start + scratch.write(name, start, "utf8");
    scratch[start + index] = code;
  }
  return start + length;
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
      return putInt64(value, tag(typeAt, 0x12, at));
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
  if (value instanceof DateTime) return putInt64(value.ms, tag(typeAt, 0x09, at));
  if (value instanceof Timestamp) {
    tag(typeAt, 0x11, at);
    view.setBigUint64(at, value.bits, true);
    return at + 8;
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

function putInt64(value: bigint, at: number): number {
  if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} does not fit into 64 bits`);
  view.setBigInt64(at, value, true);
  return at + 8;
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

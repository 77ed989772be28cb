import {
  Binary,
  Code,
  DateTime,
  DbPointer,
  Decimal,
  Double,
  MAX_KEY,
  MIN_KEY,
  ObjectId,
  Regex,
  Symbol_,
  Timestamp,
  UNDEFINED,
} from "./value.ts";
import { MalformedBson } from "./malformed.ts";
import { endOfValue } from "./skim.ts";
import type { Doc, Value } from "./value.ts";

const MAX_DEPTH = 200;

/** Names seen before, so that a document read again and again brings no new strings; a slot keeps its latest. */
const NAME_SLOTS = 2048;
const MAX_KEPT_NAME = 32;
const names: (string | undefined)[] = Array.from({ length: NAME_SLOTS });

function isAt(name: string, buffer: Buffer, from: number, end: number): boolean {
  if (name.length !== end - from) return false;
  for (let index = 0; index < name.length; index += 1)
    if (name.charCodeAt(index) !== buffer[from + index]) return false;
  return true;
}

/** Reads one document that begins at `start`; throws MalformedBson on anything that is not exactly BSON. */
export function decodeDoc(source: Uint8Array, start = 0): Doc {
  const buffer = Buffer.isBuffer(source) ? source : Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  return new Reader(buffer, start).document(0);
}

/** Of a document that was stored those of its own fields that have these names; the others are passed over. */
export function decodeFields(bytes: Buffer, fields: ReadonlySet<string>): Doc {
  return new Reader(bytes, 0).fields(fields);
}

class Reader {
  private readonly buffer: Buffer;
  private at: number;

  constructor(buffer: Buffer, start: number) {
    this.buffer = buffer;
    this.at = start;
  }

  document(depth: number): Doc {
    const end = this.enter(depth);
    const out: Doc = new Map();
    for (;;) {
      const type = this.byte();
      if (type === 0) break;
      const name = this.cstring();
      out.set(name, this.value(type, depth));
    }
    this.leave(end);
    return out;
  }

  fields(wanted: ReadonlySet<string>): Doc {
    const end = this.enter(0);
    const out: Doc = new Map();
    for (;;) {
      const type = this.byte();
      if (type === 0) break;
      const name = this.cstring();
      if (wanted.has(name)) out.set(name, this.value(type, 0));
      else this.at = endOfValue(this.buffer, type, this.at);
    }
    this.leave(end);
    return out;
  }

  private array(depth: number): Value[] {
    const end = this.enter(depth);
    const out: Value[] = [];
    for (;;) {
      const type = this.byte();
      if (type === 0) break;
      this.skipCstring();
      out.push(this.value(type, depth));
    }
    this.leave(end);
    return out;
  }

  private enter(depth: number): number {
    if (depth > MAX_DEPTH) throw new MalformedBson("document is nested too deeply");
    const start = this.at;
    const size = this.int32();
    if (size < 5 || start + size > this.buffer.length) throw new MalformedBson("document length is wrong");
    return start + size;
  }

  private leave(end: number): void {
    if (this.at !== end) throw new MalformedBson("document does not end where its length says");
  }

  private value(type: number, depth: number): Value {
    switch (type) {
      case 0x01:
        return new Double(this.buffer.readDoubleLE(this.advance(8)));
      case 0x02:
        return this.string();
      case 0x03:
        return this.document(depth + 1);
      case 0x04:
        return this.array(depth + 1);
      case 0x05:
        return this.binary();
      case 0x06:
        return UNDEFINED;
      case 0x07:
        return new ObjectId(this.latin1(12));
      case 0x08:
        return this.boolean();
      case 0x09:
        return new DateTime(this.buffer.readBigInt64LE(this.advance(8)));
      case 0x0a:
        return null;
      case 0x0b:
        return new Regex(this.cstring(), this.cstring());
      case 0x0c:
        return new DbPointer(this.string(), this.latin1(12));
      case 0x0d:
        return new Code(this.string());
      case 0x0e:
        return new Symbol_(this.string());
      case 0x0f:
        return this.codeWithScope(depth);
      case 0x10:
        return this.int32();
      case 0x11:
        return new Timestamp(this.buffer.readBigUInt64LE(this.advance(8)));
      case 0x12:
        return this.buffer.readBigInt64LE(this.advance(8));
      case 0x13: {
        const from = this.advance(16);
        return new Decimal(Buffer.from(this.buffer.subarray(from, from + 16)));
      }
      case 0xff:
        return MIN_KEY;
      case 0x7f:
        return MAX_KEY;
      default:
        throw new MalformedBson(`unknown BSON type ${type}`);
    }
  }

  private advance(size: number): number {
    const from = this.at;
    this.at += size;
    if (this.at > this.buffer.length) throw new MalformedBson("document is cut off");
    return from;
  }

  private byte(): number {
    return this.buffer.readUInt8(this.advance(1));
  }

  private int32(): number {
    return this.buffer.readInt32LE(this.advance(4));
  }

  private boolean(): boolean {
    const byte = this.byte();
    if (byte > 1) throw new MalformedBson("boolean is neither 0 nor 1");
    return byte === 1;
  }

  private latin1(size: number): string {
    const from = this.advance(size);
    return this.buffer.toString("latin1", from, from + size);
  }

  private cstringEnd(): number {
    const end = this.buffer.indexOf(0, this.at);
    if (end < 0) throw new MalformedBson("field name does not end");
    return end;
  }

  /** Field names are short, mostly plain ASCII, and nearly always among the last ones seen. */
  private cstring(): string {
    const { buffer } = this;
    const from = this.at;
    const limit = Math.min(buffer.length, from + MAX_KEPT_NAME);
    let end = from;
    let high = 0;
    let hash = 0;
    for (; end < limit; end += 1) {
      const byte = buffer[end] ?? 0;
      if (byte === 0) break;
      high |= byte;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    if (buffer[end] !== 0 || high > 127) return this.longCstring();
    this.at = end + 1;
    const slot = (hash ^ (hash >>> 11)) & (NAME_SLOTS - 1);
    const known = names[slot];
    if (known !== undefined && isAt(known, buffer, from, end)) return known;
    const text = buffer.toString("latin1", from, end);
    names[slot] = text;
    return text;
  }

  private longCstring(): string {
    const from = this.at;
    const end = this.cstringEnd();
    this.at = end + 1;
    return this.buffer.toString("utf8", from, end);
  }

  private skipCstring(): void {
    this.at = this.cstringEnd() + 1;
  }

  private string(): string {
    const size = this.int32();
    if (size < 1) throw new MalformedBson("string length is wrong");
    const from = this.advance(size);
    const end = from + size - 1;
    if (this.buffer[end] !== 0) throw new MalformedBson("string does not end where its length says");
    return this.buffer.toString("utf8", from, end);
  }

  private binary(): Binary {
    const size = this.int32();
    const subtype = this.byte();
    if (size < 0) throw new MalformedBson("binary length is wrong");
    const from = this.advance(size);
    return new Binary(subtype, Buffer.from(this.buffer.subarray(from, from + size)));
  }

  private codeWithScope(depth: number): Code {
    const start = this.at;
    const size = this.int32();
    const code = this.string();
    const scope = this.document(depth + 1);
    if (this.at !== start + size) throw new MalformedBson("code with scope has the wrong length");
    return new Code(code, scope);
  }
}

import { MalformedBson } from "./malformed.ts";

/** Where the value of that type ends which begins at `at`. Throws {@link MalformedBson} for a type that there is not. */
export function endOfValue(bytes: Buffer, type: number, at: number): number {
  switch (type) {
    case 0x06:
    case 0x0a:
    case 0x7f:
    case 0xff:
      return at;
    case 0x08:
      return at + 1;
    case 0x10:
      return at + 4;
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return at + 8;
    case 0x07:
      return at + 12;
    case 0x13:
      return at + 16;
    case 0x02:
    case 0x0d:
    case 0x0e:
      return at + 4 + bytes.readInt32LE(at);
    case 0x0c:
      return at + 4 + bytes.readInt32LE(at) + 12;
    case 0x03:
    case 0x04:
    case 0x0f:
      return at + bytes.readInt32LE(at);
    case 0x05:
      return at + 5 + bytes.readInt32LE(at);
    case 0x0b:
      return endOfName(bytes, endOfName(bytes, at));
    default:
      throw new MalformedBson(`unknown BSON type ${type}`);
  }
}

/** Behind the zero that ends it. */
function endOfName(bytes: Buffer, at: number): number {
  return bytes.indexOf(0, at) + 1;
}

/** The document without those of its own fields that are not kept, in bytes of its own; nothing is taken apart for it. */
export function keepingFields(bytes: Buffer, keeps: (from: number, to: number) => boolean): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let size = 4;
  const end = bytes.readInt32LE(0) - 1;
  for (let at = 4; at < end;) {
    const nameEnd = endOfName(bytes, at + 1);
    const next = endOfValue(bytes, bytes[at] ?? 0, nameEnd);
    if (keeps(at + 1, nameEnd - 1)) size += bytes.copy(out, size, at, next);
    at = next;
  }
  out[size] = 0;
  out.writeInt32LE(size + 1, 0);
  return out.subarray(0, size + 1);
}

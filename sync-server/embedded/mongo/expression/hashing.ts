import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { typeRank } from "#server/embedded/mongo/bson/compare.ts";
import { encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import {
  Code,
  Decimal,
  Double,
  MaxKey,
  MinKey,
  Undefined,
  doc,
  isDoc,
  isNumber,
} from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { toInteger, toNumber } from "#server/embedded/mongo/query/coerce.ts";

/** What a hashed index keeps of a value: the first eight bytes of an MD5 over its type and content. */
export function hashedIndexKey(value: Value): bigint {
  const hash = createHash("md5").update(int32(0));
  putElement(hash, undefined, value);
  return hash.digest().readBigInt64LE(0);
}

function putElement(hash: Hash, name: string | undefined, value: Value): void {
  hash.update(int32(canonicalType(value)));
  if (name !== undefined) hash.update(`${name}\0`);
  if (isNumber(value)) hash.update(int64(wholeOf(value)));
  else if (Array.isArray(value))
    putFields(
      hash,
      value.map((item, index) => [String(index), item]),
    );
  else if (isDoc(value)) putFields(hash, value);
  else if (value instanceof Code && value.scope !== undefined) {
    hash.update(`${value.code}\0`);
    putFields(hash, value.scope);
  } else hash.update(contentOf(value));
}

function putFields(hash: Hash, fields: Iterable<[string, Value]>): void {
  for (const [name, value] of fields) putElement(hash, name, value);
  hash.update(int32(0));
}

function canonicalType(value: Value): number {
  if (value instanceof MinKey) return -1;
  if (value instanceof MaxKey) return 127;
  return value instanceof Undefined ? 0 : typeRank(value);
}

/** All numeric types hash alike: by their whole part, as far as an int64 holds it. */
function wholeOf(value: number | bigint | Double | Decimal): bigint {
  const whole = toInteger(value);
  if (whole !== undefined && BigInt.asIntN(64, whole) === whole) return whole;
  const number = toNumber(value);
  if (Number.isNaN(number)) return 0n;
  return number > 0 ? 2n ** 63n - 1n : -(2n ** 63n);
}

function contentOf(value: Value): Buffer {
  const bytes = encodeDoc(doc({ "": value }));
  return bytes.subarray(6, bytes.length - 1);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

import { keepingFields } from "#server/embedded/mongo/bson/skim.ts";
import { isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { isTruthy } from "./coerce.ts";

/** Makes the projected document out of a stored one's bytes. */
type Splice = (bytes: Buffer) => Buffer;

/** Of a valid projection that only says which whole fields are kept, or which are not; undefined for any other. */
export function spliceOf(projection: Doc): Splice | undefined {
  if (projection.size === 0 || projection.entries().some(([name, value]) => !isPlain(name, value))) return undefined;
  const named = [...projection.keys()].filter((name) => name !== "_id");
  const id = projection.get("_id");
  const [first] = named;
  const includes = isTruthy((first === undefined ? id : projection.get(first)) ?? null);
  const isIdKept = id === undefined || isTruthy(id);
  const listed = [...named, ...(isIdKept === includes ? ["_id"] : [])].map((name) => Buffer.from(name));
  return (bytes) => keepingFields(bytes, (from, to) => listed.some((name) => isAt(bytes, name, from, to)) === includes);
}

function isPlain(name: string, value: Value): boolean {
  return !name.includes(".") && !name.startsWith("$") && (typeof value === "boolean" || isNumber(value));
}

function isAt(bytes: Buffer, name: Buffer, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let index = 0; index < name.length; index += 1) if (name[index] !== bytes[from + index]) return false;
  return true;
}

import { showValue } from "#server/embedded/mongo/bson/show.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { isIndexName } from "./path.ts";

const MAX_PADDING = 1_500_000;

export function getPath(source: Doc, parts: readonly string[]): Value | undefined {
  let value: Value | undefined = source;
  for (const part of parts) {
    if (value instanceof Map) value = value.get(part);
    else if (Array.isArray(value)) value = isIndexName(part) ? value[Number(part)] : undefined;
    else return undefined;
  }
  return value;
}

/**
 * Sets the value, making documents on the way; throws PathNotViable where a scalar is in the way. Answers the path of
 * the topmost thing that was not there before (the path itself when only the value is new).
 */
export function setPath(source: Doc, parts: readonly string[], value: Value): string {
  let holder: Value = source;
  let made: string | undefined;
  for (let depth = 0; depth < parts.length - 1; depth += 1) {
    const part = parts[depth] ?? "";
    let next = child(holder, part);
    if (next === undefined) {
      next = new Map();
      putChild(holder, part, next, parts, depth);
      made ??= parts.slice(0, depth + 1).join(".");
    }
    holder = next;
  }
  putChild(holder, parts.at(-1) ?? "", value, parts, parts.length - 1);
  return made ?? parts.join(".");
}

function child(holder: Value, part: string): Value | undefined {
  if (holder instanceof Map) return holder.get(part);
  return Array.isArray(holder) && isIndexName(part) ? holder[Number(part)] : undefined;
}

function putChild(holder: Value, part: string, value: Value, parts: readonly string[], depth: number): void {
  if (holder instanceof Map) {
    holder.set(part, value);
    return;
  }
  const name = parts[depth - 1] ?? "";
  if (!Array.isArray(holder) || !isIndexName(part)) {
    throw new MongoError("PathNotViable", `Cannot create field '${part}' in element {${name}: ${showValue(holder)}}`);
  }
  const index = Number(part);
  if (index - holder.length > MAX_PADDING) throw badValue("too many nulls to pad an array with");
  while (holder.length < index) holder.push(null);
  holder[index] = value;
}

/** Removes a field; an array element becomes null, so that its neighbours keep their places. True when it was there. */
export function unsetPath(source: Doc, parts: readonly string[]): boolean {
  const holder = getPath(source, parts.slice(0, -1));
  const last = parts.at(-1) ?? "";
  if (holder instanceof Map) return holder.delete(last);
  if (!Array.isArray(holder) || !isIndexName(last) || Number(last) >= holder.length) return false;
  holder[Number(last)] = null;
  return true;
}

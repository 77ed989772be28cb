import { isObject } from "./json.ts";
import type { Json } from "./json.ts";

/** The driver's result objects keep their counts in getters. */
export function plainResult(result: unknown): unknown {
  if (!isObject(result)) return result;
  const names = [
    "insertedCount",
    "matchedCount",
    "modifiedCount",
    "deletedCount",
    "upsertedCount",
    "insertedIds",
    "upsertedIds",
    "insertResults",
    "updateResults",
    "deleteResults",
    "acknowledged",
  ];
  const out: Json = {};
  for (const name of names) {
    const value = Reflect.get(result, name);
    if (value !== undefined) out[name] = plainMap(value);
  }
  return out;
}

function plainMap(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, item]) => [String(key), withoutExtras(item)]));
}

/** `didUpsert` is this driver's own addition to the results that the tests describe. */
function withoutExtras(item: unknown): unknown {
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== "didUpsert"));
}

import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Changes } from "./update.ts";

/** The fields that differ, by dotted path; whole arrays count as one value. */
export function diffDocs(before: Doc, after: Doc): Changes {
  const updated = new Map<string, Value>();
  const removed: string[] = [];
  walk(before, after, "");
  return { kind: "delta", updated, removed };

  function walk(old: Doc, fresh: Doc, prefix: string): void {
    for (const name of old.keys()) if (!fresh.has(name)) removed.push(prefix + name);
    for (const [name, value] of fresh) {
      const previous = old.get(name);
      if (previous instanceof Map && value instanceof Map) walk(previous, value, `${prefix}${name}.`);
      else if (previous === undefined || compareValues(previous, value) !== 0 || typeof previous !== typeof value) {
        updated.set(prefix + name, value);
      }
    }
  }
}

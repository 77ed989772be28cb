import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Changes } from "./changes.ts";

/** The fields that differ, by dotted path; arrays by element where that says less than the whole. */
export function diffDocs(before: Doc, after: Doc): Changes {
  const updated = new Map<string, Value>();
  const removed: string[] = [];
  const truncated: { field: string; newSize: number }[] = [];
  walk(before, after, "");
  return { kind: "delta", updated, removed, truncated };

  function walk(old: Doc, fresh: Doc, prefix: string): void {
    for (const name of old.keys()) if (!fresh.has(name)) removed.push(prefix + name);
    for (const [name, value] of fresh) compare(old.get(name), value, prefix + name);
  }

  function compare(previous: Value | undefined, value: Value, path: string): void {
    if (previous instanceof Map && value instanceof Map) walk(previous, value, `${path}.`);
    else if (Array.isArray(previous) && Array.isArray(value)) compareItems(previous, value, path);
    else if (previous === undefined || isDifferent(previous, value)) updated.set(path, value);
  }

  function compareItems(previous: readonly Value[], items: Value[], path: string): void {
    const changed = items.flatMap((item, index) => {
      const old = previous[index];
      return old === undefined || isDifferent(old, item) ? [index] : [];
    });
    if (
      changed.length > items.length / 2 &&
      changed.length > 0 &&
      previous.length > 0 &&
      changed.some((index) => index < previous.length)
    ) {
      updated.set(path, items);
      return;
    }
    if (items.length < previous.length) truncated.push({ field: path, newSize: items.length });
    for (const index of changed) {
      const item = items[index];
      if (item !== undefined) compare(previous[index], item, `${path}.${index}`);
    }
  }
}

function isDifferent(left: Value, right: Value): boolean {
  return compareValues(left, right) !== 0 || typeof left !== typeof right;
}

import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import type { SortField } from "./sort-key.ts";

/** The documents' own fields that a filter looks at; undefined where those may be any. */
export function fieldsOfFilter(filter: Doc): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  return collect(filter, fields) ? fields : undefined;
}

function collect(filter: Doc, fields: Set<string>): boolean {
  for (const [name, operand] of filter) {
    if (!name.startsWith("$")) {
      fields.add(rootOf(name));
      continue;
    }
    if (name === "$comment") continue;
    if (!["$and", "$or", "$nor"].includes(name) || !Array.isArray(operand)) return false;
    if (!operand.every((branch) => isDoc(branch) && collect(branch, fields))) return false;
  }
  return true;
}

/** The same of a sort. */
export function fieldsOfSort(sort: readonly SortField[]): ReadonlySet<string> {
  return new Set(sort.map(({ path }) => rootOf(path)));
}

function rootOf(path: string): string {
  return path.split(".", 1)[0] ?? "";
}

import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue } from "#server/embedded/mongo/error.ts";
import { isArrayFilter } from "./dollar-fields.ts";
import { getPath } from "./update-path.ts";

export type ArrayFilters = ReadonlyMap<string, (item: Value) => boolean>;

/** The concrete paths that `a.$.b`, `a.$[].b` and `a.$[name].b` stand for in this document. */
export function expandPositions(
  source: Doc,
  path: string,
  position: number | undefined,
  filters: ArrayFilters,
): string[] {
  if (!path.includes("$")) return [path];
  let paths: string[][] = [[]];
  for (const part of path.split(".")) {
    if (part === "$") {
      if (position === undefined) {
        throw badValue("The positional operator did not find the match needed from the query.");
      }
      paths = paths.map((parts) => [...parts, String(position)]);
    } else if (isArrayFilter(part)) {
      paths = paths.flatMap((parts) => matchingElements(source, parts, part.slice(2, -1), filters));
    } else paths = paths.map((parts) => [...parts, part]);
  }
  return paths.map((parts) => parts.join("."));
}

function matchingElements(source: Doc, parts: readonly string[], name: string, filters: ArrayFilters): string[][] {
  const items = getPath(source, parts);
  const shown = parts.join(".");
  if (items === undefined) {
    throw badValue(`The path '${shown}' must exist in the document in order to apply array updates.`);
  }
  if (!Array.isArray(items)) throw badValue(`Cannot apply array updates to non-array element ${shown}`);
  const accepts = name === "" ? () => true : filters.get(name);
  if (accepts === undefined) {
    throw badValue(`No array filter found for identifier '${name}' in path '${shown}.$[${name}]'`);
  }
  return items.flatMap((item, index) => (accepts(item) ? [[...parts, String(index)]] : []));
}

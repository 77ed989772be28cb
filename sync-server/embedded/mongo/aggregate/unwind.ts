import { isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { plainPathValue } from "#server/embedded/mongo/query/path.ts";
import { parsePath, withField } from "./field-paths.ts";
import type { StageMaker } from "./stage.ts";

type Unwind = { path: string[]; index: string[] | undefined; keepsEmpty: boolean };

function parseUnwind(spec: Value): Unwind {
  if (typeof spec === "string") return { path: pathOf(spec), index: undefined, keepsEmpty: false };
  if (!isDoc(spec))
    throw fail(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(spec)}`,
    );
  let path: string[] | undefined;
  let index: string[] | undefined;
  let keepsEmpty = false;
  for (const [name, value] of spec) {
    if (name === "path") {
      if (typeof value !== "string")
        throw fail(28808, `expected a string as the path for $unwind stage, got ${typeName(value)}`);
      path = pathOf(value);
    } else if (name === "preserveNullAndEmptyArrays") {
      if (typeof value !== "boolean")
        throw fail(
          28809,
          `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeName(value)}`,
        );
      keepsEmpty = value;
    } else if (name === "includeArrayIndex") index = indexOf(value);
    else throw fail(28811, `unrecognized option to $unwind stage: ${name}`);
  }
  if (path === undefined) throw fail(28812, "no path specified to $unwind stage");
  return { path, index, keepsEmpty };
}

function pathOf(given: string): string[] {
  if (!given.startsWith("$")) throw fail(28818, `path option to $unwind stage should be prefixed with a '$': ${given}`);
  return parsePath(given.slice(1));
}

function indexOf(value: Value): string[] {
  if (typeof value !== "string" || value === "")
    throw fail(
      28810,
      `expected a non-empty string for the includeArrayIndex  option to $unwind stage, got ${typeName(value)}`,
    );
  if (value.startsWith("$"))
    throw fail(28822, `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${value}`);
  return parsePath(value);
}

export const unwindStage: StageMaker = (spec) => {
  const { path, index, keepsEmpty } = parseUnwind(spec);
  const numbered = (document: Doc, position: Value): Doc =>
    index === undefined ? document : withField(document, index, position);
  return function* unwind(input) {
    for (const document of input) {
      const value = plainPathValue(document, path);
      if (Array.isArray(value) && value.length > 0)
        for (const [position, item] of value.entries())
          yield numbered(withField(document, path, item), BigInt(position));
      else if (Array.isArray(value)) {
        if (keepsEmpty) yield numbered(withField(document, path, undefined), null);
      } else if ((value !== undefined && value !== null) || keepsEmpty) yield numbered(document, null);
    }
  };
};

import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue, typeMismatch } from "#server/embedded/mongo/error.ts";

export type FieldOutcome =
  | { kind: "keep" }
  | { kind: "remove" }
  | { kind: "set"; value: Value }
  /** To the end of the array that is there. */
  | { kind: "append"; items: readonly Value[] }
  | { kind: "move"; to: string; value: Value };

export type FieldUpdate = (current: Value | undefined, document: Doc, path: string) => FieldOutcome;

export const KEEP: FieldOutcome = { kind: "keep" };

export function requireArray(
  current: Value | undefined,
  name: string,
  document: Doc,
  path: string,
): Value[] | undefined {
  if (current === undefined) return undefined;
  if (Array.isArray(current)) return current;
  if (name === "$pull" || name === "$pullAll") throw badValue(`Cannot apply ${name} to a non-array value`);
  const id = showValue(document.get("_id") ?? null);
  if (name === "$pop")
    throw typeMismatch(`Path '${path}' contains an element of non-array type '${typeName(current)}'`);
  throw badValue(
    name === "$addToSet"
      ? `Cannot apply $addToSet to non-array field. Field named '${path.split(".").at(-1) ?? ""}' has non-array type ${typeName(current)}`
      : `The field '${path}' must be an array but is of type ${typeName(current)} in document {_id: ${id}}`,
  );
}

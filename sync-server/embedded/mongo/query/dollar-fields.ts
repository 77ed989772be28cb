import { typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";

/**
 * Refuses what an update would leave under this top-level name, when the name begins with `$` and is no part of a DBRef.
 * Only an insert, an upsert or a pipeline brings such names to the top; below it they are names like any other.
 */
export function checkTopName(document: Doc, name: string): void {
  if (!name.startsWith("$")) return;
  const names = [...document.keys()];
  let at = names.indexOf(name);
  if (names[at] === "$db") {
    requireText(document, "$db");
    at -= 1;
    if (names[at] !== "$id") throw invalid("Found $db field without a $id before it, which is invalid.");
  }
  if (names[at] === "$id") {
    at -= 1;
    if (names[at] !== "$ref") throw invalid("Found $id field without a $ref before it, which is invalid.");
  }
  if (names[at] !== "$ref") {
    throw new MongoError(
      "DollarPrefixedFieldName",
      `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  requireText(document, "$ref");
  if (names[at + 1] !== "$id") throw invalid("The DBRef $ref field must be followed by a $id field");
}

function requireText(document: Doc, name: string): void {
  const value = document.get(name) ?? null;
  if (typeof value !== "string") throw invalid(`The DBRef ${name} field must be a String, not a ${typeName(value)}`);
}

function invalid(message: string): MongoError {
  return new MongoError("InvalidDBRef", message);
}

/** Refuses a path of an update that names nothing, or in which a placeholder stands where no list can be. */
export function checkUpdatePath(path: string): void {
  const parts = path.split(".");
  if (path === "" || parts.includes("")) {
    throw new MongoError(
      "EmptyFieldName",
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
  const places = parts.filter((part) => part === "$").length;
  if (places > 1) throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  const [first = ""] = parts;
  if (first === "$")
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  if (isArrayFilter(first)) {
    throw badValue(
      `Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '${path}'`,
    );
  }
}

export function isArrayFilter(part: string): boolean {
  return part.startsWith("$[") && part.endsWith("]");
}

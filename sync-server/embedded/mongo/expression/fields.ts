import { isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, TypeName, Value } from "#server/embedded/mongo/bson/value.ts";
import { typeMismatch } from "#server/embedded/mongo/error.ts";
import { fail } from "./expression.ts";

type Field = { isRequired?: boolean; type?: TypeName };

/** Checks a specification as MongoDB's generated parsers do: unknown, missing and mistyped fields, each its own error. */
export function readFields(context: string, spec: Value, fields: Readonly<Record<string, Field>>): Doc {
  if (!isDoc(spec))
    throw typeMismatch(`BSON field '${context}' is the wrong type '${typeName(spec)}', expected type 'object'`);
  for (const [name, value] of spec) {
    const field = fields[name];
    if (field === undefined) throw fail(40415, `BSON field '${context}.${name}' is an unknown field.`);
    if (field.type !== undefined && typeName(value) !== field.type)
      throw typeMismatch(
        `BSON field '${context}.${name}' is the wrong type '${typeName(value)}', expected type '${field.type}'`,
      );
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.isRequired === true && !spec.has(name))
      throw fail(40414, `BSON field '${context}.${name}' is missing but a required field`);
  }
  return spec;
}

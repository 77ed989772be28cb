import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { compareNumbers, fraction } from "#server/embedded/mongo/bson/numbers.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { Double, TYPE_NUMBERS, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger, toNumber } from "./coerce.ts";
import { compileObjectKeyword } from "./json-schema-objects.ts";
import { numberOf, sizeOf } from "./json-schema-operands.ts";
import type { Check } from "./json-schema-operands.ts";
import { compileRegex } from "./regex.ts";

const TEXTS = ["title", "description"];
/** Keywords of JSON Schema that MongoDB knows and does not serve. */
const UNSERVED = ["$ref", "$schema", "default", "definitions", "format", "id"];
const JSON_TYPES: Readonly<Record<string, readonly string[]>> = {
  object: ["object"],
  array: ["array"],
  string: ["string"],
  boolean: ["bool"],
  null: ["null"],
  number: ["int", "long", "double", "decimal"],
};

/** MongoDB's draft-4 subset, checked as a whole at once; a keyword it does not know is an error, as there. */
export function compileJsonSchema(schema: Value): (source: Doc) => boolean {
  if (!isDoc(schema)) throw typeMismatch("$jsonSchema must be an object");
  return compileSchema(schema);
}

export function compileSchema(schema: Value | undefined): Check {
  if (!isDoc(schema)) throw typeMismatch("$jsonSchema: a schema must be an object");
  if (schema.has("type") && schema.has("bsonType"))
    throw failedToParse("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
  const checks = [...schema].map(([keyword, operand]) => compileKeyword(keyword, operand, schema));
  return (value) => checks.every((check) => check(value));
}

/** Of one keyword; those beside it matter to some. */
export function compileKeyword(keyword: string, operand: Value, schema: Doc): Check {
  if (TEXTS.includes(keyword)) {
    if (typeof operand !== "string") throw typeMismatch(`$jsonSchema keyword '${keyword}' must be of type string`);
    return () => true;
  }
  if (UNSERVED.includes(keyword)) throw failedToParse(`$jsonSchema keyword '${keyword}' is not currently supported`);
  switch (keyword) {
    case "bsonType":
    case "type":
      return typeCheck(keyword, operand);
    case "enum": {
      const allowed = listOf(operand, keyword);
      return (value) => allowed.some((item) => compareValues(item, value) === 0);
    }
    case "allOf": {
      const parts = listOf(operand, keyword).map(compileSchema);
      return (value) => parts.every((part) => part(value));
    }
    case "anyOf": {
      const parts = listOf(operand, keyword).map(compileSchema);
      return (value) => parts.some((part) => part(value));
    }
    case "oneOf": {
      const parts = listOf(operand, keyword).map(compileSchema);
      return (value) => parts.filter((part) => part(value)).length === 1;
    }
    case "not": {
      const part = compileSchema(operand);
      return (value) => !part(value);
    }
    default:
      return compileNumberKeyword(keyword, operand, schema);
  }
}

function compileNumberKeyword(keyword: string, operand: Value, schema: Doc): Check {
  switch (keyword) {
    case "minimum":
    case "maximum": {
      const bound = numberOf(operand, keyword);
      const isExclusive = schema.get(keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum") === true;
      const sign = keyword === "minimum" ? 1 : -1;
      return (value) => {
        if (!isNumber(value)) return true;
        const order = compareNumbers(value, bound) * sign;
        return isExclusive ? order > 0 : order >= 0;
      };
    }
    case "exclusiveMinimum":
    case "exclusiveMaximum": {
      const base = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
      if (typeof operand !== "boolean") throw typeMismatch(`$jsonSchema keyword '${keyword}' must be a boolean`);
      if (!schema.has(base))
        throw failedToParse(`$jsonSchema keyword '${base}' must be a present if ${keyword} is present`);
      return () => true;
    }
    case "multipleOf": {
      const divisor = numberOf(operand, keyword);
      if (!(toNumber(divisor) > 0)) throw failedToParse(`$jsonSchema keyword '${keyword}' must have a positive value`);
      return (value) => !isNumber(value) || isMultiple(value, divisor);
    }
    default:
      return compileTextKeyword(keyword, operand, schema);
  }
}

function compileTextKeyword(keyword: string, operand: Value, schema: Doc): Check {
  switch (keyword) {
    case "minLength": {
      const size = sizeOf(operand, keyword);
      return ofText((text) => [...text].length >= size);
    }
    case "maxLength": {
      const size = sizeOf(operand, keyword);
      return ofText((text) => [...text].length <= size);
    }
    case "pattern": {
      if (typeof operand !== "string") throw typeMismatch("$jsonSchema keyword 'pattern' must be a string");
      const pattern = compileRegex(operand, "");
      return ofText((text) => pattern.test(text));
    }
    case "minItems": {
      const size = sizeOf(operand, keyword);
      return ofItems((items) => items.length >= size);
    }
    case "maxItems": {
      const size = sizeOf(operand, keyword);
      return ofItems((items) => items.length <= size);
    }
    case "uniqueItems": {
      if (typeof operand !== "boolean") throw typeMismatch("$jsonSchema keyword 'uniqueItems' must be a boolean");
      return ofItems((items) => !operand || duplicateIn(items) === undefined);
    }
    case "items": {
      const parts = Array.isArray(operand) ? operand.map(compileSchema) : undefined;
      const every = parts === undefined ? compileSchema(operand) : undefined;
      return ofItems((items) => items.every((item, index) => every?.(item) ?? parts?.[index]?.(item) ?? true));
    }
    case "additionalItems": {
      const check = typeof operand === "boolean" ? () => operand : compileSchema(operand);
      const known = schema.get("items");
      if (!Array.isArray(known)) return () => true;
      return ofItems((items) => items.slice(known.length).every(check));
    }
    default:
      return compileObjectKeyword(keyword, operand, schema, compileSchema);
  }
}

function isMultiple(value: Numeric, divisor: Numeric): boolean {
  // Between doubles MongoDB takes their own remainder, whatever they stand for exactly.
  if (value instanceof Double || divisor instanceof Double) return toNumber(value) % toNumber(divisor) === 0;
  if (toInteger(value) === undefined || toInteger(divisor) === undefined) return false;
  const a = fraction(value);
  const b = fraction(divisor);
  return (a.numerator * b.denominator) % (b.numerator * a.denominator) === 0n;
}

/** The first item that is there a second time. */
export function duplicateIn(items: readonly Value[]): Value | undefined {
  return items.find((item, index) => items.findIndex((other) => compareValues(other, item) === 0) !== index);
}

function typeCheck(keyword: string, operand: Value): Check {
  const wanted = new Set<string>();
  const names = Array.isArray(operand) ? operand : [operand];
  if (names.length === 0) throw failedToParse(`$jsonSchema keyword '${keyword}' must name at least one type`);
  for (const name of names) {
    if (typeof name !== "string")
      throw typeMismatch(`$jsonSchema keyword '${keyword}' must be either a string or an array of strings`);
    if (name === "integer" && keyword === "type")
      throw failedToParse("$jsonSchema type 'integer' is not currently supported.");
    const types =
      keyword === "type" || name === "number" ? JSON_TYPES[name] : TYPE_NUMBERS.has(name) ? [name] : undefined;
    if (types === undefined) throw new MongoError("BadValue", `Unknown type name alias: ${name}`);
    for (const one of types) wanted.add(one);
  }
  return (value) => wanted.has(typeName(value));
}

function listOf(value: Value, keyword: string): Value[] {
  if (!Array.isArray(value)) throw typeMismatch(`$jsonSchema keyword '${keyword}' must be an array`);
  if (value.length === 0) throw failedToParse(`$jsonSchema keyword '${keyword}' cannot be an empty array`);
  return value;
}

function ofText(check: (text: string) => boolean): Check {
  return (value) => typeof value !== "string" || check(value);
}

function ofItems(check: (items: readonly Value[]) => boolean): Check {
  return (value) => !Array.isArray(value) || check(value);
}

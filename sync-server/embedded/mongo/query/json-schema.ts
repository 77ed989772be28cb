import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { compareNumbers } from "#server/embedded/mongo/bson/numbers.ts";
import { TYPE_NUMBERS, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, failedToParse } from "#server/embedded/mongo/error.ts";
import { requireInt, toNumber } from "./coerce.ts";
import { compileRegex } from "./regex.ts";

type Check = (value: Value) => boolean;

const WITHOUT_EFFECT = ["title", "description", "$comment"];
const JSON_TYPES: Readonly<Record<string, readonly string[]>> = {
  object: ["object"],
  array: ["array"],
  string: ["string"],
  boolean: ["bool"],
  null: ["null"],
  number: ["int", "long", "double", "decimal"],
};

/** MongoDB's draft-4 subset; a keyword it does not know is an error, as there. */
export function compileJsonSchema(schema: Value): (source: Doc) => boolean {
  if (!isDoc(schema)) throw new MongoError("TypeMismatch", "$jsonSchema must be an object");
  return compileSchema(schema);
}

function compileSchema(schema: Value | undefined): Check {
  if (!isDoc(schema)) throw failedToParse("$jsonSchema: a schema must be an object");
  const checks = [...schema].flatMap(([keyword, operand]) =>
    WITHOUT_EFFECT.includes(keyword) ? [] : [compileKeyword(keyword, operand, schema)],
  );
  return (value) => checks.every((check) => check(value));
}

function compileKeyword(keyword: string, operand: Value, schema: Doc): Check {
  switch (keyword) {
    case "bsonType":
    case "type":
      return typeCheck(keyword, operand);
    case "enum":
      return (value) => listOf(operand, keyword).some((item) => compareValues(item, value) === 0);
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
      return compileSized(keyword, operand, schema);
  }
}

function compileSized(keyword: string, operand: Value, schema: Doc): Check {
  switch (keyword) {
    case "minimum":
    case "maximum": {
      if (!isNumber(operand)) throw failedToParse(`$jsonSchema keyword '${keyword}' must be a number`);
      const isExclusive = schema.get(keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum") === true;
      const sign = keyword === "minimum" ? 1 : -1;
      return (value) => {
        if (!isNumber(value)) return true;
        const order = compareNumbers(value, operand) * sign;
        return isExclusive ? order > 0 : order >= 0;
      };
    }
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return () => true;
    case "multipleOf":
      return (value) => !isNumber(value) || !isNumber(operand) || toNumber(value) % toNumber(operand) === 0;
    case "minLength":
      return ofText((text) => [...text].length >= requireInt(operand, keyword));
    case "maxLength":
      return ofText((text) => [...text].length <= requireInt(operand, keyword));
    case "pattern":
      return ofText((text) => compileRegex(String(operand), "").test(text));
    case "minItems":
      return ofItems((items) => items.length >= requireInt(operand, keyword));
    case "maxItems":
      return ofItems((items) => items.length <= requireInt(operand, keyword));
    case "uniqueItems":
      return ofItems(
        (items) =>
          operand !== true ||
          items.every((item, index) => items.findIndex((other) => compareValues(other, item) === 0) === index),
      );
    case "items": {
      const parts = Array.isArray(operand) ? operand.map(compileSchema) : undefined;
      const every = parts === undefined ? compileSchema(operand) : undefined;
      return ofItems((items) => items.every((item, index) => every?.(item) ?? parts?.[index]?.(item) ?? true));
    }
    default:
      return compileObject(keyword, operand, schema);
  }
}

function compileObject(keyword: string, operand: Value, schema: Doc): Check {
  switch (keyword) {
    case "required": {
      const names = listOf(operand, keyword).map(String);
      return ofDoc((value) => names.every((name) => value.has(name)));
    }
    case "properties": {
      const parts = [...requireSchema(operand, keyword)].map(([name, part]): [string, Check] => [
        name,
        compileSchema(part),
      ]);
      return ofDoc((value) =>
        parts.every(([name, check]) => {
          const inner = value.get(name);
          return inner === undefined || check(inner);
        }),
      );
    }
    case "additionalProperties":
      return additional(operand, schema);
    case "minProperties":
      return ofDoc((value) => value.size >= requireInt(operand, keyword));
    case "maxProperties":
      return ofDoc((value) => value.size <= requireInt(operand, keyword));
    case "patternProperties": {
      const parts = [...requireSchema(operand, keyword)].map(([pattern, part]): [RegExp, Check] => [
        compileRegex(pattern, ""),
        compileSchema(part),
      ]);
      return ofDoc((value) =>
        [...value].every(([name, inner]) => parts.every(([pattern, check]) => !pattern.test(name) || check(inner))),
      );
    }
    default:
      throw failedToParse(`Unknown $jsonSchema keyword: ${keyword}`);
  }
}

function additional(operand: Value, schema: Doc): Check {
  if (operand === true) return () => true;
  const known = new Set(
    isDoc(schema.get("properties")) ? requireSchema(schema.get("properties"), "properties").keys() : [],
  );
  const patterns = isDoc(schema.get("patternProperties"))
    ? [...requireSchema(schema.get("patternProperties"), "patternProperties").keys()].map((pattern) =>
        compileRegex(pattern, ""),
      )
    : [];
  const check = operand === false ? () => false : compileSchema(operand);
  return ofDoc((value) =>
    [...value].every(
      ([name, inner]) => known.has(name) || patterns.some((pattern) => pattern.test(name)) || check(inner),
    ),
  );
}

function typeCheck(keyword: string, operand: Value): Check {
  const wanted = new Set<string>();
  for (const item of Array.isArray(operand) ? operand : [operand]) {
    const name = String(item);
    if (keyword === "type") {
      const names = JSON_TYPES[name];
      if (names === undefined) throw failedToParse(`Unknown type name alias: ${name}`);
      for (const one of names) wanted.add(one);
    } else if (name === "number") for (const one of JSON_TYPES["number"] ?? []) wanted.add(one);
    else if (TYPE_NUMBERS.has(name)) wanted.add(name);
    else throw failedToParse(`Unknown type name alias: ${name}`);
  }
  return (value) => wanted.has(typeName(value));
}

function listOf(value: Value, keyword: string): Value[] {
  if (!Array.isArray(value)) throw new MongoError("TypeMismatch", `$jsonSchema keyword '${keyword}' must be an array`);
  return value;
}

function requireSchema(value: Value | undefined, keyword: string): Doc {
  if (!isDoc(value)) throw new MongoError("TypeMismatch", `$jsonSchema keyword '${keyword}' must be an object`);
  return value;
}

function ofText(check: (text: string) => boolean): Check {
  return (value) => typeof value !== "string" || check(value);
}

function ofItems(check: (items: readonly Value[]) => boolean): Check {
  return (value) => !Array.isArray(value) || check(value);
}

function ofDoc(check: (value: Doc) => boolean): Check {
  return (value) => !isDoc(value) || check(value);
}

import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { sizeOf } from "./json-schema-operands.ts";
import type { Check } from "./json-schema-operands.ts";
import { compileRegex } from "./regex.ts";

type Compile = (schema: Value | undefined) => Check;

/** The keywords that say something of documents. */
export function compileObjectKeyword(keyword: string, operand: Value, schema: Doc, compile: Compile): Check {
  switch (keyword) {
    case "required": {
      const names = namesOf(operand, keyword);
      return ofDoc((value) => names.every((name) => value.has(name)));
    }
    case "minProperties": {
      const size = sizeOf(operand, keyword);
      return ofDoc((value) => value.size >= size);
    }
    case "maxProperties": {
      const size = sizeOf(operand, keyword);
      return ofDoc((value) => value.size <= size);
    }
    case "properties": {
      const parts = [...schemasOf(operand, keyword)].map(([name, part]): [string, Check] => [name, compile(part)]);
      return ofDoc((value) =>
        parts.every(([name, check]) => {
          const inner = value.get(name);
          return inner === undefined || check(inner);
        }),
      );
    }
    case "patternProperties": {
      const parts = [...schemasOf(operand, keyword)].map(([pattern, part]): [RegExp, Check] => [
        compileRegex(pattern, ""),
        compile(part),
      ]);
      return ofDoc((value) =>
        [...value].every(([name, inner]) => parts.every(([pattern, check]) => !pattern.test(name) || check(inner))),
      );
    }
    case "additionalProperties": {
      const check = typeof operand === "boolean" ? () => operand : compile(operand);
      return ofDoc((value) => additionalNames(value, schema).every((name) => check(value.get(name) ?? null)));
    }
    case "dependencies":
      return dependencies(operand, compile);
    default:
      throw failedToParse(`Unknown $jsonSchema keyword: ${keyword}`);
  }
}

/** The fields that neither `properties` nor `patternProperties` speaks of. */
export function additionalNames(value: Doc, schema: Doc): string[] {
  const known = schema.get("properties");
  const patterns = schema.get("patternProperties");
  const expressions = isDoc(patterns) ? [...patterns.keys()].map((pattern) => compileRegex(pattern, "")) : [];
  return [...value.keys()].filter(
    (name) => !(isDoc(known) && known.has(name)) && !expressions.some((pattern) => pattern.test(name)),
  );
}

function dependencies(operand: Value, compile: Compile): Check {
  const parts = [...schemasOf(operand, "dependencies")].map(([name, wanted]): [string, Check] => {
    if (!Array.isArray(wanted)) return [name, compile(wanted)];
    const names = namesOf(wanted, `dependencies.${name}`);
    return [name, ofDoc((value) => names.every((other) => value.has(other)))];
  });
  return ofDoc((value) => parts.every(([name, check]) => !value.has(name) || check(value)));
}

function namesOf(operand: Value, keyword: string): string[] {
  if (!Array.isArray(operand)) throw typeMismatch(`$jsonSchema keyword '${keyword}' must be an array`);
  if (operand.length === 0) throw failedToParse(`$jsonSchema keyword '${keyword}' cannot be an empty array`);
  const names = operand.map((name) => {
    if (typeof name !== "string") throw typeMismatch(`$jsonSchema keyword '${keyword}' must be an array of strings`);
    return name;
  });
  if (new Set(names).size < names.length)
    throw failedToParse(`$jsonSchema keyword '${keyword}' array cannot contain duplicate values`);
  return names;
}

function schemasOf(value: Value, keyword: string): Doc {
  if (!isDoc(value)) throw typeMismatch(`$jsonSchema keyword '${keyword}' must be an object`);
  return value;
}

function ofDoc(check: (value: Doc) => boolean): Check {
  return (value) => !isDoc(value) || check(value);
}

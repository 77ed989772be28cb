import { doc, isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { additionalNames } from "./json-schema-objects.ts";
import { compileKeyword, compileSchema, duplicateIn } from "./json-schema.ts";
import { compileRegex } from "./regex.ts";

/** The rules of a schema that a value breaks, each as MongoDB reports it. */
export function unsatisfiedRules(schema: Doc, value: Value): Doc[] {
  return [...schema].flatMap(([keyword, operand]) =>
    compileKeyword(keyword, operand, schema)(value) ? [] : [describe(keyword, operand, schema, value)],
  );
}

/** What a schema says of itself, to stand in front of the details. */
export function annotations(schema: Doc): Record<string, Value | undefined> {
  return { title: schema.get("title"), description: schema.get("description") };
}

const REASONS: Readonly<Record<string, string>> = {
  bsonType: "type did not match",
  type: "type did not match",
  enum: "value was not found in enum",
  minimum: "comparison failed",
  maximum: "comparison failed",
  minLength: "specified string length was not satisfied",
  maxLength: "specified string length was not satisfied",
  pattern: "regular expression did not match",
  multipleOf: "considered value is not a multiple of the specified value",
  minItems: "array did not match specified length",
  maxItems: "array did not match specified length",
  uniqueItems: "found a duplicate item",
};

function describe(keyword: string, operand: Value, schema: Doc, value: Value): Doc {
  const reason = REASONS[keyword];
  if (reason === undefined) return describeNested(keyword, operand, schema, value);
  const exclusive = keyword === "minimum" ? "exclusiveMinimum" : keyword === "maximum" ? "exclusiveMaximum" : "";
  return doc({
    operatorName: keyword,
    specifiedAs: doc({ [keyword]: operand, ...(exclusive === "" ? {} : { [exclusive]: schema.get(exclusive) }) }),
    reason,
    consideredValue: value,
    consideredType: keyword === "bsonType" || keyword === "type" ? typeName(value) : undefined,
    duplicatedValue: keyword === "uniqueItems" && Array.isArray(value) ? duplicateIn(value) : undefined,
  });
}

function describeNested(keyword: string, operand: Value, schema: Doc, value: Value): Doc {
  const head = { operatorName: keyword };
  switch (keyword) {
    case "allOf":
    case "anyOf":
    case "oneOf":
      return describeBranches(keyword, Array.isArray(operand) ? operand : [], value);
    case "not":
      return doc({ ...head, reason: "child expression matched" });
    case "items":
      return describeItems(operand, value);
    case "additionalItems": {
      const known = schema.get("items");
      const extra = Array.isArray(value) && Array.isArray(known) ? value.slice(known.length) : [];
      const specifiedAs = doc({ additionalItems: operand });
      if (!isDoc(operand))
        return doc({ ...head, specifiedAs, reason: "found additional items", additionalItems: extra });
      return doc({
        ...head,
        reason: "At least one additional item did not match the sub-schema",
        ...firstItem(operand, extra, 0),
      });
    }
    default:
      return isDoc(value) ? describeFields(keyword, operand, schema, value) : doc(head);
  }
}

function describeBranches(keyword: string, parts: readonly Value[], value: Value): Doc {
  const matching = parts.flatMap((part, index) => (compileSchema(part)(value) ? [index] : []));
  if (keyword === "oneOf" && matching.length > 1)
    return doc({ operatorName: keyword, reason: "more than one subschema matched", matchingSchemaIndexes: matching });
  const schemasNotSatisfied = parts.flatMap((part, index) =>
    matching.includes(index) || !isDoc(part) ? [] : [doc({ index, details: unsatisfiedRules(part, value) })],
  );
  return doc({ operatorName: keyword, schemasNotSatisfied });
}

function describeItems(operand: Value, value: Value): Doc {
  const items = Array.isArray(value) ? value : [];
  const reason = "At least one item did not match the sub-schema";
  if (isDoc(operand)) return doc({ operatorName: "items", reason, ...firstItem(operand, items, 0) });
  for (const [index, part] of (Array.isArray(operand) ? operand : []).entries()) {
    const item = items[index];
    if (item !== undefined && isDoc(part) && !compileSchema(part)(item))
      return doc({ operatorName: "items", reason, itemIndex: index, details: unsatisfiedRules(part, item) });
  }
  return doc({ operatorName: "items", reason });
}

function firstItem(schema: Doc, items: readonly Value[], offset: number): Record<string, Value> {
  const check = compileSchema(schema);
  const index = items.findIndex((item) => !check(item));
  const item = items[index];
  return item === undefined ? {} : { itemIndex: index + offset, details: unsatisfiedRules(schema, item) };
}

function describeFields(keyword: string, operand: Value, schema: Doc, value: Doc): Doc {
  const head = { operatorName: keyword };
  const specifiedAs = doc({ [keyword]: operand });
  switch (keyword) {
    case "required": {
      const names = Array.isArray(operand) ? operand : [];
      return doc({ ...head, specifiedAs, missingProperties: names.filter((name) => !value.has(String(name))) });
    }
    case "minProperties":
    case "maxProperties":
      return doc({
        ...head,
        specifiedAs,
        reason: "specified number of properties was not satisfied",
        numberOfProperties: value.size,
      });
    case "properties":
      return doc({ ...head, propertiesNotSatisfied: failingProperties(operand, value) });
    case "patternProperties":
      return doc({ ...head, details: failingPatterns(operand, value) });
    case "additionalProperties":
      return describeAdditional(operand, schema, value);
    default:
      return doc({ ...head, failingDependencies: failingDependencies(operand, value) });
  }
}

function failingProperties(operand: Value, value: Doc): Doc[] {
  return [...(isDoc(operand) ? operand : [])].flatMap(([name, part]) => {
    const inner = value.get(name);
    if (inner === undefined || !isDoc(part) || compileSchema(part)(inner)) return [];
    return [doc({ propertyName: name, ...annotations(part), details: unsatisfiedRules(part, inner) })];
  });
}

function failingPatterns(operand: Value, value: Doc): Doc[] {
  return [...(isDoc(operand) ? operand : [])].flatMap(([pattern, part]) => {
    const regex = compileRegex(pattern, "");
    return [...value].flatMap(([name, inner]) => {
      if (!regex.test(name) || !isDoc(part) || compileSchema(part)(inner)) return [];
      return [doc({ propertyName: name, regexMatched: pattern, details: unsatisfiedRules(part, inner) })];
    });
  });
}

function describeAdditional(operand: Value, schema: Doc, value: Doc): Doc {
  const names = additionalNames(value, schema);
  const operatorName = "additionalProperties";
  if (!isDoc(operand))
    return doc({ operatorName, specifiedAs: doc({ additionalProperties: operand }), additionalProperties: names });
  const check = compileSchema(operand);
  const failingProperty = names.find((name) => !check(value.get(name) ?? null)) ?? "";
  return doc({
    operatorName,
    reason: "at least one additional property did not match the subschema",
    failingProperty,
    details: unsatisfiedRules(operand, value.get(failingProperty) ?? null),
  });
}

function failingDependencies(operand: Value, value: Doc): Doc[] {
  return [...(isDoc(operand) ? operand : [])].flatMap(([name, wanted]) => {
    if (!value.has(name)) return [];
    if (isDoc(wanted)) {
      const details = unsatisfiedRules(wanted, value);
      return details.length === 0 ? [] : [doc({ conditionalProperty: name, details })];
    }
    const missing = (Array.isArray(wanted) ? wanted : []).filter((other) => !value.has(String(other)));
    return missing.length === 0 ? [] : [doc({ conditionalProperty: name, missingProperties: missing })];
  });
}

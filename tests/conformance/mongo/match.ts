import { EJSON } from "bson";
import { isObject, isPlain } from "./json.ts";
import type { Json } from "./json.ts";

/** The things a test has named. */
export type Named = ReadonlyMap<string, unknown>;

/** Why the actual value does not match, or undefined when it does; `entities` serves `$$matchesEntity`. */
export function mismatch(
  expected: unknown,
  actual: unknown,
  entities: Named,
  isRoot = true,
  path = "result",
): string | undefined {
  if (isPlain(expected)) {
    const [first, ...others] = Object.keys(expected);
    if (first?.startsWith("$$") === true && others.length === 0)
      return special(first, expected[first], actual, entities, isRoot, path);
    return objectMismatch(expected, actual, entities, isRoot, path);
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${path}: expected an array, got ${show(actual)}`;
    if (actual.length !== expected.length) return `${path}: expected ${expected.length} items, got ${show(actual)}`;
    return firstOf(expected.map((item, index) => mismatch(item, actual[index], entities, isRoot, `${path}[${index}]`)));
  }
  return sameScalar(expected, actual) ? undefined : `${path}: expected ${show(expected)}, got ${show(actual)}`;
}

function objectMismatch(
  expected: Json,
  given: unknown,
  entities: Named,
  isRoot: boolean,
  path: string,
): string | undefined {
  const actual = given instanceof Map ? Object.fromEntries(given) : given;
  if (!isObject(actual)) return `${path}: expected ${show(expected)}, got ${show(actual)}`;
  for (const [name, value] of Object.entries(expected)) {
    const inner = `${path}.${name}`;
    if (isPlain(value) && "$$unsetOrMatches" in value && actual[name] === undefined) continue;
    if (isPlain(value) && value["$$exists"] === false && actual[name] === undefined) continue;
    if (!(name in actual)) return `${inner}: missing`;
    const reason = mismatch(value, actual[name], entities, false, inner);
    if (reason !== undefined) return reason;
  }
  if (isRoot) return undefined;
  const extra = Object.keys(actual).find((name) => !(name in expected) && actual[name] !== undefined);
  return extra === undefined ? undefined : `${path}.${extra}: unexpected`;
}

function special(
  operator: string,
  operand: unknown,
  actual: unknown,
  entities: Named,
  isRoot: boolean,
  path: string,
): string | undefined {
  switch (operator) {
    case "$$exists":
      return (actual !== undefined) === operand ? undefined : `${path}: existence is wrong`;
    case "$$unsetOrMatches":
      return actual === undefined || actual === null ? undefined : mismatch(operand, actual, entities, isRoot, path);
    case "$$type":
      return hasType(operand, actual) ? undefined : `${path}: type is not ${show(operand)} but of ${show(actual)}`;
    case "$$matchesEntity":
      return mismatch(entities.get(String(operand)), actual, entities, isRoot, path);
    case "$$sessionLsid":
      return mismatch(lsidOf(entities.get(String(operand))), actual, entities, isRoot, path);
    case "$$matchesHexBytes":
      return actual instanceof Uint8Array && Buffer.from(actual).toString("hex") === String(operand).toLowerCase()
        ? undefined
        : `${path}: the bytes are not ${String(operand)}`;
    case "$$matchAsDocument":
      return mismatch(operand, typeof actual === "string" ? EJSON.parse(actual) : actual, entities, false, path);
    case "$$matchAsRoot":
      return mismatch(operand, actual, entities, true, path);
    case "$$lte":
      return Number(actual) <= Number(operand) ? undefined : `${path}: ${show(actual)} is too large`;
    default:
      return `${path}: ${operator} is not judged here`;
  }
}

function lsidOf(session: unknown): unknown {
  return isObject(session) ? Reflect.get(session, "id") : undefined;
}

function hasType(operand: unknown, actual: unknown): boolean {
  if (Array.isArray(operand)) return operand.some((one) => hasType(one, actual));
  const kind = isObject(actual) && "_bsontype" in actual ? actual["_bsontype"] : undefined;
  switch (operand) {
    case "string":
      return typeof actual === "string";
    case "int":
    case "long":
    case "double":
    case "number":
      return (
        typeof actual === "number" ||
        typeof actual === "bigint" ||
        ["Long", "Double", "Decimal128"].includes(String(kind))
      );
    case "bool":
      return typeof actual === "boolean";
    case "object":
      return isObject(actual);
    case "array":
      return Array.isArray(actual);
    case "date":
      return actual instanceof Date;
    case "objectId":
      return kind === "ObjectId";
    case "binData":
      return kind === "Binary";
    case "timestamp":
      return kind === "Timestamp";
    default:
      return false;
  }
}

function sameScalar(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true;
  if (typeof expected === "number" && isNumeric(actual)) return Number(actual) === expected;
  // The driver writes some equalities out.
  if (isPlain(actual) && Object.keys(actual).join() === "$eq") return sameScalar(expected, actual["$eq"]);
  if (!isObject(expected) || !isObject(actual)) return false;
  return EJSON.stringify(expected) === EJSON.stringify(actual);
}

/** Numbers match across their types. */
function isNumeric(value: unknown): boolean {
  if (typeof value === "number" || typeof value === "bigint") return true;
  return isObject(value) && ["Long", "Int32", "Double"].includes(String(value["_bsontype"]));
}

function firstOf(reasons: readonly (string | undefined)[]): string | undefined {
  return reasons.find((reason) => reason !== undefined);
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : EJSON.stringify(value);
}

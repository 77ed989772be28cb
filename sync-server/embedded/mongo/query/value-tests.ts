import { compareValues, typeRank, valuesEqual } from "#server/embedded/mongo/bson/compare.ts";
import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import { isNaNValue } from "#server/embedded/mongo/bson/numbers.ts";
import { MaxKey, MinKey, Regex, Symbol_, UNDEFINED, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { bitsTest } from "./bits.ts";
import { toInteger } from "./coerce.ts";
import type { Environment } from "./environment.ts";
import { isOperatorDoc } from "./operand-shapes.ts";
import { compileRegex } from "./regex.ts";

/** Decides about one value (an element, or a field's whole value); `undefined` is a missing field. */
export type ValueTest = (value: Value | undefined) => boolean;

export function leafTest(name: string, operand: Value, environment: Environment): ValueTest {
  switch (name) {
    case "$eq":
      return equalTest(operand, environment);
    case "$gt":
      return rangeTest(operand, environment, (order) => order > 0);
    case "$gte":
      return rangeTest(operand, environment, (order) => order >= 0);
    case "$lt":
      return rangeTest(operand, environment, (order) => order < 0);
    case "$lte":
      return rangeTest(operand, environment, (order) => order <= 0);
    case "$in":
      return inTest(operand, environment);
    case "$mod":
      return modTest(operand);
    case "$bitsAllSet":
    case "$bitsAllClear":
    case "$bitsAnySet":
    case "$bitsAnyClear":
      return bitsTest(name, operand);
    case "$near":
    case "$nearSphere":
    case "$geoWithin":
    case "$geoIntersects":
      throw badValue(`query operator ${name} is not supported`);
    default:
      throw badValue(`unknown operator: ${name}`);
  }
}

export function equalTest(operand: Value, environment: Environment): ValueTest {
  if (operand === null) return (value) => value === undefined || value === null;
  if (operand === UNDEFINED) throw badValue("cannot compare to undefined");
  if (typeof operand === "string" && environment.collation === undefined) {
    return (value) => value === operand || (value instanceof Symbol_ && value.name === operand);
  }
  const rank = typeRank(operand);
  const compare = environment.compare;
  return (value) => value !== undefined && typeRank(value) === rank && compare(value, operand) === 0;
}

function rangeTest(operand: Value, environment: Environment, accepts: (order: number) => boolean): ValueTest {
  if (operand === UNDEFINED) throw badValue("cannot compare to undefined");
  if (operand instanceof Regex) throw badValue("Can't have RegEx as arg to predicate over field");
  if (operand instanceof MinKey || operand instanceof MaxKey) {
    // Even a missing field lies between the two.
    const missing = operand instanceof MinKey ? 1 : -1;
    return (value) => accepts(value === undefined ? missing : compareValues(value, operand));
  }
  if (operand === null) return accepts(0) ? equalTest(null, environment) : () => false;
  const rank = typeRank(operand);
  const isOperandNaN = isNumber(operand) && isNaNValue(operand);
  const compare = environment.compare;
  return (value) => {
    if (value === undefined || typeRank(value) !== rank) return false;
    if (isOperandNaN || (isNumber(value) && isNaNValue(value)))
      return accepts(0) && compareValues(value, operand) === 0;
    return accepts(compare(value, operand));
  };
}

export function inTest(operand: Value, environment: Environment): ValueTest {
  if (!Array.isArray(operand)) throw badValue("$in needs an array");
  const tests: ValueTest[] = [];
  const plain: Value[] = [];
  for (const item of operand) {
    if (item instanceof Regex) tests.push(regexTest(item));
    else if (isOperatorDoc(item)) throw badValue("cannot nest $ under $in");
    else plain.push(item);
  }
  if (plain.length > 8 && environment.collation === undefined) tests.push(memberTest(plain));
  else tests.push(...plain.map((item) => equalTest(item, environment)));
  return (value) => tests.some((test) => test(value));
}

function memberTest(items: readonly Value[]): ValueTest {
  const members = new Set(items.map((item) => encodeKeyValue(item).toString("latin1")));
  const hasNull = items.includes(null);
  return (value) => {
    if (value === undefined) return hasNull;
    return members.has(encodeKeyValue(value).toString("latin1"));
  };
}

export function regexOperand(operand: Value, options: Value | undefined): Regex {
  if (options !== undefined && typeof options !== "string") throw badValue("$options has to be a string");
  const flags = options;
  if (operand instanceof Regex && flags !== undefined && operand.flags !== "")
    throw new MongoError({ code: 51075 }, "options set in both $regex and $options");
  if (operand instanceof Regex) return new Regex(operand.pattern, flags ?? operand.flags);
  if (typeof operand !== "string") throw badValue("$regex has to be a string");
  return new Regex(operand, flags ?? "");
}

export function regexTest(regex: Regex): ValueTest {
  const compiled = compileRegex(regex.pattern, regex.flags);
  return (value) => {
    if (typeof value === "string") return compiled.test(value);
    if (value instanceof Symbol_) return compiled.test(value.name);
    return value instanceof Regex && valuesEqual(value, regex);
  };
}

function modTest(operand: Value): ValueTest {
  if (!Array.isArray(operand)) throw badValue("malformed mod, needs to be an array");
  if (operand.length < 2) throw badValue("malformed mod, not enough elements");
  if (operand.length > 2) throw badValue("malformed mod, too many elements");
  const divisor = modPart(operand[0], "divisor");
  const remainder = modPart(operand[1], "remainder");
  if (divisor === 0n) throw badValue("divisor cannot be 0");
  return (value) => {
    const dividend = toInteger(value);
    return dividend !== undefined && isInt64(dividend) && dividend % divisor === remainder;
  };
}

function modPart(value: Value | undefined, what: string): bigint {
  if (!isNumber(value)) throw badValue(`malformed mod, ${what} not a number`);
  const whole = toInteger(value);
  if (whole === undefined || !isInt64(whole))
    throw badValue(`malformed mod, ${what} value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type`);
  return whole;
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

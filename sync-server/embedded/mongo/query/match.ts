import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { Regex, TYPE_NUMBERS, doc, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { isTruthy, toNumber } from "./coerce.ts";
import type { Environment } from "./environment.ts";
import { beginsWithFieldOperator, isElementOperators, isOperatorDoc, sizeOf, typeNumbers } from "./operand-shapes.ts";
import { somePathValue } from "./path.ts";
import { conditionAt, recordPlace } from "./position.ts";
import type { Position } from "./position.ts";
import { equalTest, inTest, leafTest, regexOperand, regexTest } from "./value-tests.ts";
import type { ValueTest } from "./value-tests.ts";

/** Decides whether a document matches; `position`, when given, receives the array index for the `$` placeholder. */
export type Predicate = (source: Doc, position?: Position) => boolean;

export function compileFilter(filter: Doc, environment: Environment): Predicate {
  const tests: Predicate[] = [];
  for (const [name, operand] of filter) {
    if (name.startsWith("$")) tests.push(compileTopOperator(name, operand, environment));
    else tests.push(compileField(name, operand, environment));
  }
  return allOf(tests);
}

function allOf(tests: readonly Predicate[]): Predicate {
  const [first] = tests;
  if (first === undefined) return () => true;
  if (tests.length === 1) return first;
  return (source, position) => tests.every((test) => test(source, position));
}

function compileTopOperator(name: string, operand: Value, environment: Environment): Predicate {
  switch (name) {
    case "$and":
      return allOf(branches(name, operand, environment));
    case "$or":
      return compileOr(operand, environment);
    case "$nor": {
      const tests = branches(name, operand, environment);
      return (source) => !tests.some((test) => test(source));
    }
    case "$expr": {
      const evaluate = environment.compileExpression(operand);
      return (source) => isTruthy(evaluate(source));
    }
    case "$comment":
      return () => true;
    case "$alwaysTrue":
      return () => true;
    case "$alwaysFalse":
      return () => false;
    case "$sampleRate":
      return sampleRate(operand, environment);
    case "$jsonSchema":
      return environment.compileJsonSchema(operand);
    case "$where": {
      const evaluate = environment.compileExpression(doc({ $_internalJsWhere: operand }));
      return (source) => isTruthy(evaluate(source));
    }
    case "$text":
      throw new MongoError("CommandNotSupported", `query operator ${name} is not supported`);
    case "$id":
      return overPath([name], true, equalTest(operand, environment), "$eq");
    case "$ref":
    case "$db":
      // Names of collections and databases are what they are, whatever the collation.
      return overPath(
        [name],
        true,
        equalTest(operand, { ...environment, collation: undefined, compare: compareValues }),
        "$eq",
      );
    case "$not":
      throw badValue(`unknown top level operator: $not. If you are trying to negate an entire expression, use $nor.`);
    default:
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

/** Alternatives keep no place for `$`, as in MongoDB, save one alone and those that say the same as a `$in`. */
function compileOr(operand: Value, environment: Environment): Predicate {
  const tests = branches("$or", operand, environment);
  const [first] = tests;
  if (tests.length === 1 && first !== undefined) return first;
  if (
    Array.isArray(operand) &&
    new Set(operand.map(equalityPath)).size === 1 &&
    equalityPath(operand[0] ?? null) !== undefined
  )
    return (source, position) => tests.some((test) => test(source, position));
  return (source) => tests.some((test) => test(source));
}

/** The path of a filter that is one equality and nothing else. */
function equalityPath(filter: Value): string | undefined {
  if (!isDoc(filter) || filter.size !== 1) return undefined;
  const [[path, operand] = ["$", null]] = filter;
  if (isOperatorDoc(operand)) return operand.size === 1 && operand.has("$eq") ? path : undefined;
  return path.startsWith("$") || operand instanceof Regex ? undefined : path;
}

function sampleRate(operand: Value, environment: Environment): Predicate {
  const rate = isNumber(operand) ? toNumber(operand) : NaN;
  if (!(rate >= 0 && rate <= 1)) throw badValue("numeric argument to $sampleRate must be in [0, 1]");
  return () => environment.random() < rate;
}

function branches(name: string, operand: Value, environment: Environment): Predicate[] {
  if (!Array.isArray(operand)) throw badValue(`${name} argument must be an array`);
  if (operand.length === 0) throw badValue("$and/$or/$nor must be a nonempty array");
  return operand.map((item) => {
    if (!isDoc(item)) throw badValue("$or/$and/$nor entries need to be full objects");
    return compileFilter(item, environment);
  });
}

function compileField(path: string, operand: Value, environment: Environment): Predicate {
  const parts = path.split(".");
  if (isOperatorDoc(operand)) return allOf(compileOperators(parts, operand, environment));
  if (operand instanceof Regex) return overPath(parts, true, regexTest(operand), "$regex");
  return overPath(parts, true, equalTest(operand, environment), "$eq");
}

/** `expandLeaf`: an array at the end of the path is met by any of its elements too. */
function overPath(parts: readonly string[], expandLeaf: boolean, test: ValueTest, operator: string): Predicate {
  const [only] = parts;
  const condition = conditionAt(parts, operator);
  if (parts.length === 1 && only !== undefined) {
    return (source, position) => {
      const value = source.get(only);
      if (!Array.isArray(value)) return test(value);
      return arrayAware(source, position);
    };
  }
  return arrayAware;

  function arrayAware(source: Doc, position: Position | undefined): boolean {
    return somePathValue(source, parts, expandLeaf, (value, index) => {
      if (!test(value)) return false;
      recordPlace(position, index, condition);
      return true;
    });
  }
}

function compileOperators(
  parts: readonly string[],
  operators: Doc,
  environment: Environment,
  expands = true,
): Predicate[] {
  const tests: Predicate[] = [];
  for (const [name, operand] of operators) {
    if (name === "$options") {
      if (!operators.has("$regex")) throw badValue("$options needs a $regex");
      continue;
    }
    if (name === "$regex")
      tests.push(overPath(parts, expands, regexTest(regexOperand(operand, operators.get("$options"))), name));
    else tests.push(compileOperator(parts, name, operand, environment, expands));
  }
  return tests;
}

function compileOperator(
  parts: readonly string[],
  name: string,
  operand: Value,
  environment: Environment,
  expands: boolean,
): Predicate {
  switch (name) {
    case "$ne":
      if (operand instanceof Regex) throw badValue("Can't have regex as arg to $ne.");
      return negate(overPath(parts, expands, equalTest(operand, environment), "$eq"));
    case "$nin":
      return negate(overPath(parts, expands, inTest(operand, environment), "$in"));
    case "$not":
      return negate(compileNot(parts, operand, environment, expands));
    case "$exists":
      return isTruthy(operand) ? existence(parts, expands) : negate(existence(parts, expands));
    case "$all":
      return compileAll(parts, operand, environment, expands);
    case "$elemMatch":
      return overArrays(parts, elementPredicate(operand, environment), name);
    case "$size": {
      const size = sizeOf(operand);
      return overArrays(parts, (items) => (items.length === size ? -1 : undefined), name);
    }
    case "$type":
      return typePredicate(parts, operand, expands);
    case "$in":
      // One value alone is an equality to MongoDB.
      return overPath(parts, expands, inTest(operand, environment), isOnlyOne(operand) ? "$eq" : name);
    default:
      return overPath(parts, expands, leafTest(name, operand, environment), name);
  }
}

function isOnlyOne(operand: Value): boolean {
  return Array.isArray(operand) && operand.length === 1 && !(operand[0] instanceof Regex);
}

function negate(test: Predicate): Predicate {
  return (source) => !test(source);
}

function existence(parts: readonly string[], expands: boolean): Predicate {
  return overPath(parts, expands, (value) => value !== undefined, "$exists");
}

function compileNot(parts: readonly string[], operand: Value, environment: Environment, expands: boolean): Predicate {
  if (operand instanceof Regex) return overPath(parts, expands, regexTest(operand), "$regex");
  if (!isDoc(operand)) throw badValue("$not needs a regex or a document");
  if (operand.size === 0) throw badValue("$not cannot be empty");
  return allOf(compileOperators(parts, operand, environment, expands));
}

/** `test` answers the matching element's index, -1 for a match without one, undefined for none. */
function overArrays(
  parts: readonly string[],
  test: (items: readonly Value[]) => number | undefined,
  operator: string,
): Predicate {
  const condition = conditionAt(parts, operator);
  return (source, position) =>
    somePathValue(source, parts, false, (value, outer) => {
      if (!Array.isArray(value)) return false;
      const index = test(value);
      if (index === undefined) return false;
      recordPlace(position, outer ?? (index < 0 ? undefined : index), condition);
      return true;
    });
}

function elementPredicate(operand: Value, environment: Environment): (items: readonly Value[]) => number | undefined {
  if (!isDoc(operand)) throw badValue("$elemMatch needs an Object");
  const test = isElementOperators(operand)
    ? elementValueTest(operand, environment)
    : elementDocTest(operand, environment);
  return (items) => {
    const index = items.findIndex(test);
    return index < 0 ? undefined : index;
  };
}

function elementDocTest(operand: Doc, environment: Environment): (item: Value) => boolean {
  if (operand.has("$expr")) throw badValue("$expr can only be applied to the top-level document");
  const predicate = compileFilter(operand, environment);
  return (item) => {
    if (item instanceof Map) return predicate(item);
    return Array.isArray(item) && predicate(new Map(item.map((value, index) => [String(index), value])));
  };
}

/** Tests the element as it is: one that is an array is not looked into again. */
function elementValueTest(operand: Doc, environment: Environment): (item: Value) => boolean {
  const predicate = allOf(compileOperators(["item"], operand, environment, false));
  return (item) => predicate(new Map([["item", item]]));
}

function compileAll(parts: readonly string[], operand: Value, environment: Environment, expands: boolean): Predicate {
  if (!Array.isArray(operand)) throw badValue("$all needs an array");
  if (operand.length === 0) return () => false;
  return allOf(
    operand.map((item) => {
      if (isDoc(item) && item.has("$elemMatch")) {
        return overArrays(parts, elementPredicate(item.get("$elemMatch") ?? null, environment), "$elemMatch");
      }
      if (beginsWithFieldOperator(item)) throw badValue("no $ expressions in $all");
      if (item instanceof Regex) return overPath(parts, expands, regexTest(item), "$regex");
      return overPath(parts, expands, equalTest(item, environment), "$eq");
    }),
  );
}

function typePredicate(parts: readonly string[], operand: Value, expands: boolean): Predicate {
  const wanted = typeNumbers(parts, operand);
  const test: ValueTest = (value) => value !== undefined && wanted.has(TYPE_NUMBERS.get(typeName(value)) ?? 0);
  return overPath(parts, expands, test, "$type");
}

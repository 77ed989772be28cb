import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";

/** Variables in reach of an expression, innermost first. */
export type Scope = { readonly name: string; readonly value: Value | undefined; readonly outer: Scope } | undefined;

export type Expression = (root: Doc, scope: Scope) => Value | undefined;

/** `knowing` compiles where these variables are in reach too; others that are unknown are errors. */
export type Compile = ((expression: Value) => Expression) & { knowing: (...names: string[]) => Compile };

/** Makes an operator's expression from its operand; throws MongoDB's error for an operand it does not take. */
export type Operator = (operand: Value, compile: Compile, environment: Environment, name: string) => Expression;

export type Operators = Readonly<Record<string, Operator>>;

type Arguments = readonly (Value | undefined)[];

export function bind(scope: Scope, name: string, value: Value | undefined): Scope {
  return { name, value, outer: scope };
}

/** An operator of `least` to `most` arguments, all evaluated first. */
export function nary(
  least: number,
  most: number,
  apply: (args: Arguments, environment: Environment) => Value | undefined,
): Operator {
  return (operand, compile, environment, name) => {
    const given = Array.isArray(operand) ? operand : [operand];
    if (given.length < least || given.length > most) {
      if (least === most)
        throw fail(16020, `Expression ${name} takes exactly ${least} arguments. ${given.length} were passed in.`);
      throw fail(
        28667,
        `Expression ${name} takes at least ${least} arguments${most === Infinity ? "" : `, and at most ${most}`}, but ${given.length} were passed in.`,
      );
    }
    const args = given.map(compile);
    return (root, scope) =>
      apply(
        args.map((arg) => arg(root, scope)),
        environment,
      );
  };
}

export function unary(apply: (value: Value | undefined, environment: Environment) => Value | undefined): Operator {
  return nary(1, 1, ([value], environment) => apply(value, environment));
}

/** An operator that answers null when its argument is null or missing. */
export function strictUnary(apply: (value: Value, environment: Environment) => Value | undefined): Operator {
  return unary((value, environment) => (isNullish(value) ? null : apply(value, environment)));
}

/** MongoDB words these for each operator in its own way. */
export type Complaints = {
  shape: (operand: Value) => MongoError;
  unknown: (key: string) => MongoError;
  missing: (key: string) => MongoError;
};

/** Named arguments, `{input: ..., as: ...}`: a trailing `?` marks those that may be left out. */
export function named(operand: Value, keys: readonly string[], complaints: Complaints): Doc {
  if (!isDoc(operand)) throw complaints.shape(operand);
  for (const key of operand.keys()) if (!keys.includes(key) && !keys.includes(`${key}?`)) throw complaints.unknown(key);
  for (const key of keys) if (!key.endsWith("?") && !operand.has(key)) throw complaints.missing(key);
  return operand;
}

export function isNullish(value: Value | undefined): value is null | undefined {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "object" && "kind" in value && value.kind === "undefined")
  );
}

/** The type of a value as MongoDB's messages name it. */
export function shownType(value: Value | undefined): string {
  return value === undefined ? "missing" : typeName(value);
}

export function fail(code: number, message: string): MongoError {
  return new MongoError({ code }, message);
}

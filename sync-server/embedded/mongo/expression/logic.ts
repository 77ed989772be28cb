import { Double, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { isTruthy } from "#server/embedded/mongo/query/coerce.ts";
import { bind, fail, isNullish, named, nary, shownType, unary } from "./expression.ts";
import type { Compile, Expression, Operator, Operators } from "./expression.ts";
import { checkWritable } from "./variables.ts";

function comparison(accepts: (order: number) => boolean): Operator {
  return nary(2, 2, ([left, right], { compare }) => accepts(compare(left, right)));
}

function listOf(operand: Value, compile: Compile): Expression[] {
  return (Array.isArray(operand) ? operand : [operand]).map(compile);
}

const conditional: Operator = (operand, compile) => {
  const [condition, then, otherwise] = partsOf(operand).map(compile);
  return (root, scope) => (isTruthy(condition?.(root, scope)) ? then?.(root, scope) : otherwise?.(root, scope));
};

function partsOf(operand: Value): readonly Value[] {
  if (isDoc(operand)) {
    const spec = named(operand, ["if", "then", "else"], {
      shape: () => fail(17080, "Missing 'if' parameter to $cond"),
      unknown: (key) => fail(17083, `Unrecognized parameter to $cond: ${key}`),
      missing: (key) =>
        fail(key === "if" ? 17080 : key === "then" ? 17081 : 17082, `Missing '${key}' parameter to $cond`),
    });
    return ["if", "then", "else"].map((key) => spec.get(key) ?? null);
  }
  const given = Array.isArray(operand) ? operand : [operand];
  if (given.length !== 3)
    throw fail(16020, `Expression $cond takes exactly 3 arguments. ${given.length} were passed in.`);
  return given;
}

const choice: Operator = (operand, compile) => {
  if (!isDoc(operand)) throw fail(40060, `$switch requires an object as an argument, found: ${shownType(operand)}`);
  for (const key of operand.keys())
    if (key !== "branches" && key !== "default") throw fail(40067, `$switch found an unknown argument: ${key}`);
  const branches = operand.get("branches");
  if (branches !== undefined && !Array.isArray(branches))
    throw fail(40061, `$switch expected an array for 'branches', found: ${shownType(branches)}`);
  const compiled = (branches ?? []).map((branch) => branchOf(branch, compile));
  if (compiled.length === 0) throw fail(40068, "$switch requires at least one branch.");
  const fallback = operand.get("default");
  const otherwise = fallback === undefined ? undefined : compile(fallback);
  return (root, scope) => {
    for (const { test, outcome } of compiled) if (isTruthy(test(root, scope))) return outcome(root, scope);
    if (otherwise !== undefined) return otherwise(root, scope);
    throw fail(40066, "$switch could not find a matching branch for an input, and no default was specified.");
  };
};

function branchOf(branch: Value, compile: Compile): { test: Expression; outcome: Expression } {
  if (!isDoc(branch)) throw fail(40062, `$switch expected each branch to be an object, found: ${shownType(branch)}`);
  for (const key of branch.keys())
    if (key !== "case" && key !== "then") throw fail(40063, `$switch found an unknown argument to a branch: ${key}`);
  const [test, outcome] = [branch.get("case"), branch.get("then")];
  if (test === undefined) throw fail(40064, "$switch requires each branch have a 'case' expression");
  if (outcome === undefined) throw fail(40065, "$switch requires each branch have a 'then' expression.");
  return { test: compile(test), outcome: compile(outcome) };
}

const let_: Operator = (operand, compile) => {
  const spec = named(operand, ["vars", "in"], {
    shape: () => fail(16874, "$let only supports an object as its argument"),
    unknown: (key) => fail(16875, `Unrecognized parameter to $let: ${key}`),
    missing: (key) => fail(key === "vars" ? 16876 : 16877, `Missing '${key}' parameter to $let`),
  });
  const vars = spec.get("vars");
  if (!isDoc(vars)) throw fail(10065, "invalid parameter: expected an object (vars)");
  const compiled = variablesOf(vars, compile);
  const body = compile.knowing(...vars.keys())(spec.get("in") ?? null);
  return (root, scope) => {
    let inner = scope;
    for (const [variable, value] of compiled) inner = bind(inner, variable, value(root, scope));
    return body(root, inner);
  };
};

function variablesOf(vars: Doc, compile: Compile): [string, Expression][] {
  return [...vars].map(([variable, value]) => [checkWritable(variable), compile(value)]);
}

const ifNull: Operator = (operand, compile) => {
  const given = Array.isArray(operand) ? operand : [operand];
  if (given.length < 2) throw fail(1257300, `$ifNull needs at least two arguments, had: ${given.length}`);
  const parts = given.map(compile);
  return (root, scope) => {
    let value: Value | undefined;
    for (const part of parts) {
      value = part(root, scope);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const rand: Operator = (operand, _compile, { random }) => {
  if (!isDoc(operand) && !Array.isArray(operand)) throw fail(10065, "invalid parameter: expected an object ($rand)");
  const count = Array.isArray(operand) ? operand.length : operand.size;
  if (count > 0) throw fail(3040501, "$rand does not currently accept arguments");
  return () => new Double(random());
};

export const LOGIC: Operators = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: nary(2, 2, ([left, right], { compare }) => Math.sign(compare(left, right))),
  $and: (operand, compile) => {
    const parts = listOf(operand, compile);
    return (root, scope) => parts.every((part) => isTruthy(part(root, scope)));
  },
  $or: (operand, compile) => {
    const parts = listOf(operand, compile);
    return (root, scope) => parts.some((part) => isTruthy(part(root, scope)));
  },
  $not: unary((value) => !isTruthy(value)),
  $cond: conditional,
  $ifNull: ifNull,
  $switch: choice,
  $let: let_,
  $rand: rand,
};

import { Double, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { isTruthy } from "#server/embedded/mongo/query/coerce.ts";
import { bind, fail, isNullish, named, nary, unary } from "./expression.ts";
import type { Compile, Expression, Operator, Operators } from "./expression.ts";

function comparison(accepts: (order: number) => boolean): Operator {
  return nary(2, 2, ([left, right], { compare }) => accepts(compare(left, right)));
}

function listOf(operand: Value, compile: Compile): Expression[] {
  return (Array.isArray(operand) ? operand : [operand]).map(compile);
}

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
  $cond: (operand, compile, _environment, name) => {
    if (Array.isArray(operand) && operand.length !== 3)
      throw fail(16020, `Expression ${name} takes exactly 3 arguments. ${operand.length} were passed in.`);
    const spec = Array.isArray(operand) ? undefined : named(operand, name, ["if", "then", "else"], []);
    const [test = null, yes = null, no = null] =
      spec === undefined && Array.isArray(operand) ? operand : [spec?.get("if"), spec?.get("then"), spec?.get("else")];
    const [condition, then, otherwise] = [compile(test), compile(yes), compile(no)];
    return (root, scope) => (isTruthy(condition(root, scope)) ? then(root, scope) : otherwise(root, scope));
  },
  $ifNull: (operand, compile) => {
    if (!Array.isArray(operand) || operand.length < 2) throw fail(1257300, "$ifNull needs at least two arguments");
    const parts = operand.map(compile);
    return (root, scope) => {
      let value: Value | undefined;
      for (const part of parts) {
        value = part(root, scope);
        if (!isNullish(value)) return value;
      }
      return value;
    };
  },
  $switch: (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["branches"], ["default"]);
    const branches = spec.get("branches");
    if (!Array.isArray(branches) || branches.length === 0) throw fail(40068, "$switch requires at least one branch.");
    const compiled = branches.map((branch): { test: Expression; outcome: Expression } => {
      const test = isDoc(branch) ? branch.get("case") : undefined;
      const outcome = isDoc(branch) ? branch.get("then") : undefined;
      if (test === undefined || outcome === undefined)
        throw fail(40067, "$switch requires each branch have a 'case' and a 'then' expression");
      return { test: compile(test), outcome: compile(outcome) };
    });
    const fallback = spec.get("default");
    const otherwise = fallback === undefined ? undefined : compile(fallback);
    return (root, scope) => {
      const branch = compiled.find((candidate) => isTruthy(candidate.test(root, scope)));
      if (branch !== undefined) return branch.outcome(root, scope);
      if (otherwise === undefined)
        throw fail(40066, "$switch could not find a matching branch for an input, and no default was specified.");
      return otherwise(root, scope);
    };
  },
  $let: (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["vars", "in"], []);
    const vars = spec.get("vars");
    if (!isDoc(vars)) throw fail(16876, "invalid parameter: expected an object (vars)");
    const compiled = [...vars].map(([variable, value]): [string, Expression] => [variable, compile(value)]);
    const body = compile(spec.get("in") ?? null);
    return (root, scope) => {
      let inner = scope;
      for (const [variable, value] of compiled) inner = bind(inner, variable, value(root, scope));
      return body(root, inner);
    };
  },
  $rand:
    (_operand, _compile, { random }) =>
    () =>
      new Double(random()),
};

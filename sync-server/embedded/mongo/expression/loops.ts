import { isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { isTruthy, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { bind, fail, isNullish, named, shownType } from "./expression.ts";
import type { Operators } from "./expression.ts";
import { checkWritable } from "./variables.ts";

/** Undefined for null and for what is missing. */
function listOf(value: Value | undefined, complain: (value: Value) => Error): readonly Value[] | undefined {
  if (isNullish(value)) return undefined;
  if (!Array.isArray(value)) throw complain(value);
  return value;
}

function variableOf(value: Value | undefined): string {
  return value === undefined ? "this" : checkWritable(typeof value === "string" ? value : "");
}

function limitOf(value: Value | undefined): number {
  if (isNullish(value)) return Infinity;
  const limit = isNumber(value) ? toNumber(value) : Number.NaN;
  if (!Number.isInteger(limit) || Math.abs(limit) >= 2 ** 31)
    throw fail(327391, `$filter: limit must be represented as a 32-bit integral value: ${showValue(value)}`);
  if (limit <= 0) throw fail(327392, `$filter: limit must be greater than 0: ${limit}`);
  return limit;
}

export const LOOPS: Operators = {
  $map: (operand, compile) => {
    const spec = named(operand, ["input", "in", "as?"], {
      shape: () => fail(16878, "$map only supports an object as its argument"),
      unknown: (key) => fail(16879, `Unrecognized parameter to $map: ${key}`),
      missing: (key) => fail(key === "input" ? 16880 : 16882, `Missing '${key}' parameter to $map`),
    });
    const input = compile(spec.get("input") ?? null);
    const variable = variableOf(spec.get("as"));
    const body = compile.knowing(variable)(spec.get("in") ?? null);
    return (root, scope) => {
      const items = listOf(input(root, scope), (value) =>
        fail(16883, `input to $map must be an array not ${shownType(value)}`),
      );
      return items?.map((item) => body(root, bind(scope, variable, item)) ?? null) ?? null;
    };
  },
  $filter: (operand, compile) => {
    const spec = named(operand, ["input", "cond", "as?", "limit?"], {
      shape: () => fail(28646, "$filter only supports an object as its argument"),
      unknown: (key) => fail(28647, `Unrecognized parameter to $filter: ${key}`),
      missing: (key) => fail(key === "input" ? 28648 : 28650, `Missing '${key}' parameter to $filter`),
    });
    const input = compile(spec.get("input") ?? null);
    const variable = variableOf(spec.get("as"));
    const test = compile.knowing(variable)(spec.get("cond") ?? null);
    const limit = compile(spec.get("limit") ?? null);
    return (root, scope) => {
      const items = listOf(input(root, scope), (value) =>
        fail(28651, `input to $filter must be an array not ${shownType(value)}`),
      );
      if (items === undefined) return null;
      const most = limitOf(limit(root, scope));
      const kept: Value[] = [];
      for (const item of items) {
        if (isTruthy(test(root, bind(scope, variable, item)))) kept.push(item);
        if (kept.length === most) break;
      }
      return kept;
    };
  },
  $reduce: (operand, compile) => {
    const spec = named(operand, ["input", "initialValue", "in"], {
      shape: (given) => fail(40075, `$reduce requires an object as an argument, found: ${shownType(given)}`),
      unknown: (key) => fail(40076, `$reduce found an unknown argument: ${key}`),
      missing: (key) => fail(MISSING_IN_REDUCE[key] ?? 40077, `$reduce requires '${key}' to be specified`),
    });
    const input = compile(spec.get("input") ?? null);
    const initial = compile(spec.get("initialValue") ?? null);
    const body = compile.knowing("value", "this")(spec.get("in") ?? null);
    return (root, scope) => {
      const items = listOf(input(root, scope), (value) =>
        fail(40080, `$reduce requires that 'input' be an array, found: ${showValue(value)}`),
      );
      if (items === undefined) return null;
      let value = initial(root, scope);
      for (const item of items) value = body(root, bind(bind(scope, "value", value), "this", item));
      return value;
    };
  },
};

const MISSING_IN_REDUCE: Readonly<Record<string, number>> = { input: 40077, initialValue: 40078, in: 40079 };

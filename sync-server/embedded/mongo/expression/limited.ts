import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { toInteger, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { fail, isNullish } from "./expression.ts";
import type { Operator, Operators } from "./expression.ts";

/** The operand `{n, input}`, of accumulators and of the expressions of the same names. */
export function parseLimited(operand: Value, code: number): { n: Value; input: Value } {
  if (!isDoc(operand)) throw fail(code, `specification must be an object; found ${showValue(operand)}`);
  for (const key of operand.keys())
    if (key !== "n" && key !== "input") throw fail(5787901, `Unknown argument for 'n' operator: ${key}`);
  const n = operand.get("n");
  const input = operand.get("input");
  if (n === undefined) throw fail(5787906, "Missing value for 'n'");
  if (input === undefined) throw fail(5787907, "Missing value for 'input'");
  return { n, input };
}

export function positiveCount(value: Value | undefined): number {
  const shown = value === undefined ? "MISSING" : showValue(value);
  if (!isNumber(value)) throw fail(5787902, `Value for 'n' must be of integral type, but found ${shown}`);
  const count = Number(toInteger(value) ?? 0n);
  if (count !== toNumber(value)) throw fail(5787903, `Value for 'n' must be of integral type, but found ${shown}`);
  if (count <= 0) throw fail(5787908, `'n' must be greater than 0, found ${count}`);
  return count;
}

type Pick = (items: readonly Value[], n: number, compare: (left: Value, right: Value) => number) => Value[];

function limited(code: number, pick: Pick): Operator {
  return (operand, compile, { compare }) => {
    const spec = parseLimited(operand, code);
    const [n, input] = [compile(spec.n), compile(spec.input)];
    return (root, scope) => {
      const count = positiveCount(n(root, scope));
      const items = input(root, scope);
      if (!Array.isArray(items)) throw fail(5788200, "Input must be an array");
      return pick(items, count, compare);
    };
  };
}

export const LIMITED: Operators = {
  $firstN: limited(5787801, (items, n) => items.slice(0, n)),
  $lastN: limited(5787801, (items, n) => items.slice(-n)),
  $minN: limited(5787900, (items, n, compare) =>
    items
      .filter((item) => !isNullish(item))
      .toSorted(compare)
      .slice(0, n),
  ),
  $maxN: limited(5787900, (items, n, compare) =>
    items
      .filter((item) => !isNullish(item))
      .toSorted((left, right) => compare(right, left))
      .slice(0, n),
  ),
};

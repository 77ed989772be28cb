import { Double, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue } from "#server/embedded/mongo/error.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { fail } from "./expression.ts";
import { readFields } from "./fields.ts";
import type { Operator, Operators } from "./expression.ts";

export type Quantile = { input: Value; finish: (ascending: Ascending) => Value };

/** Numbers in order. */
type Ascending = { readonly length: number; at: (index: number) => number | undefined };

/**
 * The operand of `$percentile` or `$median`. `evaluate` turns the constant expression `p` into its value. "approximate"
 * is answered exactly here: the digest MongoDB keeps to save memory promises no particular error.
 */
export function parseQuantile(name: string, operand: Value, evaluate: (expression: Value) => Value): Quantile {
  if (!isDoc(operand)) throw fail(7436200, `specification must be an object; found ${name}: ${showValue(operand)}`);
  const isMedian = name === "$median";
  const spec = readFields(name, operand, {
    input: { isRequired: true },
    ...(isMedian ? {} : { p: { isRequired: true } }),
    method: { isRequired: true, type: "string" },
  });
  if (spec.get("method") !== "approximate")
    throw badValue("Currently only 'approximate' can be used as percentile 'method'.");
  const input = spec.get("input") ?? null;
  if (isMedian) return { input, finish: (ascending) => at(ascending, 0.5) };
  const wanted = fractions(evaluate(spec.get("p") ?? null));
  return { input, finish: (ascending) => wanted.map((fraction) => at(ascending, fraction)) };
}

function fractions(value: Value): number[] {
  const complaint = "The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: ";
  if (!Array.isArray(value) || value.length === 0) throw fail(7750301, complaint + showValue(value));
  return value.map((item) => {
    if (!isNumber(item)) throw fail(7750302, complaint + showValue(item));
    const fraction = toNumber(item);
    if (!(fraction >= 0 && fraction <= 1)) throw fail(7750303, complaint + showValue(item));
    return fraction;
  });
}

/** The least value that at least this fraction of all values does not exceed. */
function at(ascending: Ascending, fraction: number): Value {
  const rank = Math.max(Math.ceil(ascending.length * fraction), 1) - 1;
  const value = ascending.at(rank);
  return value === undefined ? null : new Double(value);
}

const quantile: Operator = (operand, compile, environment, name) => {
  const { input, finish } = parseQuantile(
    name,
    operand,
    (expression) => environment.compileExpression(expression)(new Map()) ?? null,
  );
  const evaluate = compile(input);
  return (root, scope) => {
    const value = evaluate(root, scope);
    const items = Array.isArray(value) ? value : [value];
    const numbers = Float64Array.from(items.filter(isNumber), toNumber);
    return finish(numbers.toSorted());
  };
};

export const PERCENTILES: Operators = { $percentile: quantile, $median: quantile };

import { addNumbers, negateNumber, toDecimal } from "#server/embedded/mongo/bson/arithmetic.ts";
import { decimalToDouble } from "#server/embedded/mongo/bson/decimal.ts";
import { isNaNValue } from "#server/embedded/mongo/bson/numbers.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { DateTime, Decimal, Double, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, failedToParse } from "#server/embedded/mongo/error.ts";
import {
  divide,
  divideValues,
  multiplyValues,
  subtractValues,
  times,
  plus,
} from "#server/embedded/mongo/expression/arithmetic.ts";
import { fail, isNullish } from "#server/embedded/mongo/expression/expression.ts";
import { NumberSum } from "#server/embedded/mongo/expression/number-sum.ts";
import { UNIT_MS, parseTimeUnit } from "#server/embedded/mongo/expression/time-units.ts";
import { toInteger, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import type { Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { Queue } from "./running.ts";
import { windowsOf } from "./window-bounds.ts";
import { boundsOf } from "./window-call.ts";
import type { WindowCall, WindowFunctionMaker } from "./window-call.ts";

/** The operand `{input, unit}` of a rate or an area over the sort field. */
function parseInput(call: WindowCall): { evaluate: Evaluate; unitMs: number | undefined } {
  const { name, operand, spec, order, environment } = call;
  if (order === undefined) throw failedToParse(`${name} requires a sortBy`);
  if (order.length !== 1) throw failedToParse(`${name} requires a non-compound sortBy`);
  for (const key of spec.keys())
    if (key !== name && key !== "window") throw failedToParse(`${name} got unexpected argument: ${key}`);
  if (!isDoc(operand))
    throw failedToParse(`${name} expects an object, but got a ${typeName(operand)}: ${name}: ${showValue(operand)}`);
  for (const key of operand.keys())
    if (key !== "input" && key !== "unit") throw failedToParse(`${name} got unexpected argument: ${key}`);
  const input = operand.get("input");
  const unit = operand.get("unit");
  const unitMs = unit === undefined ? undefined : unitLength(unit);
  if (input === undefined) throw failedToParse(`${name} requires an 'input' expression`);
  return { evaluate: environment.compileExpression(input), unitMs };
}

function unitLength(unit: Value): number {
  if (typeof unit !== "string") throw failedToParse(`unit' must be a string, but got ${typeName(unit)}`);
  const length = UNIT_MS[parseTimeUnit(unit)];
  if (length === undefined) throw fail(5490710, "unit must be 'week' or smaller");
  return length;
}

/** The rise over the run between the ends of the window. */
const derivative: WindowFunctionMaker = (call) => {
  const { evaluate, unitMs } = parseInput(call);
  if (call.window === undefined) throw failedToParse("$derivative requires explicit window bounds");
  const bounds = boundsOf(call);
  return (partition) => {
    const windows = windowsOf(bounds, partition);
    return (current) => {
      const { from, to } = windows(current);
      const [left, right] = [partition.documents[from], partition.documents[to - 1]];
      if (from === to || left === undefined || right === undefined) return null;
      const run = runBetween(partition.sortValue(from), partition.sortValue(to - 1), unitMs);
      const rise = subtractValues(evaluate(right), evaluate(left));
      if (isNullish(rise)) throw fail(5624903, "$derivative input must not be null or missing");
      const slope = quotient(rise, run);
      return slope === null || unitMs === undefined ? slope : multiplyValues([slope, BigInt(unitMs)]);
    };
  };
};

function runBetween(left: Value | undefined, right: Value | undefined, unitMs: number | undefined): Value {
  if (unitMs !== undefined) {
    if (!(left instanceof DateTime && right instanceof DateTime))
      throw fail(5624900, "$derivative with 'unit' expects the sortBy field to be a Date");
  } else if (left instanceof DateTime || right instanceof DateTime)
    throw fail(5624901, "$derivative where the sortBy is a Date requires an 'unit'");
  else if (!isNumber(left) || !isNumber(right))
    throw fail(5624902, "$derivative (with no 'unit') expects the sortBy field to be numeric");
  return subtractValues(right, left);
}

/** Null where nothing was run: a window of one document has no slope. */
function quotient(rise: Value, run: Value): Value {
  try {
    return divideValues(rise, run);
  } catch (error) {
    if (error instanceof MongoError && error.codeName === "BadValue") return null;
    throw error;
  }
}

type Sample = { x: Numeric | DateTime; y: Numeric };

/** The area under the line through the window's points, by the trapezoidal rule. */
const integral: WindowFunctionMaker = (call) => {
  const { evaluate, unitMs } = parseInput(call);
  const bounds = boundsOf(call);
  return (partition) => {
    const windows = windowsOf(bounds, partition);
    const samples = new Queue<Sample>();
    const area = new NumberSum();
    let strange = 0;
    let [from, to] = [0, 0];
    const drop = (): void => {
      const oldest = samples.shift();
      if (oldest === undefined) return;
      if (isStrange(oldest)) strange -= 1;
      const next = samples.first();
      if (next !== undefined) area.remove(trapezoid(oldest, next));
    };
    const add = (index: number): void => {
      const sample = sampleOf(partition.sortValue(index), evaluate(partition.documents[index] ?? new Map()), unitMs);
      if (isStrange(sample)) strange += 1;
      const last = samples.last();
      if (last !== undefined) area.add(trapezoid(last, sample));
      samples.push(sample);
    };
    return (current) => {
      const window = windows(current);
      for (; from < window.from && from < to; from += 1) drop();
      if (from === to) from = to = window.from;
      for (; to < window.to; to += 1) add(to);
      if (samples.length === 0) return null;
      if (strange > 0) return new Double(Number.NaN);
      return unitMs === undefined ? area.result() : divide(area.result(), BigInt(unitMs));
    };
  };
};

function isStrange({ x, y }: Sample): boolean {
  return isNaNValue(y) || (isNumber(x) && isNaNValue(x));
}

function sampleOf(x: Value | undefined, y: Value | undefined, unitMs: number | undefined): Sample {
  if (!isNumber(y) || !(isNumber(x) || x instanceof DateTime))
    throw fail(
      5423900,
      "The input value of $integral window function must be a vector of 2 value, the first value must be numeric or date type and the second must be numeric.",
    );
  if (unitMs !== undefined && !(x instanceof DateTime))
    throw fail(5423901, "$integral with 'outputUnit' expects the sortBy field to be a Date");
  if (unitMs === undefined && x instanceof DateTime)
    throw fail(5423902, "$integral (with no 'outputUnit') expects the sortBy field to be numeric");
  return { x, y };
}

function trapezoid(left: Sample, right: Sample): Numeric {
  if (isStrange(left) || isStrange(right)) return 0;
  const width = subtractValues(right.x, left.x);
  return isNumber(width) ? divide(times(plus(left.y, right.y), width), 2) : 0;
}

/** Each number weighs `alpha`, all before it the rest; in decimals throughout, as MongoDB computes it. */
const expMovingAvg: WindowFunctionMaker = ({ operand, spec, order, environment }) => {
  if (spec.size !== 1 || !isDoc(operand))
    throw failedToParse("$expMovingAvg must have exactly one argument that is an object");
  const input = operand.get("input");
  if (operand.size !== 2 || input === undefined)
    throw failedToParse(
      "$expMovingAvg sub object must have exactly two fields: An 'input' field, and either an 'N' field or an 'alpha' field",
    );
  if (order === undefined) throw failedToParse("$expMovingAvg requires an explicit 'sortBy'");
  const alpha = alphaOf(operand);
  const rest = toDecimal(addNumbers(toDecimal(1), negateNumber(alpha)) ?? 0);
  const evaluate = environment.compileExpression(input);
  return ({ documents }) => {
    let average: Decimal | undefined;
    let isDecimal = false;
    return (current) => {
      const value = evaluate(documents[current] ?? new Map());
      if (isNumber(value)) {
        isDecimal ||= value instanceof Decimal;
        const fresh = toDecimal(value);
        average = average === undefined ? fresh : toDecimal(plus(times(fresh, alpha), times(average, rest)));
      }
      if (average === undefined) return null;
      return isDecimal ? average : new Double(decimalToDouble(average));
    };
  };
};

function alphaOf(operand: Doc): Decimal {
  const n = operand.get("N");
  if (n !== undefined) {
    if (!isNumber(n)) throw failedToParse(`'N' field must be an integer, but found type ${typeName(n)}`);
    if (!Number.isInteger(toNumber(n)))
      throw failedToParse(
        `'N' field must be an integer, but found  N: ${showValue(n)}. To use a non-integer, use the 'alpha' argument instead`,
      );
    const whole = toInteger(n) ?? 0n;
    if (whole <= 0n) throw failedToParse(`'N' must be greater than zero. Got ${whole}`);
    return toDecimal(divide(toDecimal(2), whole + 1n));
  }
  const alpha = operand.get("alpha");
  if (alpha === undefined)
    throw failedToParse(
      "Got unrecognized field in $expMovingAvg$expMovingAvg sub object must have exactly two fields: An 'input' field, and either an 'N' field or an 'alpha' field",
    );
  if (!isNumber(alpha)) throw failedToParse("'alpha' must be a number");
  if (!(toNumber(alpha) > 0 && toNumber(alpha) < 1))
    throw failedToParse(`'alpha' must be between 0 and 1 (exclusive), found alpha: ${showValue(alpha)}`);
  return toDecimal(alpha);
}

export const CALCULUS: Readonly<Record<string, WindowFunctionMaker>> = {
  $derivative: derivative,
  $integral: integral,
  $expMovingAvg: expMovingAvg,
};

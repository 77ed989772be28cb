import { isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { compareNumbers } from "#server/embedded/mongo/bson/numbers.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import {
  addValues,
  divideValues,
  multiplyValues,
  subtractValues,
} from "#server/embedded/mongo/expression/arithmetic.ts";
import { constantOf } from "#server/embedded/mongo/expression/constant.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { ACCUMULATORS } from "./accumulators.ts";
import type { Bounds } from "./window-bounds.ts";
import { boundsOf, slide } from "./window-call.ts";
import type { WindowCall, WindowFunctionMaker } from "./window-call.ts";

/** Where the current value lies between the window's least and greatest, on a scale of its own. */
const minMaxScaler: WindowFunctionMaker = (call) => {
  const { operand, environment } = call;
  for (const key of call.spec.keys())
    if (key !== call.name && key !== "window") throw failedToParse(`$minMaxScaler got unexpected argument: '${key}'`);
  if (!isDoc(operand))
    throw failedToParse(`$minMaxScaler expects an object, but got a ${typeName(operand)}: ${showValue(operand)}`);
  const bounds = boundsOf(call);
  requireCurrent(bounds);
  const { input, least, most } = parseScale(call);
  const evaluate = environment.compileExpression(input);
  const extreme = (name: string): ReturnType<WindowFunctionMaker> => slide(start(name, input, environment), bounds);
  const [lows, highs] = [extreme("$min"), extreme("$max")];
  return (partition) => {
    const [lowest, highest] = [lows(partition), highs(partition)];
    return (current) => {
      const value = evaluate(partition.documents[current] ?? new Map());
      if (!isNumber(value))
        throw typeMismatch(
          `'input' argument to $minMaxScaler must evaluate to a numeric type, got: ${value === undefined ? "missing" : typeName(value)}`,
        );
      const [low, high] = [lowest(current), highest(current)];
      if (!isNumber(low) || !isNumber(high) || compareNumbers(low, high) === 0) return least;
      const share = divideValues(subtractValues(value, low), subtractValues(high, low));
      return addValues([multiplyValues([share, subtractValues(most, least)]), least]);
    };
  };
};

function start(name: string, input: Value, environment: Environment): Parameters<typeof slide>[0] {
  const maker = ACCUMULATORS.get(name);
  if (maker === undefined) throw new RangeError(name);
  return maker(input, environment, name);
}

function requireCurrent({ low, high }: Bounds): void {
  if (isNumber(low) && toNumber(low) > 0)
    throw failedToParse(
      `Lower specified bound cannot be greater than 0 (the current doc), as $minMaxScaler must ensure that the current document being processed is always within the configured window. Lower specified bound = ${toNumber(low).toFixed(6)}`,
    );
  if (isNumber(high) && toNumber(high) < 0)
    throw failedToParse(
      `Upper specified bound cannot be less than 0 (the current doc), as $minMaxScaler must ensure that the current document being processed is always within the configured window. Upper specified bound = ${toNumber(high).toFixed(6)}`,
    );
}

function parseScale({ operand, environment }: WindowCall): { input: Value; least: Numeric; most: Numeric } {
  const spec = isDoc(operand) ? operand : new Map<string, Value>();
  for (const key of spec.keys())
    if (!["input", "min", "max"].includes(key))
      throw failedToParse(`$minMaxScaler got unexpected internal argument: '${key}'`);
  const limit = (name: string, fallback: number): Numeric => {
    const given = spec.get(name);
    if (given === undefined) return fallback;
    const constant = constantOf(given, environment);
    if (constant === undefined) throw failedToParse(`'${name}' argument to $minMaxScaler must be a constant`);
    if (isNumber(constant.value)) return constant.value;
    throw failedToParse(`'${name}' argument to $minMaxScaler must be a numeric type`);
  };
  const [least, most] = [limit("min", 0), limit("max", 1)];
  const input = spec.get("input");
  if (input === undefined) throw failedToParse("$minMaxScaler requires an 'input' expression");
  if (spec.has("min") !== spec.has("max"))
    throw failedToParse(
      "Only one of 'min' and 'max' were specified as an argument to $minMaxScaler. Neither or both must be specified",
    );
  if (compareNumbers(least, most) >= 0)
    throw failedToParse("the 'max' must be strictly greater than 'min', as arguments to $minMaxScaler");
  return { input, least, most };
}

export const SCALERS: Readonly<Record<string, WindowFunctionMaker>> = { $minMaxScaler: minMaxScaler };

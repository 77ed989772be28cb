import { Double, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { averageOf, sumOf } from "./accumulate.ts";
import { Deviation } from "./deviation.ts";
import { isNullish, nary } from "./expression.ts";
import type { Operator, Operators } from "./expression.ts";

/** Over the values of one array argument, or of several arguments. */
function overValues(apply: (values: readonly Value[], environment: Environment) => Value): Operator {
  return nary(0, Infinity, (args, environment) => {
    const [only] = args;
    const values = args.length === 1 && Array.isArray(only) ? only : args;
    return apply(
      values.filter((value) => !isNullish(value)),
      environment,
    );
  });
}

/** Of equals the one that came first. */
function extreme(direction: 1 | -1): Operator {
  return overValues((values, { compare }) => {
    let best: Value | undefined;
    for (const value of values) if (best === undefined || compare(value, best) * direction > 0) best = value;
    return best ?? null;
  });
}

function deviation(isSample: boolean): Operator {
  return overValues((values) => {
    const spread = new Deviation();
    for (const value of values) if (isNumber(value)) spread.add(toNumber(value));
    const found = spread.result(isSample);
    return found === undefined ? null : new Double(found);
  });
}

export const STATISTICS: Operators = {
  $sum: overValues((values) => sumOf(values.filter(isNumber)).result()),
  $avg: overValues((values) => {
    const numbers = values.filter(isNumber);
    return averageOf(sumOf(numbers), numbers.length);
  }),
  $min: extreme(-1),
  $max: extreme(1),
  $stdDevPop: deviation(false),
  $stdDevSamp: deviation(true),
};

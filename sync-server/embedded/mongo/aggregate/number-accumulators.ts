import { negateNumber } from "#server/embedded/mongo/bson/arithmetic.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { Decimal, Double, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { typeMismatch } from "#server/embedded/mongo/error.ts";
import { averageOf } from "#server/embedded/mongo/expression/accumulate.ts";
import { divide, plus, times } from "#server/embedded/mongo/expression/arithmetic.ts";
import { Deviation } from "#server/embedded/mongo/expression/deviation.ts";
import { NumberSum } from "#server/embedded/mongo/expression/number-sum.ts";
import { parseQuantile } from "#server/embedded/mongo/expression/percentile.ts";
import type { Quantile } from "#server/embedded/mongo/expression/percentile.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { running } from "./running.ts";
import type { AccumulatorMaker, State, Use } from "./running.ts";
import { SortedList } from "./sorted-list.ts";

type Input = Value | undefined;

/** Of one expression's numbers; what is no number does not count. */
function overNumbers(make: (use: Use) => State<Numeric>): AccumulatorMaker {
  return (operand, environment) => {
    const evaluate = environment.compileExpression(operand);
    return (_id, use) => {
      const state = make(use);
      return running<Input>(
        evaluate,
        {
          take: (value) => {
            if (isNumber(value)) state.take(value);
          },
          drop: (value) => {
            if (isNumber(value)) state.drop(value);
          },
          result: state.result,
        },
        use,
      );
    };
  };
}

function sum(): State<Numeric> {
  const total = new NumberSum();
  return {
    take: (value) => total.add(value),
    drop: (value) => total.remove(value),
    result: () => total.result(),
  };
}

function average(): State<Numeric> {
  const total = new NumberSum();
  let count = 0;
  return {
    take: (value) => {
      total.add(value);
      count += 1;
    },
    drop: (value) => {
      total.remove(value);
      count -= 1;
    },
    result: () => averageOf(total, count),
  };
}

function deviation(isSample: boolean): (use: Use) => State<Numeric> {
  return (use) => {
    const spread = new Deviation();
    return {
      take: (value) => spread.add(toNumber(value)),
      drop: (value) => spread.remove(toNumber(value)),
      result: () => {
        if (use === "sliding" && spread.hasStrange) return null;
        const found = spread.result(isSample);
        return found === undefined ? null : new Double(found);
      },
    };
  };
}

type Pair = readonly [Numeric, Numeric];

function pairOf(value: Input): Pair | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [x, y] = value;
  return isNumber(x) && isNumber(y) ? [x, y] : undefined;
}

/** Undefined for a pair of plain numbers, else what it makes of the whole. */
function strangeness(pair: Pair): Numeric | undefined {
  const numbers = pair.map(toNumber);
  if (numbers.every(Number.isFinite)) return undefined;
  const sides = new Set(numbers.filter((number) => !Number.isFinite(number)));
  const [only = Number.NaN] = sides;
  const number = sides.size === 1 ? only : Number.NaN;
  return pair.some((value) => value instanceof Decimal) ? divide(new Double(number), 1) : new Double(number);
}

/** By the running means, so that nothing large is ever subtracted from something large. */
function covariance(isSample: boolean): State<Input> {
  let products = new NumberSum();
  let [x, y] = [new NumberSum(), new NumberSum()];
  let count = 0;
  const mean = (total: NumberSum): Numeric => averageOf(total, count) ?? 0;
  const minus = (left: Numeric, right: Numeric): Numeric => plus(left, negateNumber(right));
  return {
    take: (value) => {
      const pair = pairOf(value);
      if (pair === undefined) return;
      const strange = strangeness(pair);
      if (strange !== undefined) return products.add(strange);
      const fromMean = count === 0 ? 0 : minus(pair[0], mean(x));
      x.add(pair[0]);
      y.add(pair[1]);
      count += 1;
      products.add(times(fromMean, minus(pair[1], mean(y))));
    },
    drop: (value) => {
      const pair = pairOf(value);
      if (pair === undefined) return;
      const strange = strangeness(pair);
      if (strange !== undefined) return products.remove(strange);
      if (count === 1) {
        products = new NumberSum();
        [x, y] = [new NumberSum(), new NumberSum()];
        count = 0;
        return;
      }
      const oldMeanOfY = mean(y);
      x.remove(pair[0]);
      count -= 1;
      products.remove(times(minus(pair[0], mean(x)), minus(pair[1], oldMeanOfY)));
      y.remove(pair[1]);
    },
    result: () => {
      if (count === 1 && !isSample) return new Double(0);
      const divisor = count - (isSample ? 1 : 0);
      if (divisor <= 0) return null;
      const total = products.result();
      return total instanceof Decimal ? divide(total, divisor) : new Double(toNumber(total) / divisor);
    },
  };
}

function overPairs(isSample: boolean): AccumulatorMaker {
  return (operand, environment) => {
    const evaluate = environment.compileExpression(operand);
    return (_id, use) => running(evaluate, covariance(isSample), use);
  };
}

const quantile: AccumulatorMaker = (operand, environment, name) => {
  const constant = (expression: Value): Value => environment.compileExpression(expression)(new Map()) ?? null;
  const { input, finish } = parseQuantile(name, operand, constant);
  const evaluate = environment.compileExpression(input);
  return (_id, use) => running(evaluate, use === "group" ? wholeQuantile(finish) : movingQuantile(finish), use);
};

type Finish = Quantile["finish"];

function wholeQuantile(finish: Finish): State<Input> {
  const numbers: number[] = [];
  return {
    take: (value) => {
      if (isNumber(value)) numbers.push(toNumber(value));
    },
    drop: () => {},
    result: () => finish(Float64Array.from(numbers).toSorted()),
  };
}

function movingQuantile(finish: Finish): State<Input> {
  const sorted = new SortedList<number>((left, right) =>
    left < right ? -1 : left > right ? 1 : Number.isNaN(left) ? 1 : 0,
  );
  return {
    take: (value) => {
      if (isNumber(value)) sorted.add(toNumber(value));
    },
    drop: (value) => {
      if (isNumber(value)) sorted.remove(toNumber(value));
    },
    result: () => finish(sorted),
  };
}

const count: AccumulatorMaker = (operand) => {
  if (!isDoc(operand) || operand.size > 0) throw typeMismatch("$count takes no arguments, i.e. $count:{}");
  return () => {
    let n = 0;
    return {
      add: () => {
        n += 1;
      },
      dropOldest: () => {
        n -= 1;
      },
      result: () => n,
    };
  };
};

export const NUMBER_ACCUMULATORS: Readonly<Record<string, AccumulatorMaker>> = {
  $sum: overNumbers(sum),
  $avg: overNumbers(average),
  $stdDevPop: overNumbers(deviation(false)),
  $stdDevSamp: overNumbers(deviation(true)),
  $covariancePop: overPairs(false),
  $covarianceSamp: overPairs(true),
  $percentile: quantile,
  $median: quantile,
  $count: count,
};

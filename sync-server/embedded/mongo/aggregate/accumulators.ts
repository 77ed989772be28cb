import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { Decimal, Double, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { divide, plus } from "#server/embedded/mongo/expression/arithmetic.ts";
import { isNullish } from "#server/embedded/mongo/expression/expression.ts";
import { toInteger, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import type { Environment, Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { parseSort, sortKey } from "#server/embedded/mongo/query/sort-key.ts";

export type Accumulator = { add: (source: Doc) => void; result: () => Value };
export type MakeAccumulator = () => Accumulator;

type State = { take: (value: Value | undefined) => void; result: () => Value };

type Fold = (evaluate: Evaluate) => Accumulator;

/** Throws MongoDB's errors for what is no accumulator. */
export function makeAccumulator(name: string, spec: Value, environment: Environment): MakeAccumulator {
  const [entry] = isDoc(spec) ? spec : [];
  if (entry === undefined) throw new MongoError({ code: 40234 }, `The field '${name}' must be an accumulator object`);
  if (isDoc(spec) && spec.size > 1)
    throw new MongoError({ code: 40238 }, `The field '${name}' must specify one accumulator`);
  const [operator, operand] = entry;
  const ordered = orderedAccumulator(operator, operand, environment);
  if (ordered !== undefined) return ordered;
  const fold = FOLDS.get(operator);
  if (fold === undefined) throw new MongoError({ code: 15952 }, `unknown group operator '${operator}'`);
  const evaluate = environment.compileExpression(operand);
  return () => fold(evaluate);
}

function each(take: (value: Value | undefined) => void, result: () => Value): Fold {
  return (evaluate) => ({ add: (source) => take(evaluate(source)), result });
}

function withState(make: () => State): Fold {
  return (evaluate) => {
    const state = make();
    return each(state.take, state.result)(evaluate);
  };
}

function sum(): State {
  let total: Numeric = 0;
  return {
    take: (value) => {
      if (isNumber(value)) total = plus(total, value);
    },
    result: () => total,
  };
}

function average(): State {
  let total: Numeric = 0;
  let n = 0;
  return {
    take: (value) => {
      if (!isNumber(value)) return;
      total = plus(total, value);
      n += 1;
    },
    result: () => {
      if (n === 0) return null;
      return total instanceof Decimal ? divide(total, n) : new Double(toNumber(total) / n);
    },
  };
}

function extreme(direction: 1 | -1): Fold {
  return withState(() => {
    let best: Value | undefined;
    return {
      take: (value) => {
        if (isNullish(value)) return;
        if (best === undefined || compareValues(value, best) * direction > 0) best = value;
      },
      result: () => best ?? null,
    };
  });
}

function list(): State {
  const values: Value[] = [];
  return {
    take: (value) => {
      if (value !== undefined) values.push(value);
    },
    result: () => values,
  };
}

function distinctList(): State {
  const seen = new Map<string, Value>();
  return {
    take: (value) => {
      if (value === undefined) return;
      const key = encodeKeyValue(value).toString("latin1");
      if (!seen.has(key)) seen.set(key, value);
    },
    result: () => [...seen.values()],
  };
}

function end(isFirst: boolean): Fold {
  return withState(() => {
    let value: Value | undefined;
    let isTaken = false;
    return {
      take: (next) => {
        if (!isFirst || !isTaken) value = next;
        isTaken = true;
      },
      result: () => value ?? null,
    };
  });
}

function merged(): State {
  const out: Doc = new Map();
  return {
    take: (value) => {
      if (isNullish(value)) return;
      if (!isDoc(value)) throw new MongoError({ code: 40400 }, "$mergeObjects requires object inputs");
      for (const [name, inner] of value) out.set(name, inner);
    },
    result: () => out,
  };
}

/** Welford's method, stable where sums of squares are not. */
function deviation(isSample: boolean): Fold {
  return withState(() => {
    let n = 0;
    let mean = 0;
    let squares = 0;
    return {
      take: (value) => {
        if (!isNumber(value)) return;
        n += 1;
        const number = toNumber(value);
        const delta = number - mean;
        mean += delta / n;
        squares += delta * (number - mean);
      },
      result: () => (n <= (isSample ? 1 : 0) ? null : new Double(Math.sqrt(squares / (n - (isSample ? 1 : 0))))),
    };
  });
}

const FOLDS: ReadonlyMap<string, Fold> = new Map<string, Fold>([
  ["$sum", withState(sum)],
  ["$avg", withState(average)],
  ["$min", extreme(-1)],
  ["$max", extreme(1)],
  ["$push", withState(list)],
  ["$addToSet", withState(distinctList)],
  ["$first", end(true)],
  ["$last", end(false)],
  ["$mergeObjects", withState(merged)],
  ["$stdDevPop", deviation(false)],
  ["$stdDevSamp", deviation(true)],
  [
    "$count",
    () => {
      let n = 0;
      return {
        add: () => {
          n += 1;
        },
        result: () => n,
      };
    },
  ],
]);

const ORDERED = ["$top", "$bottom", "$topN", "$bottomN", "$firstN", "$lastN", "$minN", "$maxN"];

/** Those that take `{n, sortBy, output}` or `{n, input}`. */
function orderedAccumulator(operator: string, operand: Value, environment: Environment): MakeAccumulator | undefined {
  if (!ORDERED.includes(operator)) return undefined;
  if (!isDoc(operand)) throw new MongoError({ code: 5788001 }, `specification must be an object; found ${operator}`);
  const isSingle = operator === "$top" || operator === "$bottom";
  const n = isSingle ? 1 : Number(toInteger(environment.compileExpression(operand.get("n") ?? null)(new Map())) ?? 0n);
  if (n <= 0) throw new MongoError({ code: 5787908 }, `'n' must be greater than 0, found ${n} in ${operator}`);
  const evaluate = environment.compileExpression(operand.get("output") ?? operand.get("input") ?? null);
  const sortBy = operand.get("sortBy");
  const fields = isDoc(sortBy) ? parseSort(sortBy) : [];
  const fold = (value: Value): Value => environment.collation?.fold(value) ?? value;
  return () => {
    const items: { value: Value; key: Buffer; order: number }[] = [];
    return {
      add: (source) => {
        const value = evaluate(source);
        const isExtreme = operator === "$minN" || operator === "$maxN";
        if (isExtreme && isNullish(value)) return;
        const key = isExtreme ? encodeKeyValue(value) : sortKey(source, fields, fold);
        items.push({ value: value ?? null, key, order: items.length });
      },
      result: () => {
        const isPlain = operator === "$firstN" || operator === "$lastN";
        const sorted = isPlain ? items : items.toSorted((a, b) => Buffer.compare(a.key, b.key) || a.order - b.order);
        const isFromEnd = ["$bottom", "$bottomN", "$lastN", "$maxN"].includes(operator);
        const taken = (isFromEnd ? sorted.slice(-n) : sorted.slice(0, n)).map((item) => item.value);
        if (isSingle) return taken[0] ?? null;
        return operator === "$maxN" ? taken.toReversed() : taken;
      },
    };
  };
}

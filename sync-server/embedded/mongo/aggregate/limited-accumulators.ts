import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { typeMismatch } from "#server/embedded/mongo/error.ts";
import { fail, isNullish } from "#server/embedded/mongo/expression/expression.ts";
import { parseLimited, positiveCount } from "#server/embedded/mongo/expression/limited.ts";
import type { Environment, Evaluate } from "#server/embedded/mongo/query/environment.ts";
import { parseSort, sortKey } from "#server/embedded/mongo/query/sort-key.ts";
import { Queue, running } from "./running.ts";
import type { AccumulatorMaker, State, Use } from "./running.ts";
import { SortedList } from "./sorted-list.ts";

/** `$firstN` and `$lastN`. */
function ends(fromEnd: boolean): AccumulatorMaker {
  return (operand, environment) => {
    const spec = parseLimited(operand, 5787801);
    const limit = environment.compileExpression(spec.n);
    const evaluate = environment.compileExpression(spec.input);
    return (id, use) => {
      const count = positiveCount(limit(id));
      const kept = new Queue<{ value: Value }>();
      return running<Value | undefined>(
        evaluate,
        {
          take: (value) => {
            if (use !== "sliding" && !fromEnd && kept.length === count) return;
            kept.push({ value: value ?? null });
            if (use !== "sliding" && kept.length > count) kept.shift();
          },
          drop: () => {
            kept.shift();
          },
          result: () => {
            const values = kept.toArray().map(({ value }) => value);
            return fromEnd ? values.slice(-count) : values.slice(0, count);
          },
        },
        use,
      );
    };
  };
}

type Ranked = { key: Value | Buffer; value: Value };

/** The best so many of what was taken, all of it remembered only where it may still be dropped. */
function best(
  count: number,
  fromEnd: boolean,
  compare: (left: Ranked, right: Ranked) => number,
  use: Use,
): State<Ranked | undefined> & { chosen: () => Ranked[] } {
  const list = new SortedList<Ranked>(compare);
  const chosen = (): Ranked[] => list.few(count, fromEnd);
  return {
    take: (item) => {
      if (item === undefined) return;
      if (use === "sliding" || list.length < count) return list.add(item);
      const worst = list.at(fromEnd ? 0 : -1);
      if (worst === undefined || compare(item, worst) * (fromEnd ? -1 : 1) >= 0) return;
      list.remove(worst);
      list.add(item);
    },
    drop: (item) => {
      if (item !== undefined) list.remove(item);
    },
    result: () => chosen().map(({ value }) => value),
    chosen,
  };
}

/** `$minN` and `$maxN`. */
function extremes(fromEnd: boolean): AccumulatorMaker {
  return (operand, environment) => {
    const spec = parseLimited(operand, 5787900);
    const limit = environment.compileExpression(spec.n);
    const evaluate = environment.compileExpression(spec.input);
    const compare = (left: Ranked, right: Ranked): number => environment.compare(left.value, right.value);
    return (id, use) => {
      const state = best(positiveCount(limit(id)), fromEnd, compare, use);
      const result = (): Value => {
        const values = state.chosen().map(({ value }) => value);
        return fromEnd ? values.toReversed() : values;
      };
      const read = (source: Doc): Ranked | undefined => {
        const value = evaluate(source);
        return isNullish(value) ? undefined : { key: null, value };
      };
      return running(read, { ...state, result }, use);
    };
  };
}

type TopSpec = { n: Value; sortBy: Doc; output: Value };

function parseTop(name: string, operand: Value, isSingle: boolean): TopSpec {
  if (!isDoc(operand)) throw fail(5788001, `specification must be an object; found ${name}: ${showValue(operand)}`);
  for (const key of operand.keys())
    if (key !== "sortBy" && key !== "output" && (isSingle || key !== "n"))
      throw fail(5788002, `Unknown argument to ${name} '${key}'`);
  const n = isSingle ? 1 : operand.get("n");
  const output = operand.get("output");
  const sortBy = operand.get("sortBy");
  if (n === undefined) throw fail(5788003, "Missing value for 'n'");
  if (output === undefined) throw fail(5788004, "Missing value for 'output'");
  if (sortBy === undefined) throw fail(5788005, "Missing value for 'sortBy'");
  if (!isDoc(sortBy)) throw typeMismatch("expected 'sortBy' to already be an object in the arguments to " + name);
  return { n, sortBy, output };
}

/** `$top`, `$bottom`, `$topN` and `$bottomN`. */
function top(fromEnd: boolean, isSingle: boolean): AccumulatorMaker {
  return (operand, environment, name) => {
    const spec = parseTop(name, operand, isSingle);
    const limit = environment.compileExpression(spec.n);
    const read = rankedBy(spec, environment.compileExpression(spec.output), environment);
    return (id, use) => {
      const state = best(positiveCount(limit(id)), fromEnd, byKey, use);
      return running(read, isSingle ? { ...state, result: () => state.chosen()[0]?.value ?? null } : state, use);
    };
  };
}

function rankedBy(spec: TopSpec, output: Evaluate, environment: Environment): (source: Doc) => Ranked {
  const fields = parseSort(spec.sortBy);
  const fold = (value: Value): Value => environment.collation?.fold(value) ?? value;
  return (source) => ({ key: sortKey(source, fields, fold), value: output(source) ?? null });
}

function byKey(left: Ranked, right: Ranked): number {
  return left.key instanceof Buffer && right.key instanceof Buffer ? Buffer.compare(left.key, right.key) : 0;
}

export const LIMITED_ACCUMULATORS: Readonly<Record<string, AccumulatorMaker>> = {
  $firstN: ends(false),
  $lastN: ends(true),
  $minN: extremes(false),
  $maxN: extremes(true),
  $top: top(false, true),
  $bottom: top(true, true),
  $topN: top(false, false),
  $bottomN: top(true, false),
};

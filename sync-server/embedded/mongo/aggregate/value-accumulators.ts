import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import { isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { isNullish } from "#server/embedded/mongo/expression/expression.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { Queue, running } from "./running.ts";
import type { AccumulatorMaker, State, Use } from "./running.ts";

type Input = Value | undefined;

function overValues(make: (environment: Environment, use: Use) => State<Input>): AccumulatorMaker {
  return (operand, environment) => {
    const evaluate = environment.compileExpression(operand);
    return (_id, use) => running(evaluate, make(environment, use), use);
  };
}

/** Of equals the one that came first. */
function extreme(direction: 1 | -1): AccumulatorMaker {
  return overValues(({ compare }, use) => {
    if (use === "sliding") return slidingExtreme(compare, direction);
    let best: Value | undefined;
    return {
      take: (value) => {
        if (!isNullish(value) && (best === undefined || compare(value, best) * direction > 0)) best = value;
      },
      drop: () => {},
      result: () => best ?? null,
    };
  });
}

/** Keeps only what may still become the extreme: each value waits behind the better ones that will leave before it. */
function slidingExtreme(compare: Environment["compare"], direction: 1 | -1): State<Input> {
  const waiting = new Queue<{ value: Value; turn: number }>();
  let taken = 0;
  let dropped = 0;
  return {
    take: (value) => {
      const turn = taken;
      taken += 1;
      if (isNullish(value)) return;
      for (let last = waiting.last(); last !== undefined; last = waiting.last()) {
        if (compare(value, last.value) * direction <= 0) break;
        waiting.pop();
      }
      waiting.push({ value, turn });
    },
    drop: () => {
      if (waiting.first()?.turn === dropped) waiting.shift();
      dropped += 1;
    },
    result: () => waiting.first()?.value ?? null,
  };
}

function list(): State<Input> {
  const values = new Queue<{ value: Value }>();
  return {
    take: (value) => {
      if (value !== undefined) values.push({ value });
    },
    drop: (value) => {
      if (value !== undefined) values.shift();
    },
    result: () => values.toArray().map(({ value }) => value),
  };
}

function distinctList({ collation }: Environment): State<Input> {
  const seen = new Map<string, { value: Value; count: number }>();
  const keyOf = (value: Value): string =>
    encodeKeyValue(collation === undefined ? value : collation.fold(value)).toString("latin1");
  return {
    take: (value) => {
      if (value === undefined) return;
      const key = keyOf(value);
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { value, count: 1 });
      else known.count += 1;
    },
    drop: (value) => {
      if (value === undefined) return;
      const key = keyOf(value);
      const known = seen.get(key);
      if (known === undefined) return;
      known.count -= 1;
      if (known.count === 0) seen.delete(key);
    },
    result: () => [...seen.values()].map(({ value }) => value),
  };
}

/** In a group only: a window reads its ends directly. */
function end(isFirst: boolean): AccumulatorMaker {
  return overValues(() => {
    let value: Input;
    let isTaken = false;
    return {
      take: (next) => {
        if (!isFirst || !isTaken) value = next;
        isTaken = true;
      },
      drop: () => {},
      result: () => value ?? null,
    };
  });
}

function merged(): State<Input> {
  const out: Doc = new Map();
  return {
    take: (value) => {
      if (isNullish(value)) return;
      if (!isDoc(value))
        throw new MongoError(
          { code: 40400 },
          `$mergeObjects requires object inputs, but input ${typeName(value)} is of type ${typeName(value)}`,
        );
      for (const [name, inner] of value) out.set(name, inner);
    },
    drop: () => {},
    result: () => out,
  };
}

export const VALUE_ACCUMULATORS: Readonly<Record<string, AccumulatorMaker>> = {
  $min: extreme(-1),
  $max: extreme(1),
  $push: overValues(list),
  $addToSet: overValues(distinctList),
  $first: end(true),
  $last: end(false),
  $mergeObjects: overValues(merged),
};

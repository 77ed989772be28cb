import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { LIMITED_ACCUMULATORS } from "./limited-accumulators.ts";
import { NUMBER_ACCUMULATORS } from "./number-accumulators.ts";
import type { AccumulatorMaker, Start } from "./running.ts";
import { SCRIPT_ACCUMULATORS } from "./script-accumulator.ts";
import { VALUE_ACCUMULATORS } from "./value-accumulators.ts";

/** What a window may run over as well as a group. */
export const ACCUMULATORS: ReadonlyMap<string, AccumulatorMaker> = new Map(
  [NUMBER_ACCUMULATORS, VALUE_ACCUMULATORS, LIMITED_ACCUMULATORS].flatMap((group) => Object.entries(group)),
);

const ONLY_IN_WINDOWS = ["$covariancePop", "$covarianceSamp"];
export const ONLY_IN_GROUPS = ["$mergeObjects"];

/** Throws MongoDB's errors for what is no accumulator. */
export function makeAccumulator(name: string, spec: Value, environment: Environment): Start {
  const [entry] = isDoc(spec) ? spec : [];
  if (entry === undefined || !entry[0].startsWith("$"))
    throw new MongoError({ code: 40234 }, `The field '${name}' must be an accumulator object`);
  if (isDoc(spec) && spec.size > 1)
    throw new MongoError({ code: 40238 }, `The field '${name}' must specify one accumulator`);
  const [operator, operand] = entry;
  const maker = ACCUMULATORS.get(operator) ?? SCRIPT_ACCUMULATORS[operator];
  if (maker === undefined || ONLY_IN_WINDOWS.includes(operator))
    throw new MongoError({ code: 15952 }, `unknown group operator '${operator}'`);
  if (Array.isArray(operand) && TAKES_ONE_VALUE.has(operator) && operand.length !== 1)
    throw new MongoError({ code: 40237 }, `The ${operator} accumulator is a unary operator`);
  const one = Array.isArray(operand) && TAKES_ONE_VALUE.has(operator) ? (operand[0] ?? null) : operand;
  return maker(one, environment, operator);
}

const TAKES_ONE_VALUE = new Set([
  "$sum",
  "$avg",
  "$min",
  "$max",
  "$push",
  "$addToSet",
  "$first",
  "$last",
  "$mergeObjects",
  "$stdDevPop",
  "$stdDevSamp",
]);

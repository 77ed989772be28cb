import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { ACCUMULATORS, ONLY_IN_GROUPS } from "./accumulators.ts";
import type { Order } from "./window-bounds.ts";
import { CALCULUS } from "./window-calculus.ts";
import { boundsOf, refuseOthers, slide } from "./window-call.ts";
import type { WindowFunction, WindowFunctionMaker } from "./window-call.ts";
import { ENDS } from "./window-ends.ts";
import { FILLS } from "./window-fills.ts";
import { RANKS } from "./window-ranks.ts";
import { SCALERS } from "./window-scaler.ts";

const FUNCTIONS: ReadonlyMap<string, WindowFunctionMaker> = new Map(
  [CALCULUS, ENDS, FILLS, RANKS, SCALERS].flatMap((group) => Object.entries(group)),
);

/** Throws MongoDB's errors for what is no window function. */
export function parseWindowFunction(
  field: string,
  spec: Value,
  order: Order,
  environment: Environment,
): WindowFunction {
  if (!isDoc(spec)) throw failedToParse(`The field '${field}' must be a window function object`);
  const name = spec.keys().find((key) => key.startsWith("$"));
  if (name === undefined) {
    const [first] = spec.keys();
    throw failedToParse(`Expected a $-prefixed window function${first === undefined ? "" : `, ${first}`}`);
  }
  const call = { name, operand: spec.get(name) ?? null, window: spec.get("window"), spec, order, environment };
  const maker = FUNCTIONS.get(name);
  if (maker !== undefined) return maker(call);
  const accumulator = ONLY_IN_GROUPS.includes(name) ? undefined : ACCUMULATORS.get(name);
  if (accumulator === undefined) throw failedToParse(`Unrecognized window function, ${name}`);
  refuseOthers(call, true);
  return slide(accumulator(call.operand, environment, name), boundsOf(call));
}

import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse } from "#server/embedded/mongo/error.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";
import { ACCUMULATORS } from "./accumulators.ts";
import type { Start, Use } from "./running.ts";
import { WHOLE_PARTITION, parseBounds, windowsOf } from "./window-bounds.ts";
import type { Bounds, Order, Partition } from "./window-bounds.ts";

/** Computes one output field, asked for each document of the partition in turn. */
export type WindowFunction = (partition: Partition) => (current: number) => Value | undefined;

/** What the author of a window function gave: its operand, its window if any, the names of all that was given. */
export type WindowCall = {
  name: string;
  operand: Value;
  window: Value | undefined;
  spec: Doc;
  order: Order;
  environment: Environment;
};

export type WindowFunctionMaker = (call: WindowCall) => WindowFunction;

/** What runs over windows without being an accumulator. */
const OWN_FUNCTIONS = [
  "$denseRank",
  "$derivative",
  "$documentNumber",
  "$expMovingAvg",
  "$integral",
  "$linearFill",
  "$locf",
  "$minMaxScaler",
  "$rank",
  "$shift",
];

/** Nothing may stand beside the function but its window, and that only where it takes one. */
export function refuseOthers(call: WindowCall, takesWindow: boolean): void {
  for (const key of call.spec.keys()) {
    if (key === call.name || key === "window") continue;
    if (OWN_FUNCTIONS.includes(key) || ACCUMULATORS.has(key))
      throw failedToParse("Cannot specify two functions in window function spec");
    throw failedToParse(`Window function found an unknown argument: ${key}`);
  }
  if (!takesWindow && call.window !== undefined) throw failedToParse(`'window' field is not allowed in ${call.name}`);
}

export function boundsOf({ window, order, environment }: WindowCall): Bounds {
  return window === undefined ? WHOLE_PARTITION : parseBounds(window, order, environment);
}

/** Each document is taken in once and let go once, whatever the size of the window. */
export function slide(start: Start, bounds: Bounds): WindowFunction {
  const use: Use = bounds.low !== "unbounded" ? "sliding" : bounds.high === "unbounded" ? "group" : "growing";
  return (partition) => {
    const windows = windowsOf(bounds, partition);
    const state = start(new Map(), use);
    let from = 0;
    let to = 0;
    let latest: Value | undefined;
    return (current) => {
      const window = windows(current);
      if (latest !== undefined && window.from === from && window.to === to) return latest;
      for (; from < window.from && from < to; from += 1) state.dropOldest();
      if (from === to) from = to = window.from;
      for (; to < window.to; to += 1) state.add(partition.documents[to] ?? new Map());
      latest = state.result();
      return latest;
    };
  };
}

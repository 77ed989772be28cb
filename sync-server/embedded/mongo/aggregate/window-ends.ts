import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse } from "#server/embedded/mongo/error.ts";
import { constantOf } from "#server/embedded/mongo/expression/constant.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { windowsOf } from "./window-bounds.ts";
import { boundsOf, refuseOthers } from "./window-call.ts";
import type { WindowFunctionMaker } from "./window-call.ts";

/** `$first` and `$last`: read from the end of the window itself. */
function end(isFirst: boolean): WindowFunctionMaker {
  return (call) => {
    for (const key of call.spec.keys())
      if (key !== call.name && key !== "window") throw failedToParse(`${call.name} got unexpected argument: ${key}`);
    const bounds = boundsOf(call);
    const evaluate = call.environment.compileExpression(call.operand);
    return (partition) => {
      const windows = windowsOf(bounds, partition);
      return (current) => {
        const { from, to } = windows(current);
        const source = from === to ? undefined : partition.documents[isFirst ? from : to - 1];
        return source === undefined ? null : evaluate(source);
      };
    };
  };
}

const shift: WindowFunctionMaker = (call) => {
  const { operand, environment, order } = call;
  if (call.window !== undefined) throw failedToParse("$shift does not accept a 'window' field");
  refuseOthers(call, false);
  if (!isDoc(operand)) throw failedToParse("Argument to $shift must be an object");
  for (const key of operand.keys())
    if (!["output", "by", "default"].includes(key)) throw failedToParse("Unknown argument in $shift");
  const output = operand.get("output");
  const by = operand.get("by");
  const fallback = constantOf(operand.get("default") ?? null, environment);
  if (fallback === undefined) throw failedToParse("'$shift:default' expression must yield a constant value.");
  if (by !== undefined && !(isNumber(by) && Number.isInteger(toNumber(by))))
    throw failedToParse(`'$shift:by' field must be an integer, but found  by: ${showValue(by)}`);
  if (output === undefined) throw failedToParse("$shift requires an 'output' expression.");
  if (by === undefined) throw failedToParse("$shift requires 'by' as an integer value.");
  if (order === undefined) throw failedToParse("'$shift' requires a sortBy");
  const evaluate = environment.compileExpression(output);
  const distance = toNumber(by);
  return ({ documents }) =>
    (current): Value | undefined => {
      const source = documents[current + distance];
      return source === undefined ? fallback.value : evaluate(source);
    };
};

export const ENDS: Readonly<Record<string, WindowFunctionMaker>> = {
  $first: end(true),
  $last: end(false),
  $shift: shift,
};

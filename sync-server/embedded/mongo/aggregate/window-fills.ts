import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { DateTime, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { typeMismatch } from "#server/embedded/mongo/error.ts";
import {
  addValues,
  divideValues,
  multiplyValues,
  subtractValues,
} from "#server/embedded/mongo/expression/arithmetic.ts";
import { fail, isNullish } from "#server/embedded/mongo/expression/expression.ts";
import type { Partition } from "./window-bounds.ts";
import { refuseOthers } from "./window-call.ts";
import type { WindowFunctionMaker } from "./window-call.ts";

/** The last value before that was not null. */
const locf: WindowFunctionMaker = (call) => {
  refuseOthers(call, false);
  const evaluate = call.environment.compileExpression(call.operand);
  return ({ documents }) => {
    let kept: Value = null;
    return (current) => {
      const value = evaluate(documents[current] ?? new Map());
      if (!isNullish(value)) kept = value;
      return kept;
    };
  };
};

type Point = { x: Value; y: Value };

/** Nulls between two known values lie on the line between them; those at the ends stay null. */
const linearFill: WindowFunctionMaker = (call) => {
  refuseOthers(call, false);
  const { name, order, environment } = call;
  if (order?.length !== 1)
    throw fail(605001, `${name} must be specified with a top level sortBy expression with exactly one element`);
  const evaluate = environment.compileExpression(call.operand);
  return (partition) => {
    const read = (index: number): Value | undefined => evaluate(partition.documents[index] ?? new Map());
    let left: Point | undefined;
    let right: { at: number; point: Point | undefined } = { at: -1, point: undefined };
    return (current) => {
      const y = read(current);
      if (!isNullish(y) && !isNumber(y))
        throw typeMismatch(`Value to be filled must be numeric or nullish, but found ${typeName(y)}`);
      const x = checkedX(partition, current);
      if (!isNullish(y)) {
        left = { x, y };
        return y;
      }
      if (left === undefined) return null;
      if (right.at < current) right = nextPoint(partition, read, current + 1);
      return right.point === undefined ? null : interpolate(left, right.point, x);
    };
  };
};

function nextPoint(
  { documents, sortValue }: Partition,
  read: (index: number) => Value | undefined,
  start: number,
): { at: number; point: Point | undefined } {
  for (let at = start; at < documents.length; at += 1) {
    const y = read(at);
    const x = sortValue(at);
    if (!isNullish(y) && !isNullish(x)) return { at, point: { x, y } };
  }
  return { at: Infinity, point: undefined };
}

function checkedX({ sortValue }: Partition, current: number): Value {
  const x = sortValue(current);
  const shown = x === undefined ? "missing" : typeName(x);
  if (!isNumber(x) && !(x instanceof DateTime))
    throw typeMismatch(`Value of the sortBy field must be numeric or a date, but found ${shown}`);
  const before = current === 0 ? undefined : sortValue(current - 1);
  if (before === undefined) return x;
  if (isNumber(before) !== isNumber(x))
    throw typeMismatch(
      `Conflicting sort value types, previously received type ${typeName(before)}, but found ${shown}`,
    );
  if (compareValues(before, x) === 0) throw fail(6050106, "There can be no repeated values in the sort field");
  return x;
}

function interpolate(left: Point, right: Point, x: Value): Value {
  const slope = divideValues(subtractValues(right.y, left.y), subtractValues(right.x, left.x));
  return addValues([left.y, multiplyValues([subtractValues(x, left.x), slope])]);
}

export const FILLS: Readonly<Record<string, WindowFunctionMaker>> = { $locf: locf, $linearFill: linearFill };

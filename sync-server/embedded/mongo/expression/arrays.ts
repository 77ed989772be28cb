import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { isTruthy, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { fail, isNullish, nary, shownType, strictUnary, unary } from "./expression.ts";
import type { Operators } from "./expression.ts";

/** A whole number of 32 bits, or the complaint for what is no number and for what is none of those. */
function int32(
  value: Value | undefined,
  [kindCode, kind]: readonly [number, string],
  [sizeCode, size]: readonly [number, string],
): number {
  if (!isNumber(value)) throw fail(kindCode, `${kind}${shownType(value)}`);
  const number = toNumber(value);
  if (!Number.isInteger(number) || number < -(2 ** 31) || number >= 2 ** 31)
    throw fail(sizeCode, `${size}${showValue(value)}`);
  return number;
}

function elementAt(name: string, items: Value | undefined, position: Value | undefined): Value | undefined {
  if (isNullish(items) || isNullish(position)) return null;
  const which = name === "$arrayElemAt" ? "first argument" : "argument";
  if (!Array.isArray(items)) throw fail(28689, `${name}'s ${which} must be an array, but is ${shownType(items)}`);
  const at = int32(
    position,
    [28690, `${name}'s second argument must be a numeric value, but is `],
    [28691, `${name}'s second argument must be representable as a 32-bit integer: `],
  );
  return items.at(at);
}

/** A position that may be left out, checked as `$indexOfArray` and its like check it. */
export function positionOf(name: string, what: string, value: Value | undefined): number {
  const number = isNumber(value) ? toNumber(value) : Number.NaN;
  const shown = value === undefined ? "missing" : showValue(value);
  if (!Number.isInteger(number) || Math.abs(number) >= 2 ** 31)
    throw fail(
      40096,
      `${name}requires an integral ${what}, found a value of type: ${shownType(value)}, with value: "${shown}"`,
    );
  if (number < 0) throw fail(40097, `${name} requires a nonnegative ${what}, found: "${shown}"`);
  return number;
}

function slice(args: readonly (Value | undefined)[]): Value {
  const [items, first, second] = args;
  if (isNullish(items) || isNullish(first)) return null;
  if (!Array.isArray(items))
    throw fail(28724, `First argument to $slice must be an array, but is of type: ${shownType(items)}`);
  const from = int32(
    first,
    [28725, "Second argument to $slice must be a numeric value, but is of type: "],
    [28726, "Second argument to $slice can't be represented as a 32-bit integer: "],
  );
  if (args.length === 2) return from >= 0 ? items.slice(0, from) : items.slice(from);
  if (isNullish(second)) return null;
  const count = int32(
    second,
    [28727, "Third argument to $slice must be numeric, but is of type: "],
    [28728, "Third argument to $slice can't be represented as a 32-bit integer: "],
  );
  if (count <= 0) throw fail(28729, `Third argument to $slice must be positive: ${count}`);
  const start = from < 0 ? Math.max(items.length + from, 0) : from;
  return items.slice(start, start + count);
}

const MOST_BYTES = 100 * 1024 * 1024;

function range(args: readonly (Value | undefined)[]): Value {
  const [start, end, step] = args;
  const from = int32(
    start,
    [34443, "$range requires a numeric starting value, found value of type: "],
    [34444, "$range requires a starting value that can be represented as a 32-bit integer, found value: "],
  );
  const to = int32(
    end,
    [34445, "$range requires a numeric ending value, found value of type: "],
    [34446, "$range requires an ending value that can be represented as a 32-bit integer, found value: "],
  );
  const stride =
    args.length < 3
      ? 1
      : int32(
          step,
          [34447, "$range requires a numeric step value, found value of type:"],
          [34448, "$range requires a step value that can be represented as a 32-bit integer, found value: "],
        );
  if (stride === 0) throw fail(34449, "$range requires a non-zero step value");
  const length = Math.max(0, Math.ceil((to - from) / stride));
  const needed = 24 + length * 16;
  if (needed >= MOST_BYTES)
    throw new MongoError(
      "ExceededMemoryLimit",
      `$range would use too much memory (${needed} bytes) and cannot spill to disk. Memory limit: ${MOST_BYTES} bytes`,
    );
  return Array.from({ length }, (_, index) => from + index * stride);
}

export const ARRAYS: Operators = {
  $size: unary((value) => {
    if (Array.isArray(value)) return value.length;
    throw fail(17124, `The argument to $size must be an array, but was of type: ${shownType(value)}`);
  }),
  $isArray: unary((value) => Array.isArray(value)),
  $arrayElemAt: nary(2, 2, ([items, position]) => elementAt("$arrayElemAt", items, position)),
  $first: unary((value) => elementAt("$first", value, 0)),
  $last: unary((value) => elementAt("$last", value, -1)),
  $concatArrays: nary(0, Infinity, (args) => {
    const out: Value[][] = [];
    for (const value of args) {
      if (isNullish(value)) return null;
      if (!Array.isArray(value)) throw fail(28664, `$concatArrays only supports arrays, not ${shownType(value)}`);
      out.push(value);
    }
    return out.flat(1);
  }),
  $slice: nary(2, 3, slice),
  $range: nary(2, 3, range),
  $reverseArray: strictUnary((value) => {
    if (Array.isArray(value)) return value.toReversed();
    throw fail(34435, `The argument to $reverseArray must be an array, but was of type: ${shownType(value)}`);
  }),
  $in: nary(2, 2, ([value, items], { compare }) => {
    if (Array.isArray(items)) return items.some((item) => compare(item, value) === 0);
    throw fail(40081, `$in requires an array as a second argument, found: ${shownType(items)}`);
  }),
  $indexOfArray: nary(2, 4, (args, { compare }) => {
    const [items, value, start, end] = args;
    if (isNullish(items)) return null;
    if (!Array.isArray(items))
      throw fail(40090, `$indexOfArray requires an array as a first argument, found: ${shownType(items)}`);
    const from = args.length < 3 ? 0 : positionOf("$indexOfArray", "starting index", start);
    const to = args.length < 4 ? items.length : positionOf("$indexOfArray", "ending index", end);
    for (let at = from; at < Math.min(to, items.length); at += 1) if (compare(items[at], value) === 0) return at;
    return -1;
  }),
  $anyElementTrue: unary((value) => {
    if (Array.isArray(value)) return value.some(isTruthy);
    throw fail(17041, `$anyElementTrue's argument must be an array, but is ${shownType(value)}`);
  }),
  $allElementsTrue: unary((value) => {
    if (Array.isArray(value)) return value.every(isTruthy);
    throw fail(17040, `$allElementsTrue's argument must be an array, but is ${shownType(value)}`);
  }),
};

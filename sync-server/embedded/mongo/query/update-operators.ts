import { addNumbers, multiplyNumbers } from "#server/embedded/mongo/bson/arithmetic.ts";

import { DateTime, Timestamp, cloneValue, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { badValue, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger } from "./coerce.ts";
import type { Environment } from "./environment.ts";
import { isArrayFilter } from "./dollar-fields.ts";
import { addToSet, popItem, pullAllItems, pullItems, pushItems } from "./update-arrays.ts";
import { getPath } from "./update-path.ts";
import { KEEP } from "./update-outcome.ts";
import type { FieldOutcome, FieldUpdate } from "./update-outcome.ts";

type Operator = (argument: Value, path: string, environment: Environment) => FieldUpdate;

export const UPDATE_OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["$set", (argument) => () => ({ kind: "set", value: cloneValue(argument) })],
  ["$setOnInsert", (argument) => () => ({ kind: "set", value: cloneValue(argument) })],
  ["$unset", () => (current) => (current === undefined ? KEEP : { kind: "remove" })],
  ["$inc", (argument, path) => arithmetic("$inc", argument, path)],
  ["$mul", (argument, path) => arithmetic("$mul", argument, path)],
  [
    "$min",
    (argument, _path, { compare }) =>
      (current) =>
        pick(current, argument, (now) => compare(argument, now) < 0),
  ],
  [
    "$max",
    (argument, _path, { compare }) =>
      (current) =>
        pick(current, argument, (now) => compare(argument, now) > 0),
  ],
  ["$currentDate", currentDate],
  ["$rename", rename],
  ["$bit", bit],
  ["$push", pushItems],
  ["$addToSet", addToSet],
  ["$pull", pullItems],
  ["$pullAll", pullAllItems],
  ["$pop", popItem],
]);

function pick(current: Value | undefined, argument: Value, wins: (now: Value) => boolean): FieldOutcome {
  return current === undefined || wins(current) ? { kind: "set", value: cloneValue(argument) } : KEEP;
}

function arithmetic(name: "$inc" | "$mul", argument: Value, path: string): FieldUpdate {
  if (!isNumber(argument)) {
    const verb = name === "$inc" ? "increment" : "multiply";
    throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${showValue(argument)}}`);
  }
  return (current, document, at) => {
    if (current === undefined) {
      const zero = multiplyNumbers(argument, 0);
      return { kind: "set", value: name === "$inc" ? argument : (zero ?? 0) };
    }
    if (!isNumber(current)) {
      const id = showValue(document.get("_id") ?? null);
      throw typeMismatch(
        `Cannot apply ${name} to a value of non-numeric type. {_id: ${id}} has the field '${at.split(".").at(-1) ?? ""}' of non-numeric type ${typeName(current)}`,
      );
    }
    const value = name === "$inc" ? addNumbers(current, argument) : multiplyNumbers(current, argument);
    if (value === undefined) {
      throw badValue(
        `Failed to apply ${name} operations to current value ((NumberLong)${showValue(current)}) for document {_id: ${showValue(document.get("_id") ?? null)}}`,
      );
    }
    return { kind: "set", value };
  };
}

let lastTimestamp = 0n;

function currentDate(argument: Value, path: string, environment: Environment): FieldUpdate {
  const type = isDoc(argument) ? argument.get("$type") : argument === false ? undefined : "date";
  if (argument !== true && argument !== false && !isDoc(argument)) {
    throw badValue(
      `${typeName(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  const ms = BigInt(environment.now.getTime());
  if (type === "date" || argument === false) return () => ({ kind: "set", value: new DateTime(ms) });
  if (type !== "timestamp") throw badValue(`The '$type' string field is required to be 'date' or 'timestamp': ${path}`);
  return () => {
    const base = (ms / 1000n) << 32n;
    lastTimestamp = lastTimestamp >= base ? lastTimestamp + 1n : base + 1n;
    return { kind: "set", value: new Timestamp(lastTimestamp) };
  };
}

function rename(argument: Value, path: string): FieldUpdate {
  if (typeof argument !== "string") throw badValue(`The 'to' field for $rename must be a string: ${path}`);
  if (argument === path) throw badValue(`The source and target field for $rename must differ: ${path}: "${path}"`);
  if (isDynamic(path)) throw badValue(`The source field for $rename may not be dynamic: ${path}`);
  if (isDynamic(argument)) throw badValue(`The destination field for $rename may not be dynamic: ${argument}`);
  return (current, document) => {
    if (current === undefined) return KEEP;
    for (const name of [path, argument]) {
      const parts = name.split(".");
      for (let depth = 1; depth < parts.length; depth += 1) {
        if (Array.isArray(getPath(document, parts.slice(0, depth)))) {
          throw badValue(`The field of $rename cannot be an array element, '${name}'`);
        }
      }
    }
    return { kind: "move", to: argument, value: current };
  };
}

function isDynamic(path: string): boolean {
  return path.split(".").some((part) => part === "$" || isArrayFilter(part));
}

function bit(argument: Value, path: string): FieldUpdate {
  if (!isDoc(argument) || argument.size === 0) {
    throw badValue(
      `The $bit modifier is not compatible with a ${typeName(argument)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  return (current) => {
    let value: Value = current === undefined ? 0 : current;
    for (const [name, operand] of argument) {
      if (typeof operand !== "number" && typeof operand !== "bigint") {
        throw badValue(
          `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(operand)}' is not supported here: {${name}: ${showValue(operand)}}`,
        );
      }
      if (typeof value !== "number" && typeof value !== "bigint") {
        throw badValue(`Cannot apply $bit to a value of non-integral type: ${path}`);
      }
      value = combineBits(name, value, operand);
    }
    return { kind: "set", value };
  };
}

function combineBits(name: string, left: number | bigint, right: number | bigint): number | bigint {
  const a = toInteger(left) ?? 0n;
  const b = toInteger(right) ?? 0n;
  const out = name === "and" ? a & b : name === "or" ? a | b : name === "xor" ? a ^ b : undefined;
  if (out === undefined) throw badValue(`The $bit modifier only supports 'and', 'or', and 'xor', not '${name}'`);
  return typeof left === "number" && typeof right === "number" ? Number(BigInt.asIntN(32, out)) : out;
}

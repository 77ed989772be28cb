import { compareNumbers } from "#server/embedded/mongo/bson/numbers.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { TYPE_NUMBERS, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue, failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger, toNumber } from "./coerce.ts";

const DB_REF_FIELDS = ["$ref", "$id", "$db"];

/** What may stand after a field's name; `$not` is none of them, since it takes operators of its own. */
const FIELD_OPERATORS = new Set(
  "$all $bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $elemMatch $eq $exists $geoIntersects $geoNear $geoWithin $gt $gte $in $lt $lte $mod $ne $near $nearSphere $nin $options $regex $size $type $within".split(
    " ",
  ),
);

/** What stands in a filter by itself, without a field before it. */
const TOP_OPERATORS = new Set(
  "$alwaysFalse $alwaysTrue $and $comment $expr $jsonSchema $nor $or $sampleRate $text $where".split(" "),
);

/** Operators, not a literal document: its first field begins with `$`, and it is no DBRef. */
export function isOperatorDoc(operand: Value): operand is Doc {
  return isDoc(operand) && firstName(operand).startsWith("$") && !(operand.has("$ref") && operand.has("$id"));
}

/** Operators on the element itself, not a filter for documents; any part of a DBRef makes it one. */
export function isElementOperators(operand: Doc): boolean {
  const first = firstName(operand);
  return first.startsWith("$") && !DB_REF_FIELDS.some((name) => operand.has(name)) && !TOP_OPERATORS.has(first);
}

export function beginsWithFieldOperator(operand: Value): operand is Doc {
  return isDoc(operand) && FIELD_OPERATORS.has(firstName(operand));
}

function firstName(operand: Doc): string {
  return operand.keys().next().value ?? "";
}

export function sizeOf(operand: Value): number {
  const whole = isNumber(operand) ? toInteger(operand) : undefined;
  if (whole === undefined)
    throw failedToParse(`Failed to parse $size. Expected a number in: $size: ${showValue(operand)}`);
  if (isNumber(operand) && compareNumbers(whole, operand) !== 0)
    throw failedToParse(`Failed to parse $size. Expected an integer: $size: ${showValue(operand)}`);
  if (whole < 0n)
    throw failedToParse(`Failed to parse $size. Expected a non-negative number in: $size: ${showValue(operand)}`);
  return Number(whole);
}

/** The type numbers that a `$type` names. */
export function typeNumbers(parts: readonly string[], operand: Value): Set<number> {
  const wanted = new Set((Array.isArray(operand) ? operand : [operand]).flatMap(typeCodes));
  if (wanted.size === 0) throw failedToParse(`${parts.join(".")} must match at least one type`);
  return wanted;
}

function typeCodes(item: Value): number[] {
  if (item === "number") return [1, 16, 18, 19];
  if (typeof item === "string") {
    const code = TYPE_NUMBERS.get(item);
    if (code === undefined) throw badValue(`Unknown type name alias: ${item}`);
    return [code];
  }
  if (!isNumber(item)) throw typeMismatch("type must be represented as a number or a string");
  const code = toNumber(item);
  if (!TYPE_NUMBERS.values().some((known) => known === code)) throw badValue(`Invalid numerical type code: ${code}`);
  return [code];
}

import { cloneValue, doc, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue, failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { requireInt, toNumber } from "./coerce.ts";
import type { Environment } from "./environment.ts";
import { compileElementCondition } from "./element-condition.ts";
import { beginsWithFieldOperator } from "./operand-shapes.ts";
import { plainPathValue } from "./path.ts";
import { KEEP, requireArray } from "./update-outcome.ts";
import type { FieldUpdate } from "./update-outcome.ts";

const PUSH_CLAUSES = ["$each", "$slice", "$sort", "$position"];

export function pushItems(argument: Value, _path: string, { compare }: Environment): FieldUpdate {
  if (!isDoc(argument) || !argument.has("$each")) {
    return (current, document, path) => {
      const items = requireArray(current, "$push", document, path);
      const value = cloneValue(argument);
      return items === undefined ? { kind: "set", value: [value] } : { kind: "append", items: [value] };
    };
  }
  const unknown = [...argument.keys()].find((name) => !PUSH_CLAUSES.includes(name));
  if (unknown !== undefined) throw badValue(`Unrecognized clause in $push: ${unknown}`);
  const added = argument.get("$each");
  if (!Array.isArray(added))
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(added ?? null)}`);
  const slice = wholeClause(argument, "$slice");
  const position = wholeClause(argument, "$position");
  const order = argument.has("$sort") ? itemOrder(argument.get("$sort") ?? null, compare) : undefined;
  return (current, document, path) => {
    const items = requireArray(current, "$push", document, path);
    const fresh = added.map(cloneValue);
    if (items !== undefined && slice === undefined && position === undefined && order === undefined) {
      return fresh.length === 0 ? KEEP : { kind: "append", items: fresh };
    }
    let out = [...(items ?? [])];
    out.splice(position ?? out.length, 0, ...fresh);
    if (order !== undefined) out = out.toSorted(order);
    if (slice !== undefined) out = slice < 0 ? out.slice(slice) : out.slice(0, slice);
    return { kind: "set", value: out };
  };
}

function wholeClause(clauses: Doc, name: string): number | undefined {
  const value = clauses.get(name);
  if (value === undefined) return undefined;
  const number = isNumber(value) ? toNumber(value) : NaN;
  if (!Number.isInteger(number))
    throw badValue(`The value for ${name} must be an integer value but was given type: ${typeName(value)}`);
  return number;
}

function itemOrder(spec: Value, compare: Environment["compare"]): (left: Value, right: Value) => number {
  if (!isDoc(spec)) {
    const direction = sortDirection(spec);
    return (left, right) => compare(left, right) * direction;
  }
  if (spec.size === 0) throw badValue("The $sort pattern is empty when it should be a set of fields.");
  const fields = [...spec].map(([path, value]) => {
    const parts = path.split(".");
    if (parts.includes("")) throw badValue(`The $sort field is a dotted field but has an empty part: ${path}`);
    return { parts, direction: sortDirection(value) };
  });
  return (left, right) => {
    for (const { parts, direction } of fields) {
      const a = isDoc(left) ? plainPathValue(left, parts) : undefined;
      const b = isDoc(right) ? plainPathValue(right, parts) : undefined;
      const order = compare(a ?? null, b ?? null) * direction;
      if (order !== 0) return order;
    }
    return 0;
  };
}

function sortDirection(value: Value): number {
  const number = isNumber(value) ? toNumber(value) : NaN;
  if (number !== 1 && number !== -1) throw badValue("The $sort element value must be either 1 or -1");
  return number;
}

export function addToSet(argument: Value, _path: string, { compare }: Environment): FieldUpdate {
  const each = isDoc(argument) && argument.keys().next().value === "$each" ? argument.get("$each") : [argument];
  if (!Array.isArray(each))
    throw typeMismatch(
      `The argument to $each in $addToSet must be an array but it was of type ${typeName(each ?? null)}`,
    );
  return (current, document, path) => {
    const items = requireArray(current, "$addToSet", document, path);
    const fresh: Value[] = [];
    for (const value of each) {
      const isThere = (item: Value): boolean => compare(item, value) === 0;
      if (!(items ?? []).some(isThere) && !fresh.some(isThere)) fresh.push(cloneValue(value));
    }
    if (items === undefined) return { kind: "set", value: fresh };
    return fresh.length === 0 ? KEEP : { kind: "append", items: fresh };
  };
}

export function pullItems(argument: Value, _path: string, environment: Environment): FieldUpdate {
  const goes = pullTest(argument, environment);
  return (current, document, path) => filterItems(requireArray(current, "$pull", document, path), goes);
}

/** A filter for documents, conditions on the element itself (a list is met by any of its own), or the element. */
function pullTest(argument: Value, environment: Environment): (item: Value) => boolean {
  if (isDoc(argument) && !beginsWithFieldOperator(argument)) {
    const matches = compileElementCondition(argument, environment);
    return (item) => isDoc(item) && matches(item);
  }
  if (!isDoc(argument) && !isPattern(argument)) return (item) => environment.compare(item, argument) === 0;
  const matches = compileElementCondition(doc({ item: argument }), environment);
  return (item) => matches(new Map([["item", item]]));
}

function isPattern(value: Value): boolean {
  return value !== null && typeof value === "object" && "pattern" in value;
}

export function pullAllItems(argument: Value, _path: string, { compare }: Environment): FieldUpdate {
  if (!Array.isArray(argument))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(argument)}`);
  return (current, document, path) =>
    filterItems(requireArray(current, "$pullAll", document, path), (item) =>
      argument.some((gone) => compare(gone, item) === 0),
    );
}

function filterItems(items: Value[] | undefined, goes: (item: Value) => boolean): ReturnType<FieldUpdate> {
  if (items === undefined) return KEEP;
  const rest = items.filter((item) => !goes(item));
  return rest.length === items.length ? KEEP : { kind: "set", value: rest };
}

export function popItem(argument: Value): FieldUpdate {
  const end = requireInt(argument, "$pop");
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${end}`);
  return (current, document: Doc, path) => {
    const items = requireArray(current, "$pop", document, path);
    if (items === undefined || items.length === 0) return KEEP;
    return { kind: "set", value: end === 1 ? items.slice(0, -1) : items.slice(1) };
  };
}

import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { fail, isNullish, named, nary, shownType, strictUnary } from "./expression.ts";
import type { Operator, Operators } from "./expression.ts";

const getField: Operator = (operand, compile) => {
  const first = isDoc(operand) ? operand.keys().next().value : undefined;
  const isNamed = isDoc(operand) && first?.startsWith("$") !== true;
  const spec = isNamed
    ? named(operand, ["field", "input"], {
        shape: () => fail(3041701, "$getField takes a field"),
        unknown: (key) => fail(3041701, `$getField found an unknown argument: ${key}`),
        missing: (key) => fail(key === "field" ? 3041702 : 3041703, `$getField requires '${key}' to be specified`),
      })
    : undefined;
  const field = compile(spec === undefined ? operand : (spec.get("field") ?? null));
  const input = spec === undefined ? compile("$$CURRENT") : compile(spec.get("input") ?? null);
  return (root, scope) => {
    const key = field(root, scope);
    if (typeof key !== "string")
      throw fail(3041704, `$getField requires 'field' to evaluate to type String, but got ${shownType(key)}`);
    const holder = input(root, scope);
    if (isNullish(holder)) return holder === undefined ? undefined : null;
    return isDoc(holder) ? holder.get(key) : undefined;
  };
};

/** The name is fixed when the expression is made, so that no document can choose it. */
function fieldName(operator: string, given: Value): string {
  const literal = isDoc(given) && given.size === 1 ? (given.get("$literal") ?? given.get("$const")) : undefined;
  const name = literal ?? given;
  if (literal === undefined && typeof name === "string" && name.startsWith("$"))
    throw fail(
      4161108,
      `${operator} requires 'field' to evaluate to a constant, but got a field path or variable: ${name}`,
    );
  if (literal === undefined && (isDoc(name) || Array.isArray(name)))
    throw fail(4161106, `${operator} requires 'field' to evaluate to a constant, but got a non-constant argument`);
  if (typeof name !== "string")
    throw fail(4161107, `${operator} requires 'field' to evaluate to type String, but got ${shownType(name)}`);
  return name;
}

/** `$setField`, and `$unsetField`, which sets what is missing. */
function setField(name: string, takesValue: boolean): Operator {
  return (operand, compile) => {
    const spec = named(operand, takesValue ? ["field", "input", "value"] : ["field", "input"], {
      shape: () => fail(4161100, `${name} only supports an object as its argument`),
      unknown: (key) => fail(4161101, `${name} found an unknown argument: ${key}`),
      missing: (key) => fail(MISSING_IN_SET[key] ?? 4161102, `${name} requires '${key}' to be specified`),
    });
    const key = fieldName(name, spec.get("field") ?? null);
    const input = compile(spec.get("input") ?? null);
    const value = takesValue ? compile(spec.get("value") ?? null) : (): undefined => undefined;
    return (root, scope) => {
      const holder = input(root, scope);
      if (isNullish(holder)) return null;
      if (!isDoc(holder)) throw fail(4161105, `${name} requires 'input' to evaluate to type Object`);
      const out: Doc = new Map(holder);
      const fresh = value(root, scope);
      if (fresh === undefined) out.delete(key);
      else out.set(key, fresh);
      return out;
    };
  };
}

const MISSING_IN_SET: Readonly<Record<string, number>> = { field: 4161102, value: 4161103, input: 4161109 };

function pairOf(item: Value, isArrayForm: boolean): [string, Value] {
  const form = isArrayForm ? "Array" : "Object";
  const complaint = `$arrayToObject requires a consistent input format. Elements mustall be arrays or all be objects. ${form} was detected, now found: ${shownType(item)}`;
  if (!isArrayForm) return namedPair(item, complaint);
  if (!Array.isArray(item)) throw fail(40396, complaint);
  if (item.length !== 2)
    throw fail(40397, `$arrayToObject requires an array of size 2 arrays,found array of size: ${item.length}`);
  const [key, value = null] = item;
  if (typeof key !== "string")
    throw fail(
      40395,
      `$arrayToObject requires an array of key-value pairs, where the key must be of type string. Found key type: ${shownType(key)}`,
    );
  return [plainKey(key, 4940400), value];
}

function namedPair(item: Value, complaint: string): [string, Value] {
  if (!isDoc(item)) throw fail(40391, complaint);
  if (item.size !== 2)
    throw fail(
      40392,
      `$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:${item.size}`,
    );
  const [key, value] = [item.get("k"), item.get("v")];
  if (key === undefined || value === undefined)
    throw fail(
      40393,
      `$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys from: ${showValue(item)}`,
    );
  if (typeof key !== "string")
    throw fail(
      40394,
      `$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string. Found type: ${shownType(key)}`,
    );
  return [plainKey(key, 4940401), value];
}

function plainKey(key: string, code: number): string {
  if (key.includes("\0")) throw fail(code, "Key field cannot contain an embedded null byte");
  return key;
}

export const OBJECTS: Operators = {
  $mergeObjects: nary(0, Infinity, (args) => {
    const [only] = args;
    const parts = args.length === 1 && Array.isArray(only) ? only : args;
    const out: Doc = new Map();
    for (const part of parts) {
      if (isNullish(part)) continue;
      if (!isDoc(part))
        throw fail(
          40400,
          `$mergeObjects requires object inputs, but input ${showValue(part)} is of type ${shownType(part)}`,
        );
      for (const [name, value] of part) out.set(name, value);
    }
    return out;
  }),
  $objectToArray: strictUnary((value) => {
    if (isDoc(value)) return [...value].map(([k, v]) => doc({ k, v }));
    throw fail(40390, `$objectToArray requires a document input, found: ${shownType(value)}`);
  }),
  $arrayToObject: strictUnary((value) => {
    if (!Array.isArray(value)) throw fail(40386, `$arrayToObject requires an array input, found: ${shownType(value)}`);
    const [first] = value;
    if (first !== undefined && !Array.isArray(first) && !isDoc(first))
      throw fail(40398, `Unrecognised input type format for $arrayToObject: ${shownType(first)}`);
    return new Map(value.map((item) => pairOf(item, Array.isArray(first))));
  }),
  $getField: getField,
  $setField: setField("$setField", true),
  $unsetField: setField("$unsetField", false),
};

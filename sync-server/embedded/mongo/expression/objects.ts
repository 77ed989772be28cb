import { isDoc, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { doc } from "#server/embedded/mongo/bson/value.ts";
import { fail, isNullish, named, nary, strictUnary } from "./expression.ts";
import type { Operators } from "./expression.ts";

export const OBJECTS: Operators = {
  $mergeObjects: nary(0, Infinity, (args) => {
    const [only] = args;
    const parts = args.length === 1 && Array.isArray(only) ? only : args;
    const out: Doc = new Map();
    for (const part of parts) {
      if (isNullish(part)) continue;
      if (!isDoc(part))
        throw fail(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(part)}`);
      for (const [name, value] of part) out.set(name, value);
    }
    return out;
  }),
  $objectToArray: strictUnary((value) => {
    if (!isDoc(value)) throw fail(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
    return [...value].map(([k, v]) => doc({ k, v }));
  }),
  $arrayToObject: strictUnary((value) => {
    if (!Array.isArray(value)) throw fail(40386, `$arrayToObject requires an array input, found: ${typeName(value)}`);
    return new Map(value.map(pairOf));
  }),
  $getField: (operand, compile, _environment, name) => {
    const isNamed = isDoc(operand) && operand.has("field");
    const spec = isNamed ? named(operand, name, ["field"], ["input"]) : undefined;
    const field = compile(spec?.get("field") ?? operand);
    const input = spec?.has("input") === true ? compile(spec.get("input") ?? null) : compile("$$CURRENT");
    return (root, scope) => {
      const holder = input(root, scope);
      const key = field(root, scope);
      if (typeof key !== "string") throw fail(3041704, "$getField requires 'field' to evaluate to type String");
      if (isNullish(holder)) return holder;
      return isDoc(holder) ? holder.get(key) : undefined;
    };
  },
  $setField: (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["field", "input", "value"], []);
    const [field, input, value] = ["field", "input", "value"].map((key) => compile(spec.get(key) ?? null));
    return (root, scope) => {
      const holder = input?.(root, scope);
      const key = field?.(root, scope);
      if (isNullish(holder)) return null;
      if (!isDoc(holder) || typeof key !== "string")
        throw fail(4161105, "$setField requires an object and a field name");
      const out: Doc = new Map(holder);
      const fresh = value?.(root, scope);
      if (fresh === undefined) out.delete(key);
      else out.set(key, fresh);
      return out;
    };
  },
  $unsetField: (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["field", "input"], []);
    const [field, input] = ["field", "input"].map((key) => compile(spec.get(key) ?? null));
    return (root, scope) => {
      const holder = input?.(root, scope);
      if (!isDoc(holder)) return null;
      const out: Doc = new Map(holder);
      out.delete(String(field?.(root, scope)));
      return out;
    };
  },
};

function pairOf(item: Value): [string, Value] {
  const [k, v] = isDoc(item) ? [item.get("k"), item.get("v")] : Array.isArray(item) ? item : [];
  if (typeof k !== "string")
    throw fail(40394, "$arrayToObject requires an array of key-value pairs, where the key must be of type string.");
  return [k, v ?? null];
}

/**
 * Runs in the sandbox before any script: the types and helpers that MongoDB's scripts know, and the way values come in
 * and go out. It answers the two functions by which the sandbox's owner calls scripts.
 */
export const PRELUDE = `(function () {
  "use strict";
  const wrap = (name, fields) => {
    const type = function (...values) {
      if (!(this instanceof type)) return new type(...values);
      fields.forEach((field, index) => { this[field] = values[index]; });
    };
    Object.defineProperty(type, "name", { value: name });
    globalThis[name] = type;
    return type;
  };
  const NumberLong = wrap("NumberLong", ["text"]);
  const NumberInt = wrap("NumberInt", ["text"]);
  const NumberDecimal = wrap("NumberDecimal", ["text"]);
  for (const type of [NumberLong, NumberInt, NumberDecimal]) {
    type.prototype.valueOf = type.prototype.toNumber = function () { return Number(this.text); };
    type.prototype.toString = function () { return type.name + "(\\"" + this.text + "\\")"; };
  }
  const ObjectId = wrap("ObjectId", ["str"]);
  ObjectId.prototype.toString = function () { return "ObjectId(\\"" + this.str + "\\")"; };
  ObjectId.prototype.valueOf = ObjectId.prototype.toHexString = function () { return this.str; };
  ObjectId.prototype.equals = function (other) { return other instanceof ObjectId && other.str === this.str; };
  ObjectId.prototype.getTimestamp = function () { return new Date(parseInt(this.str.slice(0, 8), 16) * 1000); };
  const BinData = wrap("BinData", ["type", "text"]);
  BinData.prototype.subtype = function () { return this.type; };
  BinData.prototype.base64 = function () { return this.text; };
  const Timestamp = wrap("Timestamp", ["t", "i"]);
  const Code = wrap("Code", ["code"]);
  const MinKey = wrap("MinKey", []);
  const MaxKey = wrap("MaxKey", []);
  globalThis.ISODate = (text) => (text === undefined ? new Date() : new Date(text));
  globalThis.isNumber = (value) => typeof value === "number";
  globalThis.isObject = (value) => typeof value === "object" && value !== null;
  globalThis.isString = (value) => typeof value === "string";
  globalThis.print = globalThis.printjson = () => {};
  globalThis.tojson = globalThis.tojsononeline = (value) => JSON.stringify(value);
  const asNumber = (value) => (typeof value === "object" && value !== null ? Number(value) : value);
  Array.sum = (list) => (list.length === 0 ? null : list.reduce((sum, value) => sum + asNumber(value), 0));
  Array.avg = (list) => (list.length === 0 ? null : Array.sum(list) / list.length);
  Array.stdDev = (list) => {
    const mean = Array.avg(list);
    return Math.sqrt(Array.sum(list.map((value) => (asNumber(value) - mean) ** 2)) / list.length);
  };
  Array.contains = (list, value) => list.includes(value);
  Array.unique = (list) => [...new Set(list)];

  const revive = (told) => {
    if (typeof told !== "object" || told === null) return told;
    if (Array.isArray(told)) return told.map(revive);
    switch (told.kind) {
      case "document": {
        const out = {};
        for (const [name, value] of told.fields)
          Object.defineProperty(out, name, { value: revive(value), configurable: true, enumerable: true, writable: true });
        return out;
      }
      case "double": return Number(told.text);
      case "long": return new NumberLong(told.text);
      case "decimal": return new NumberDecimal(told.text);
      case "date": return new Date(Number(told.text));
      case "objectId": return new ObjectId(told.text);
      case "code": return new Code(told.text);
      case "binary": return new BinData(told.subtype, told.text);
      case "timestamp": return new Timestamp(told.seconds, told.increment);
      case "regex": return new RegExp(told.text, told.flags.replace(/[^gimsuy]/g, ""));
      case "minKey": return new MinKey();
      case "maxKey": return new MaxKey();
      default: return undefined;
    }
  };
  const tell = (value) => {
    if (value === undefined || typeof value === "symbol") return { kind: "undefined" };
    if (typeof value === "function") return { kind: "code", text: String(value) };
    if (typeof value === "bigint") return { kind: "long", text: String(value) };
    if (typeof value === "number")
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { kind: "double", text: Object.is(value, -0) ? "-0" : String(value) };
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return Array.from(value, tell);
    if (value instanceof NumberLong) return { kind: "long", text: String(value.text) };
    if (value instanceof NumberInt) return Math.trunc(Number(value.text));
    if (value instanceof NumberDecimal) return { kind: "decimal", text: String(value.text) };
    if (value instanceof Date)
      return Number.isNaN(value.getTime()) ? { kind: "date", text: "0" } : { kind: "date", text: String(value.getTime()) };
    if (value instanceof ObjectId) return { kind: "objectId", text: String(value.str) };
    if (value instanceof BinData) return { kind: "binary", subtype: Number(value.type), text: String(value.text) };
    if (value instanceof Timestamp) return { kind: "timestamp", seconds: Number(value.t), increment: Number(value.i) };
    if (value instanceof RegExp) return { kind: "regex", text: value.source, flags: value.flags };
    if (value instanceof Code) return { kind: "code", text: String(value.code) };
    if (value instanceof MinKey) return { kind: "minKey" };
    if (value instanceof MaxKey) return { kind: "maxKey" };
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return tell(value.valueOf());
    return { kind: "document", fields: Object.entries(value).map(([name, item]) => [name, tell(item)]) };
  };
  const { parse, stringify } = JSON;
  const evaluate = (0, eval);
  const functions = new Map();
  const functionOf = (source) => {
    let found = functions.get(source);
    if (found === undefined) {
      found = evaluate("(" + source.trim().replace(/;+$/, "") + ")");
      if (typeof found !== "function") throw new TypeError("the script is no function");
      functions.set(source, found);
    }
    return found;
  };
  return (source, input, asSelf) => {
    const args = parse(input).map(revive);
    const self = asSelf ? args[0] : null;
    if (asSelf) globalThis.obj = self;
    return stringify(tell(functionOf(source).apply(self, asSelf ? [] : args)));
  };
})()`;

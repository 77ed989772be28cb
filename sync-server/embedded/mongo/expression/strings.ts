import { compareStrings } from "#server/embedded/mongo/bson/compare.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { Binary, Code, DateTime, Symbol_, Timestamp, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { toInteger, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { positionOf } from "./arrays.ts";
import { showIso, toText } from "./text.ts";
import { fail, isNullish, named, nary, shownType, strictUnary, unary } from "./expression.ts";
import type { Operator, Operators } from "./expression.ts";

/** What older operators turn into text by themselves; nothing for null. */
function coerced(value: Value | undefined): string {
  if (isNullish(value)) return "";
  if (typeof value === "string") return value;
  if (value instanceof DateTime) return showIso(value);
  if (isNumber(value)) return toText(value) ?? "";
  if (value instanceof Symbol_) return value.name;
  if (value instanceof Code && value.scope === undefined) return value.code;
  if (value instanceof Timestamp) return `Timestamp(${value.bits >> 32n}, ${value.bits & 0xffffffffn})`;
  throw fail(16007, `can't convert from BSON type ${shownType(value)} to String`);
}

function requireText(value: Value | undefined, code: number, complaint: string): string {
  if (typeof value === "string") return value;
  throw fail(code, `${complaint}${shownType(value)}`);
}

/** Where among code points (or bytes) one list is in the other. */
function indexOf<T>(where: ArrayLike<T>, what: ArrayLike<T>, start: number, end: number): number {
  for (let at = start; at + what.length <= end; at += 1) {
    let offset = 0;
    while (offset < what.length && where[at + offset] === what[offset]) offset += 1;
    if (offset === what.length) return at;
  }
  return -1;
}

function search(name: string, codes: readonly [number, number], split: (text: string) => ArrayLike<unknown>): Operator {
  return nary(2, 4, (args) => {
    const [value, what, first, last] = args;
    if (isNullish(value)) return null;
    const where = split(requireText(value, codes[0], `${name} requires a string as the first argument, found: `));
    const wanted = split(requireText(what, codes[1], `${name} requires a string as the second argument, found: `));
    const start = args.length < 3 ? 0 : positionOf(name, "starting index", first);
    const end = args.length < 4 ? where.length : positionOf(name, "ending index", last);
    return start > where.length ? -1 : indexOf(where, wanted, start, Math.min(end, where.length));
  });
}

/** A space, tabs, breaks, a null and the wider spaces of Unicode. */
const SPACES = " \t\n\v\f\r\0\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a";

function trim(name: string, atStart: boolean, atEnd: boolean): Operator {
  return (operand, compile) => {
    const spec = named(operand, ["input", "chars?"], {
      shape: (given) => fail(50696, `${name} only supports an object as an argument, found ${shownType(given)}`),
      unknown: (key) => fail(50694, `${name} found an unknown argument: ${key}`),
      missing: () => fail(50695, `${name} requires at least one argument, 'input'`),
    });
    const input = compile(spec.get("input") ?? null);
    const chars = spec.has("chars") ? compile(spec.get("chars") ?? null) : (): string => SPACES;
    const complaint = (what: string, value: Value): string =>
      `${name} requires ${what} to be a string, got ${showValue(value)} (of type ${shownType(value)}) instead.`;
    return (root, scope) => {
      const value = input(root, scope);
      if (isNullish(value)) return null;
      if (typeof value !== "string") throw fail(50699, complaint("its input", value));
      const given = chars(root, scope);
      if (isNullish(given)) return null;
      if (typeof given !== "string") throw fail(50700, complaint("'chars'", given));
      const gone = new Set(given);
      const points = Array.from(value);
      let from = 0;
      let to = points.length;
      if (atStart) while (from < to && gone.has(points[from] ?? "")) from += 1;
      if (atEnd) while (to > from && gone.has(points[to - 1] ?? "")) to -= 1;
      return points.slice(from, to).join("");
    };
  };
}

const REPLACE_CODES: Readonly<Record<string, readonly [number, number]>> = {
  input: [51749, 51746],
  find: [51748, 51745],
  replacement: [51747, 51744],
};

function replace(name: string, apply: (input: string, find: string, by: string) => string): Operator {
  const keys = Object.keys(REPLACE_CODES);
  return (operand, compile) => {
    const spec = named(operand, keys, {
      shape: (given) => fail(51751, `${name} requires an object as an argument, found: ${shownType(given)}`),
      unknown: (key) => fail(51750, `${name} found an unknown argument: ${key}`),
      missing: (key) => fail(REPLACE_CODES[key]?.[0] ?? 51749, `${name} requires '${key}' to be specified`),
    });
    const parts = keys.map((key) => ({ key, read: compile(spec.get(key) ?? null) }));
    return (root, scope) => {
      const values = parts.map(({ key, read }) => {
        const value = read(root, scope);
        if (isNullish(value) || typeof value === "string") return value ?? undefined;
        throw fail(
          REPLACE_CODES[key]?.[1] ?? 51746,
          `${name} requires that '${key}' be a string, found: ${showValue(value)}`,
        );
      });
      const [input, find, by] = values;
      if (typeof input !== "string" || typeof find !== "string" || typeof by !== "string") return null;
      return apply(input, find, by);
    };
  };
}

function bounds(name: string, value: Value | undefined, what: string, code: number): number {
  if (!isNumber(value)) throw fail(code, `${name}${what} must be a numeric type (is BSON type ${shownType(value)})`);
  return Number(toInteger(value) ?? 0n);
}

function substringBytes(name: string): Operator {
  return nary(3, 3, ([value, start, count]) => {
    const bytes = Buffer.from(coerced(value));
    const from = bounds(name, start, ":  starting index", 16034);
    const given = bounds(name, count, ":  length", 16035);
    if (from < 0) throw fail(50752, `${name}:  starting index must be non-negative (got: ${from})`);
    const to = given < 0 ? bytes.length : from + given;
    const isInside = (at: number): boolean => at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80;
    if (isInside(from)) throw fail(28656, `${name}:  Invalid range, starting index is a UTF-8 continuation byte.`);
    if (isInside(to)) throw fail(28657, `${name}:  Invalid range, ending index is in the middle of a UTF-8 character.`);
    return bytes.subarray(from, to).toString("utf8");
  });
}

function substringPoints([value, start, count]: readonly (Value | undefined)[]): Value {
  const text = coerced(value);
  const whole = (given: Value | undefined, what: string, kind: number, size: number): number => {
    const number = bounds("$substrCP", given, `: ${what}`, kind);
    if (!isNumber(given) || toNumber(given) !== number || Math.abs(number) >= 2 ** 31)
      throw fail(
        size,
        `$substrCP: ${what} cannot be represented as a 32-bit integral value: ${given === undefined ? "missing" : showValue(given)}`,
      );
    return number;
  };
  const from = whole(start, "starting index", 34450, 34451);
  const length = whole(count, "length", 34452, 34453);
  if (length < 0) throw fail(34454, "$substrCP: length must be a nonnegative integer.");
  if (from < 0) throw fail(34455, "$substrCP: the starting index must be nonnegative integer.");
  return Array.from(text)
    .slice(from, from + length)
    .join("");
}

/** Only the letters of ASCII have another case here. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function upper(text: string): string {
  return text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

export const STRINGS: Operators = {
  $concat: nary(0, Infinity, (args) => {
    let out = "";
    for (const value of args) {
      if (isNullish(value)) return null;
      out += requireText(value, 16702, "$concat only supports strings, not ");
    }
    return out;
  }),
  $toLower: unary((value) => lower(coerced(value))),
  $toUpper: unary((value) => upper(coerced(value))),
  $strcasecmp: nary(2, 2, ([left, right]) => Math.sign(compareStrings(upper(coerced(left)), upper(coerced(right))))),
  $strLenCP: unary(
    (value) => Array.from(requireText(value, 34471, "$strLenCP requires a string argument, found: ")).length,
  ),
  $strLenBytes: unary((value) =>
    Buffer.byteLength(requireText(value, 34473, "$strLenBytes requires a string argument, found: ")),
  ),
  $binarySize: strictUnary((value) => {
    if (value instanceof Binary) return value.bytes.length;
    return Buffer.byteLength(requireText(value, 51276, "$binarySize requires a string or BinData argument, found: "));
  }),
  $substrCP: nary(3, 3, substringPoints),
  $substrBytes: substringBytes("$substrBytes"),
  $substr: substringBytes("$substrBytes"),
  $indexOfCP: search("$indexOfCP", [40093, 40094], Array.from),
  $indexOfBytes: search("$indexOfBytes", [40091, 40092], (text) => Buffer.from(text)),
  $split: nary(2, 2, ([value, separator]) => {
    if (isNullish(value) || isNullish(separator)) return null;
    const wanted = "$split requires an expression that evaluates to a string as a";
    const text = requireText(value, 40085, `${wanted} first argument, found: `);
    const by = requireText(separator, 40086, `${wanted} second argument, found: `);
    if (by === "") throw fail(40087, "$split requires a non-empty separator");
    return text.split(by);
  }),
  $trim: trim("$trim", true, true),
  $ltrim: trim("$ltrim", true, false),
  $rtrim: trim("$rtrim", false, true),
  $replaceOne: replace("$replaceOne", (input, find, by) => input.replace(find, () => by)),
  $replaceAll: replace("$replaceAll", (input, find, by) =>
    find === "" ? `${by}${Array.from(input, (point) => point + by).join("")}` : input.replaceAll(find, () => by),
  ),
};

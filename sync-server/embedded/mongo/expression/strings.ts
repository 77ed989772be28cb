import { Regex, DateTime, doc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import { compileRegex } from "#server/embedded/mongo/query/regex.ts";
import { compareStrings } from "#server/embedded/mongo/bson/compare.ts";
import { showIso, toText } from "./conversions.ts";
import { fail, isNullish, named, nary, unary } from "./expression.ts";
import type { Operator, Operators } from "./expression.ts";

function text(value: Value | undefined, name: string): string {
  if (isNullish(value)) return "";
  if (typeof value === "string") return value;
  if (value instanceof DateTime) return showIso(value);
  if (isNumber(value)) return toText(value) ?? "";
  throw fail(16007, `can't convert from BSON type ${typeName(value)} to String in ${name}`);
}

function requireText(value: Value | undefined, name: string, code: number): string {
  if (typeof value === "string") return value;
  throw fail(code, `${name} requires a string argument, found: ${value === undefined ? "missing" : typeName(value)}`);
}

function position(value: Value | undefined): number {
  const number = toInteger(value);
  if (number === undefined) throw fail(16034, "a position in a string must be a number");
  return Number(number);
}

/** By Unicode code points. */
function indexOf(where: string[], what: string[], start: number, end: number): number {
  for (let at = start; at + what.length <= Math.min(end, where.length); at += 1) {
    if (what.every((char, offset) => where[at + offset] === char)) return at;
  }
  return -1;
}

function trim(name: string, atStart: boolean, atEnd: boolean): Operator {
  return (operand, compile) => {
    const spec = named(operand, name, ["input"], ["chars"]);
    const input = compile(spec.get("input") ?? null);
    const chars = spec.has("chars") ? compile(spec.get("chars") ?? null) : undefined;
    return (root, scope) => {
      const value = input(root, scope);
      if (isNullish(value)) return null;
      const given = chars?.(root, scope);
      if (chars !== undefined && isNullish(given)) return null;
      const gone = new Set(
        given === undefined
          ? " \t\n\v\f\r\0\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
          : requireText(given, name, 50700),
      );
      const points = [...requireText(value, name, 50699)];
      let from = 0;
      let to = points.length;
      if (atStart) while (from < to && gone.has(points[from] ?? "")) from += 1;
      if (atEnd) while (to > from && gone.has(points[to - 1] ?? "")) to -= 1;
      return points.slice(from, to).join("");
    };
  };
}

function replace(name: string, apply: (input: string, find: string, by: string) => string): Operator {
  return (operand, compile) => {
    const spec = named(operand, name, ["input", "find", "replacement"], []);
    const parts = ["input", "find", "replacement"].map((key) => compile(spec.get(key) ?? null));
    return (root, scope) => {
      const values = parts.map((part) => part(root, scope));
      if (values.some(isNullish)) return null;
      const [input, find, by] = values.map((value) => requireText(value, name, 51746));
      return apply(input ?? "", find ?? "", by ?? "");
    };
  };
}

function regexOperator(apply: (input: string, regex: RegExp) => Value): Operator {
  return (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["input", "regex"], ["options"]);
    const [input, pattern] = [compile(spec.get("input") ?? null), compile(spec.get("regex") ?? null)];
    const options = spec.has("options") ? compile(spec.get("options") ?? null) : undefined;
    return (root, scope) => {
      const value = input(root, scope);
      const given = pattern(root, scope);
      if (isNullish(value) || isNullish(given))
        return name === "$regexMatch" ? false : name === "$regexFindAll" ? [] : null;
      const flags = options?.(root, scope);
      const source = given instanceof Regex ? given : new Regex(requireText(given, name, 51105), "");
      const regex = compileRegex(source.pattern, typeof flags === "string" ? flags : source.flags);
      return apply(requireText(value, name, 51104), new RegExp(regex.source, `${regex.flags}g`));
    };
  };
}

function matchDoc(input: string, match: RegExpMatchArray): Value {
  const idx = Array.from(input.slice(0, match.index ?? 0)).length;
  return doc({ match: match[0], idx, captures: match.slice(1).map((capture) => capture ?? null) });
}

export const STRINGS: Operators = {
  $concat: nary(0, Infinity, (args) => {
    let out = "";
    for (const value of args) {
      if (isNullish(value)) return null;
      if (typeof value !== "string") throw fail(16702, `$concat only supports strings, not ${typeName(value)}`);
      out += value;
    }
    return out;
  }),
  $toLower: unary((value) => text(value, "$toLower").replaceAll(/[A-Z]/g, (char) => char.toLowerCase())),
  $toUpper: unary((value) => text(value, "$toUpper").replaceAll(/[a-z]/g, (char) => char.toUpperCase())),
  $strcasecmp: nary(2, 2, ([left, right]) =>
    Math.sign(compareStrings(text(left, "$strcasecmp").toUpperCase(), text(right, "$strcasecmp").toUpperCase())),
  ),
  $strLenCP: unary((value) => [...requireText(value, "$strLenCP", 34471)].length),
  $strLenBytes: unary((value) => Buffer.byteLength(requireText(value, "$strLenBytes", 34473))),
  $substrCP: nary(3, 3, ([value, start, count]) =>
    [...text(value, "$substrCP")].slice(position(start), position(start) + position(count)).join(""),
  ),
  $substrBytes: substringBytes(),
  $substr: substringBytes(),
  $indexOfCP: nary(2, 4, ([value, what, start, end]) => {
    if (isNullish(value)) return null;
    const points = [...requireText(value, "$indexOfCP", 40093)];
    return indexOf(
      points,
      [...requireText(what, "$indexOfCP", 40094)],
      start === undefined ? 0 : position(start),
      end === undefined ? points.length : position(end),
    );
  }),
  $indexOfBytes: nary(2, 4, ([value, what, start, end]) => {
    if (isNullish(value)) return null;
    const bytes = Buffer.from(requireText(value, "$indexOfBytes", 40091));
    const found = bytes.subarray(0, end === undefined ? undefined : position(end));
    return found.indexOf(requireText(what, "$indexOfBytes", 40092), start === undefined ? 0 : position(start));
  }),
  $split: nary(2, 2, ([value, separator]) => {
    if (isNullish(value) || isNullish(separator)) return null;
    const by = requireText(separator, "$split", 40086);
    if (by === "") throw fail(40087, "$split requires a non-empty separator");
    return requireText(value, "$split", 40085).split(by);
  }),
  $trim: trim("$trim", true, true),
  $ltrim: trim("$ltrim", true, false),
  $rtrim: trim("$rtrim", false, true),
  $replaceOne: replace("$replaceOne", (input, find, by) => input.replace(find, () => by)),
  $replaceAll: replace("$replaceAll", (input, find, by) => input.replaceAll(find, () => by)),
  $regexMatch: regexOperator((input, regex) => regex.test(input)),
  $regexFind: regexOperator((input, regex) => {
    const match = regex.exec(input);
    return match === null ? null : matchDoc(input, match);
  }),
  $regexFindAll: regexOperator((input, regex) => [...input.matchAll(regex)].map((match) => matchDoc(input, match))),
};

function substringBytes(): Operator {
  return nary(3, 3, ([value, start, count]) => {
    const bytes = Buffer.from(text(value, "$substrBytes"));
    const from = position(start);
    if (from < 0) throw fail(50752, "$substrBytes: starting index must be non-negative");
    const length = position(count);
    return bytes.subarray(from, length < 0 ? undefined : from + length).toString("utf8");
  });
}

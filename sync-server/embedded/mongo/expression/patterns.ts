import { Regex, doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { makeRegex } from "#server/embedded/mongo/query/bounded-regex.ts";
import { compileRegex } from "#server/embedded/mongo/query/regex.ts";
import { fail, isNullish, named, shownType } from "./expression.ts";
import type { Operator, Operators } from "./expression.ts";

/** A pattern to look for everywhere; each pattern is compiled once. */
function compilePattern(name: string): (pattern: Value, options: Value | undefined) => RegExp {
  const known = new Map<string, RegExp>();
  return (pattern, options) => {
    if (!(pattern instanceof Regex) && typeof pattern !== "string")
      throw fail(51105, `${name} needs 'regex' to be of type string or regex`);
    if (!isNullish(options) && typeof options !== "string")
      throw fail(51106, `${name} needs 'options' to be of type string`);
    if (pattern instanceof Regex && pattern.flags !== "" && !isNullish(options))
      throw fail(51107, `${name}: found regex option(s) specified in both 'regex' and 'option' fields`);
    const source = pattern instanceof Regex ? pattern.pattern : pattern;
    const flags = typeof options === "string" ? options : pattern instanceof Regex ? pattern.flags : "";
    if (source.includes("\0")) throw fail(51109, `${name}: regular expression cannot contain an embedded null byte`);
    if (flags.includes("\0"))
      throw fail(51110, `${name}:  regular expression options string cannot contain an embedded null byte`);
    const key = `${flags}/${source}`;
    let regex = known.get(key);
    if (regex === undefined) {
      const compiled = compileRegex(source, flags);
      regex = makeRegex(compiled.source, `${compiled.flags}g`);
      if (known.size > 100) known.clear();
      known.set(key, regex);
    }
    regex.lastIndex = 0;
    return regex;
  };
}

function pattern(apply: (input: string, regex: RegExp) => Value, whenNull: Value): Operator {
  return (operand, compile, _environment, name) => {
    if (!isDoc(operand))
      throw fail(51103, `${name} expects an object of named arguments but found: ${shownType(operand)}`);
    const spec = named(operand, ["input", "regex", "options?"], {
      shape: () => fail(51103, `${name} expects an object of named arguments`),
      unknown: (key) => fail(31024, `${name} found an unknown argument: ${key}`),
      missing: (key) => fail(key === "input" ? 31022 : 31023, `${name} requires '${key}' parameter`),
    });
    const [input, given] = [compile(spec.get("input") ?? null), compile(spec.get("regex") ?? null)];
    const options = compile(spec.get("options") ?? null);
    const regexOf = compilePattern(name);
    return (root, scope) => {
      const value = input(root, scope);
      const wanted = given(root, scope);
      if (!isNullish(value) && typeof value !== "string")
        throw fail(51104, `${name} needs 'input' to be of type string`);
      const regex = isNullish(wanted) ? undefined : regexOf(wanted, options(root, scope));
      return regex === undefined || isNullish(value) ? whenNull : apply(value, regex);
    };
  };
}

function matchDoc(input: string, match: RegExpMatchArray): Value {
  const idx = Array.from(input.slice(0, match.index ?? 0)).length;
  return doc({ match: match[0], idx, captures: match.slice(1).map((capture) => capture ?? null) });
}

export const PATTERNS: Operators = {
  $regexMatch: pattern((input, regex) => regex.test(input), false),
  $regexFind: pattern((input, regex) => {
    const match = regex.exec(input);
    return match === null ? null : matchDoc(input, match);
  }, null),
  $regexFindAll: pattern((input, regex) => Array.from(input.matchAll(regex), (match) => matchDoc(input, match)), []),
};

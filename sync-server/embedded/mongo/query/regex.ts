import { MongoError } from "#server/embedded/mongo/error.ts";
import { makeRegex } from "./bounded-regex.ts";
import { invalid, translateRegex } from "./regex-translate.ts";

const cache = new Map<string, RegExp>();

/** A JavaScript expression for a PCRE pattern and MongoDB's options; throws MongoDB's 51091 for an invalid one. */
export function compileRegex(pattern: string, options: string): RegExp {
  const cacheKey = `${options}/${pattern}`;
  const known = cache.get(cacheKey);
  if (known !== undefined) return known;
  const made = compile(pattern, options);
  if (cache.size > 500) cache.clear();
  cache.set(cacheKey, made);
  return made;
}

function compile(pattern: string, options: string): RegExp {
  for (const option of options) {
    if (!"imsxu".includes(option)) throw new MongoError({ code: 51108 }, `invalid flag in regex options: ${option}`);
  }
  if (pattern.includes("\0"))
    throw new MongoError({ code: 51109 }, "Regular expression cannot contain an embedded null byte");
  const { source, flags } = translateRegex(pattern, options);
  try {
    return makeRegex(source, flags);
  } catch (cause) {
    throw invalid(cause instanceof Error ? cause.message : "");
  }
}

/** The text every match begins with, when the expression is anchored and case-sensitive. */
export function regexPrefix(pattern: string, flags: string): string {
  if (!/^(\^|\\A)/.test(pattern) || /[imx]/.test(flags) || pattern.includes("|")) return "";
  const body = pattern.slice(pattern.startsWith("^") ? 1 : 2);
  const pieces = /^(?:[A-Za-z0-9 _\-:@/,#~%&=;'"<>!]|\\[!-/:-@[-`{-~])*/.exec(body)?.[0] ?? "";
  const chars = pieces.match(/\\?[\s\S]/g) ?? [];
  const next = body[pieces.length];
  const kept = next !== undefined && "*?{".includes(next) ? chars.slice(0, -1) : chars;
  return kept.map((char) => char.slice(-1)).join("");
}

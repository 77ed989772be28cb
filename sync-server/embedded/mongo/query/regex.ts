import { MongoError } from "#server/embedded/mongo/error.ts";

const cache = new Map<string, RegExp>();

/** A JavaScript expression for a PCRE pattern and MongoDB's options; throws MongoDB's 51091 where it has none. */
export function compileRegex(pattern: string, options: string): RegExp {
  const cacheKey = `${options}/${pattern}`;
  const known = cache.get(cacheKey);
  if (known !== undefined) return known;
  const made = translate(pattern, options);
  if (cache.size > 500) cache.clear();
  cache.set(cacheKey, made);
  return made;
}

function translate(pattern: string, options: string): RegExp {
  for (const option of options) {
    if (!"imsxu".includes(option)) throw new MongoError({ code: 51108 }, `invalid flag in regex options: ${option}`);
  }
  let body = pattern;
  let flags = options.replaceAll(/[xu]/g, "");
  const inline = /^\(\?([imsx]+)\)/.exec(body);
  if (inline?.[1] !== undefined) {
    body = body.slice(inline[0].length);
    flags += inline[1].replaceAll("x", "");
    if (inline[1].includes("x")) body = withoutSpace(body);
  }
  if (options.includes("x")) body = withoutSpace(body);
  body = body
    .replaceAll(/\\A/g, "^")
    .replaceAll(/\\[zZ]/g, "$")
    .replaceAll("(?P<", "(?<")
    .replaceAll("[[:alpha:]]", "[A-Za-z]")
    .replaceAll("[[:digit:]]", "[0-9]");
  const unique = [...new Set(flags)].join("");
  try {
    return new RegExp(body, `${unique}u`);
  } catch {
    try {
      return new RegExp(body, unique);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : "";
      throw new MongoError({ code: 51091 }, `Regular expression is invalid: ${reason}`);
    }
  }
}

function withoutSpace(body: string): string {
  return body.replaceAll(/\\.|\[[^\]]*\]|\s+|#[^\n]*/g, (piece) => (/^(\s|#)/.test(piece) ? "" : piece));
}

/** The text every match begins with, when the expression is anchored and case-sensitive. */
export function regexPrefix(pattern: string, flags: string): string {
  if (!pattern.startsWith("^") || flags.includes("i") || flags.includes("m") || flags.includes("x")) return "";
  if (pattern.includes("|")) return "";
  const plain = /^[A-Za-z0-9 _\-:@/,#~%&=;'"<>!]*/.exec(pattern.slice(1))?.[0] ?? "";
  const next = pattern[plain.length + 1];
  return next !== undefined && "*?{".includes(next) ? plain.slice(0, -1) : plain;
}

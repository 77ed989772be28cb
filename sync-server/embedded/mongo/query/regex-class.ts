import { MongoError } from "#server/embedded/mongo/error.ts";

type Read = { source: string; next: number };

/** What PCRE means by its shorthands: ASCII only, unlike JavaScript's `\s`. */
const SPACE = "\\t-\\r ";
const SETS: Readonly<Record<string, string>> = {
  d: "0-9",
  w: "A-Za-z0-9_",
  s: SPACE,
  h: "\\t \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000",
  v: "\\n-\\r\\x85\\u2028\\u2029",
};

const NAMED: Readonly<Record<string, string>> = {
  alpha: "A-Za-z",
  digit: "0-9",
  alnum: "A-Za-z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: SPACE,
  blank: "\\t ",
  punct: "!-\\/:-@\\[-`\\{-~",
  xdigit: "0-9A-Fa-f",
  word: "A-Za-z0-9_",
  cntrl: "\\0-\\x1f\\x7f",
  print: "\\x20-\\x7e",
  graph: "!-~",
  ascii: "\\0-\\x7f",
};

const CONTROLS: Readonly<Record<string, string>> = { a: "\\x07", e: "\\x1b", f: "\\f", n: "\\n", r: "\\r", t: "\\t" };

/** A character or set after a backslash, which stands before `at`; inside a class or not. */
export function shorthand(pattern: string, at: number, isInClass: boolean): Read {
  const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  const next = at + char.length;
  const rest = pattern.slice(next);
  const set = SETS[char.toLowerCase()];
  if (set !== undefined) return { source: setSource(set, char !== char.toLowerCase(), isInClass), next };
  const control = CONTROLS[char];
  if (control !== undefined) return { source: control, next };
  if (char === "b" && isInClass) return { source: "\\x08", next };
  if (char === "N" && !isInClass) return { source: "[^\\n]", next };
  const coded = codeOf(char, rest);
  if (coded !== undefined) return { source: `\\u{${coded.code.toString(16)}}`, next: next + coded.length };
  if (char === "p" || char === "P") {
    const property = /^(?:\{(\^?)(\w+)\}|([A-Z]))/.exec(rest);
    if (property === null) throw broken("malformed \\P or \\p sequence");
    const letter = (property[1] ?? "") === "" ? char : char === "p" ? "P" : "p";
    return { source: propertySource(letter, property[2] ?? property[3] ?? ""), next: next + property[0].length };
  }
  if (/[A-Za-z0-9]/.test(char)) {
    throw new MongoError("CommandNotSupported", `regular expressions with \\${char} are not supported`);
  }
  return { source: char === "-" && !isInClass ? char : literal(char), next };
}

function setSource(set: string, isNegated: boolean, isInClass: boolean): string {
  if (!isInClass) return isNegated ? `[^${set}]` : `[${set}]`;
  if (!isNegated) return set;
  // Classes do not nest: the complement is written out.
  return complement(set);
}

function complement(set: string): string {
  const known: Readonly<Record<string, string>> = {
    [SETS["d"] ?? ""]: "\\0-\\/:-\\u{10ffff}",
    [SETS["w"] ?? ""]: "\\0-\\/:-@\\[-\\^`\\{-\\u{10ffff}",
    [SPACE]: "\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}",
  };
  const found = known[set];
  if (found === undefined)
    throw new MongoError("CommandNotSupported", "regular expressions with \\H or \\V in a class are not supported");
  return found;
}

function codeOf(char: string, rest: string): { code: number; length: number } | undefined {
  const braced = char === "x" || char === "o" ? /^\{([0-9A-Fa-f]+)\}/.exec(rest) : null;
  if (braced !== null)
    return { code: Number.parseInt(braced[1] ?? "", char === "x" ? 16 : 8), length: braced[0].length };
  if (char === "x") {
    const digits = /^[0-9A-Fa-f]{0,2}/.exec(rest)?.[0] ?? "";
    return { code: Number.parseInt(`0${digits}`, 16), length: digits.length };
  }
  if (char === "0") {
    const digits = /^[0-7]{0,2}/.exec(rest)?.[0] ?? "";
    return { code: Number.parseInt(`0${digits}`, 8), length: digits.length };
  }
  if (char !== "c" || rest === "") return undefined;
  return { code: (rest[0] ?? "").toUpperCase().charCodeAt(0) ^ 64, length: 1 };
}

function propertySource(letter: string, name: string): string {
  for (const form of [`\\${letter}{${name}}`, `\\${letter}{Script=${name}}`]) {
    try {
      if (new RegExp(form, "u").unicode) return form;
    } catch {
      // Not a property of this form: perhaps a script, or unknown.
    }
  }
  throw broken("unknown property after \\P or \\p");
}

/** A class from behind its opening bracket to behind its closing one. */
export function readClass(pattern: string, start: number): Read {
  let at = start;
  let out = "[";
  if (pattern[at] === "^") {
    out += "^";
    at += 1;
  }
  const first = at;
  // A hyphen makes a range only between two single characters.
  let mayBegin = false;
  while (at < pattern.length) {
    if (pattern[at] === "]" && at > first) return { source: `${out}]`, next: at + 1 };
    if (pattern[at] === "-" && mayBegin && endsRange(pattern, at + 1)) {
      out += "-";
      at += 1;
      mayBegin = false;
      const item = classItem(pattern, at);
      out += item.source;
      at = item.next;
      continue;
    }
    const item = classItem(pattern, at);
    mayBegin = !isSetAt(pattern, at);
    out += item.source;
    at = item.next;
  }
  throw broken("missing terminating ] for character class");
}

function endsRange(pattern: string, at: number): boolean {
  return at < pattern.length && pattern[at] !== "]" && !isSetAt(pattern, at);
}

function isSetAt(pattern: string, at: number): boolean {
  return /^(?:\\[dwshvDWSHVpP]|\[:\^?\w+:\])/.test(pattern.slice(at));
}

function classItem(pattern: string, at: number): Read {
  const posix = /^\[:(\^?)(\w+):\]/.exec(pattern.slice(at));
  if (posix !== null) {
    const set = NAMED[posix[2] ?? ""];
    if (set === undefined) throw broken("unknown POSIX class name");
    if (posix[1] === "^") throw new MongoError("CommandNotSupported", "regular expressions with [:^ are not supported");
    return { source: set, next: at + posix[0].length };
  }
  if (pattern[at] === "\\") {
    if (at + 1 >= pattern.length) throw broken("\\ at end of pattern");
    return shorthand(pattern, at + 1, true);
  }
  const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  return { source: literal(char), next: at + char.length };
}

function literal(char: string): string {
  return "^$\\.*+?()[]{}|/-".includes(char) ? `\\${char}` : char;
}

function broken(reason: string): MongoError {
  return new MongoError({ code: 51091 }, `Regular expression is invalid: ${reason}`);
}

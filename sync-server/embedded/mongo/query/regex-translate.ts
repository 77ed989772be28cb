import { MongoError } from "#server/embedded/mongo/error.ts";
import { readClass, shorthand } from "./regex-class.ts";

/** A PCRE pattern and its options (of `imsx`; `u` is always on) as the source and flags of a JavaScript expression. */
export function translateRegex(pattern: string, options: string): { source: string; flags: string } {
  const translator = new Translator(pattern, options);
  return { source: translator.translate(), flags: translator.flags };
}

type Modes = { i: boolean; m: boolean; s: boolean; x: boolean };

/** Without JavaScript's own `m` these are the two ends of the text. */
const END = "$";
const START = "^";
const SYNTAX = "^$\\.*+?()[]{}|/";

/** Reads the pattern once from left to right; what JavaScript has no equal for is refused by name. */
class Translator {
  readonly flags: string;
  private readonly pattern: string;
  private at = 0;
  private modes: Modes;
  private isQuantifiable = false;

  constructor(pattern: string, options: string) {
    this.pattern = pattern;
    this.modes = {
      i: options.includes("i"),
      m: options.includes("m"),
      s: options.includes("s"),
      x: options.includes("x"),
    };
    this.flags = options.includes("i") ? "iu" : "u";
  }

  translate(): string {
    const out = this.alternatives();
    if (this.at < this.pattern.length) throw invalid("unmatched closing parenthesis");
    return out;
  }

  /** Up to the end of the group. A change of case inside it holds to its end, over the bars too. */
  private alternatives(): string {
    const before = { ...this.modes };
    let out = "";
    let open = "";
    while (this.at < this.pattern.length && this.pattern[this.at] !== ")") {
      if (this.take("|")) {
        out += open === "" ? "|" : `)|${open}`;
        this.isQuantifiable = false;
        continue;
      }
      const changed = this.modeChange();
      if (changed === undefined) out += this.piece();
      else if (changed.i !== this.modes.i) {
        out += open === "" ? "" : ")";
        open = changed.i ? "(?i:" : "(?-i:";
        out += open;
      }
      if (changed !== undefined) this.modes = changed;
    }
    this.modes = before;
    return open === "" ? out : `${out})`;
  }

  /** `(?i-s)` and the like, which hold from here on. */
  private modeChange(): Modes | undefined {
    const found = /^\(\?([imsx]*)(?:-([imsx]*))?\)/.exec(this.pattern.slice(this.at));
    if (found === null) return undefined;
    this.at += found[0].length;
    this.isQuantifiable = false;
    return this.changed(found[1] ?? "", found[2] ?? "");
  }

  private changed(on: string, off: string): Modes {
    const modes = { ...this.modes };
    for (const mode of ["i", "m", "s", "x"] as const) {
      if (on.includes(mode)) modes[mode] = true;
      if (off.includes(mode)) modes[mode] = false;
    }
    return modes;
  }

  private piece(): string {
    const char = this.next();
    if (this.modes.x && /\s/.test(char)) return "";
    if (this.modes.x && char === "#") {
      while (this.at < this.pattern.length && this.next() !== "\n");
      return "";
    }
    if ("*+?".includes(char)) return this.quantifier(char);
    if (char === "{") {
      const counted = /^\d+(,\d*)?\}/.exec(this.pattern.slice(this.at))?.[0];
      if (counted !== undefined && this.isQuantifiable) {
        this.at += counted.length;
        return this.quantifier(`{${counted}`);
      }
    }
    if (char === "^") {
      this.isQuantifiable = false;
      return this.modes.m ? "(?<![^\\n])" : START;
    }
    if (char === "$") {
      this.isQuantifiable = false;
      return this.modes.m ? "(?![^\\n])" : `(?=\\n?${END})`;
    }
    this.isQuantifiable = true;
    switch (char) {
      case "(":
        return this.group();
      case "[": {
        const { source, next } = readClass(this.pattern, this.at);
        this.at = next;
        return source;
      }
      case ".":
        return this.modes.s ? "[\\s\\S]" : "[^\\n]";
      case "\\":
        return this.escape();
      default:
        return SYNTAX.includes(char) ? `\\${char}` : char;
    }
  }

  private quantifier(text: string): string {
    if (!this.isQuantifiable) throw invalid("quantifier does not follow a repeatable item");
    this.isQuantifiable = false;
    if (this.take("?")) return `${text}?`;
    if (this.pattern[this.at] === "+") throw unserved("possessive quantifiers");
    return text;
  }

  private group(): string {
    const rest = this.pattern.slice(this.at);
    if (rest.startsWith("*")) throw unserved("backtracking verbs");
    if (!rest.startsWith("?")) return this.inner("(");
    const comment = /^\?#[^)]*\)/.exec(rest)?.[0];
    if (comment !== undefined) {
      this.at += comment.length;
      this.isQuantifiable = false;
      return "";
    }
    const look = /^\?(?:<[=!]|[=!:])/.exec(rest)?.[0];
    if (look !== undefined) return this.inner(`(${look}`, look.length);
    const named = /^\?(?:P?<(\w+)>|'(\w+)')/.exec(rest);
    if (named !== null) return this.inner(`(?<${named[1] ?? named[2] ?? ""}>`, named[0].length);
    const same = /^\?P=(\w+)\)/.exec(rest);
    if (same !== null) {
      this.at += same[0].length;
      return `\\k<${same[1] ?? ""}>`;
    }
    const modes = /^\?([imsx]*)(?:-([imsx]*))?:/.exec(rest);
    if (modes === null) throw unserved(`the group (${rest.slice(0, 3)}`);
    const outer = this.modes;
    this.modes = this.changed(modes[1] ?? "", modes[2] ?? "");
    const isSwitched = this.modes.i !== outer.i;
    const inner = this.inner(isSwitched ? (this.modes.i ? "(?i:" : "(?-i:") : "(?:", modes[0].length);
    this.modes = outer;
    return inner;
  }

  private inner(open: string, skipped = 0): string {
    this.at += skipped;
    this.isQuantifiable = false;
    const body = this.alternatives();
    if (!this.take(")")) throw invalid("missing closing parenthesis");
    this.isQuantifiable = true;
    return `${open}${body})`;
  }

  private escape(): string {
    if (this.at >= this.pattern.length) throw invalid("\\ at end of pattern");
    const char = this.next();
    switch (char) {
      case "A":
        this.isQuantifiable = false;
        return START;
      case "z":
        this.isQuantifiable = false;
        return END;
      case "Z":
        this.isQuantifiable = false;
        return `(?=\\n?${END})`;
      case "b":
      case "B":
        this.isQuantifiable = false;
        return `\\${char}`;
      case "R":
        return "(?:\\r\\n|[\\n\\v\\f\\r\\x85\\u2028\\u2029])";
      case "Q":
        return this.quoted();
      case "k":
      case "g":
        return this.reference();
      default:
        return this.characterEscape(char);
    }
  }

  private characterEscape(char: string): string {
    if (/[1-9]/.test(char)) {
      const digits = /^\d*/.exec(this.pattern.slice(this.at))?.[0] ?? "";
      this.at += digits.length;
      return `(?:\\${char}${digits})`;
    }
    const { source, next } = shorthand(this.pattern, this.at - 1, false);
    this.at = next;
    return source;
  }

  private quoted(): string {
    const end = this.pattern.indexOf("\\E", this.at);
    const text = this.pattern.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.pattern.length : end + 2;
    return [...text].map((char) => (SYNTAX.includes(char) ? `\\${char}` : char)).join("");
  }

  private reference(): string {
    const found = /^(?:\{(\w+)\}|<(\w+)>|'(\w+)'|(\d+))/.exec(this.pattern.slice(this.at));
    const name = found?.slice(1).find((part) => part !== undefined);
    if (found === null || name === undefined) throw unserved("a reference of this form");
    this.at += found[0].length;
    return /^\d+$/.test(name) ? `(?:\\${name})` : `\\k<${name}>`;
  }

  private next(): string {
    const char = String.fromCodePoint(this.pattern.codePointAt(this.at) ?? 0);
    this.at += char.length;
    return char;
  }

  private take(char: string): boolean {
    if (this.pattern[this.at] !== char) return false;
    this.at += 1;
    return true;
  }
}

export function invalid(reason: string): MongoError {
  return new MongoError({ code: 51091 }, `Regular expression is invalid: ${reason}`);
}

export function unserved(what: string): MongoError {
  return new MongoError("CommandNotSupported", `regular expressions with ${what} are not supported`);
}

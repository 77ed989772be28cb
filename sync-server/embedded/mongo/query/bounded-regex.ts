import { Script, createContext } from "node:vm";
import { MongoError } from "#server/embedded/mongo/error.ts";

/** PCRE gives up after a number of steps; JavaScript's engine never does, so a match is given a time instead. */
const MATCH_TIMEOUT_MS = 1000;

/** Texts too short for the number of ways through them to matter. */
const HARMLESS_LENGTH = 12;

const room = createContext({ run: null });
const script = new Script("run()");

/** An expression whose search may take ever longer with the text: it ends with MongoDB's 51156. */
class BoundedRegExp extends RegExp {
  override exec(text: string): RegExpExecArray | null {
    if (text.length <= HARMLESS_LENGTH) return super.exec(text);
    let match: RegExpExecArray | null = null;
    room["run"] = () => {
      match = super.exec(text);
    };
    try {
      script.runInContext(room, { timeout: MATCH_TIMEOUT_MS });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      throw new MongoError(
        { code: 51156 },
        "Error occurred while executing regular expression. Result code: match limit exceeded",
      );
    } finally {
      room["run"] = null;
    }
    return match;
  }
}

/** As fast as the engine is, or bounded where the pattern repeats groups or has repetitions that multiply. */
export function makeRegex(source: string, flags: string): RegExp {
  return mayBacktrackForLong(source) ? new BoundedRegExp(source, flags) : new RegExp(source, flags);
}

function mayBacktrackForLong(source: string): boolean {
  const bare = source.replace(/\\[\s\S]/g, "x").replace(/\[[^\]]*\]/g, "x");
  return /\)(?:[*+]|\{\d+,)/.test(bare) || (bare.match(/[*+]|\{\d+,\}/g) ?? []).length > 2;
}

function isTimeout(error: unknown): boolean {
  // An error of the other context is no instance of this one's Error.
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

import { isDoc } from "./bson/value.ts";
import type { Doc, Value } from "./bson/value.ts";
import { MongoError, badValue } from "./error.ts";
import { toInteger } from "./query/coerce.ts";

export type FailEffect = {
  hangsUp: boolean;
  blockMs: number;
  error: MongoError | undefined;
  writeConcernError: Doc | undefined;
  labels: readonly string[];
};

const RETRYABLE_CODES = [6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];
const TRANSIENT_CODES = [24, 112, 246, 267];

/** MongoDB's `failCommand`, for tests: makes chosen commands fail a number of times. */
export class FailPoint {
  private data: Doc = new Map();
  private skips = 0;
  /** How often it still strikes. */
  private times = 0;

  configure(mode: Value | undefined, data: Doc): void {
    this.data = data;
    this.skips = 0;
    if (mode === "off") this.times = 0;
    else if (mode === "alwaysOn") this.times = Infinity;
    else if (isDoc(mode) && mode.has("times")) this.times = Number(toInteger(mode.get("times")) ?? 0n);
    else if (isDoc(mode) && mode.has("skip")) {
      this.skips = Number(toInteger(mode.get("skip")) ?? 0n);
      this.times = Infinity;
    } else throw badValue("fail point mode must be off, alwaysOn, {times: n} or {skip: n}");
  }

  /** What the command is to suffer now; undefined when it goes on as always. */
  strike(name: string, appName: string | undefined, body: Doc): FailEffect | undefined {
    const commands = this.data.get("failCommands");
    if (this.times <= 0 || !Array.isArray(commands) || !commands.includes(name)) return undefined;
    if (this.data.has("appName") && this.data.get("appName") !== appName) return undefined;
    if (this.skips > 0) {
      this.skips -= 1;
      return undefined;
    }
    this.times -= 1;
    return this.effect(name, body);
  }

  private effect(name: string, body: Doc): FailEffect {
    const { data } = this;
    const code = toInteger(data.get("errorCode"));
    const concern = data.get("writeConcernError");
    const writeConcernError = isDoc(concern) ? concern : undefined;
    const given = data.get("errorLabels");
    const concernCode = toInteger(writeConcernError?.get("code"));
    const labels = Array.isArray(given)
      ? given.map(String)
      : labelsOf(Number(code ?? concernCode ?? 0n), name, body, code === undefined);
    const message = "Failing command via 'failCommand' failpoint";
    return {
      hangsUp: data.get("closeConnection") === true,
      blockMs: data.get("blockConnection") === true ? Number(toInteger(data.get("blockTimeMS")) ?? 0n) : 0,
      error: code === undefined ? undefined : new MongoError({ code: Number(code) }, message, labels),
      writeConcernError,
      labels,
    };
  }
}

/** The labels that MongoDB itself puts on an error of this code. */
function labelsOf(code: number, name: string, body: Doc, isConcern: boolean): string[] {
  const isInTransaction = body.get("autocommit") === false;
  const isEnd = name === "commitTransaction" || name === "abortTransaction";
  const isRetryable = RETRYABLE_CODES.includes(code);
  if (isInTransaction && !isEnd)
    return (isRetryable && code !== 262) || TRANSIENT_CODES.includes(code) ? ["TransientTransactionError"] : [];
  if (isEnd && !isConcern && (TRANSIENT_CODES.includes(code) || code === 251)) return ["TransientTransactionError"];
  return isRetryable && body.has("txnNumber") ? ["RetryableWriteError"] : [];
}

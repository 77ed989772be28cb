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

/** The connection is to be closed without an answer. */
export class HangUp extends Error {}

export const FAIL_POINTS = ["failCommand", "onPrimaryTransactionalWrite", "failGetMoreAfterCursorCheckout"] as const;

export type FailPointName = (typeof FAIL_POINTS)[number];

const RETRYABLE_CODES = [6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];
const TRANSIENT_CODES = [24, 112, 246, 251, 267];
const RESUMABLE_CODES = [6, 7, 63, 89, 91, 133, 150, 189, 234, 262, 9001, 10107, 11600, 11602, 13388, 13435, 13436];

/** One of MongoDB's fail points, for tests: strikes as often as its mode says. */
class Switch {
  data: Doc = new Map();
  private skips = 0;
  private times = 0;

  set(mode: Value | undefined, data: Doc): void {
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

  get isArmed(): boolean {
    return this.times > 0;
  }

  strikes(): boolean {
    if (this.times <= 0) return false;
    if (this.skips > 0) {
      this.skips -= 1;
      return false;
    }
    this.times -= 1;
    return true;
  }
}

export class FailPoint {
  private readonly switches = {
    failCommand: new Switch(),
    onPrimaryTransactionalWrite: new Switch(),
    failGetMoreAfterCursorCheckout: new Switch(),
  };

  configure(name: FailPointName, mode: Value | undefined, data: Doc): void {
    this.switches[name].set(mode, data);
  }

  /** What the command is to suffer now; undefined when it goes on as always. */
  strike(name: string, appName: string | undefined, body: Doc): FailEffect | undefined {
    const { failCommand } = this.switches;
    const commands = failCommand.data.get("failCommands");
    if (!Array.isArray(commands) || !commands.some((one) => isSameCommand(one, name))) return undefined;
    if (failCommand.data.has("appName") && failCommand.data.get("appName") !== appName) return undefined;
    return failCommand.strikes() ? commandEffect(failCommand.data, name, body) : undefined;
  }

  get isWriteArmed(): boolean {
    return this.switches.onPrimaryTransactionalWrite.isArmed;
  }

  /** Around one retryable statement: fails it before it is done, or hangs up once it is. */
  aroundWrite(run: () => void, remember: () => void): void {
    const point = this.switches.onPrimaryTransactionalWrite;
    if (!point.strikes()) {
      run();
      return;
    }
    const code = toInteger(point.data.get("failBeforeCommitExceptionCode"));
    const hangsUp = point.data.get("closeConnection") !== false;
    if (code === undefined) {
      run();
      remember();
    }
    if (hangsUp) throw new HangUp();
    if (code !== undefined)
      throw new MongoError({ code: Number(code) }, "Failing write via 'onPrimaryTransactionalWrite' failpoint", [
        "RetryableWriteError",
      ]);
  }

  /** Throws what a getMore is to fail with. */
  beforeGetMore(isStream: boolean): void {
    const point = this.switches.failGetMoreAfterCursorCheckout;
    if (!point.strikes()) return;
    if (point.data.get("closeConnection") === true) throw new HangUp();
    const code = Number(toInteger(point.data.get("errorCode")) ?? 1n);
    const labels = isStream && RESUMABLE_CODES.includes(code) ? ["ResumableChangeStreamError"] : [];
    throw new MongoError({ code }, "Failing getMore via 'failGetMoreAfterCursorCheckout' failpoint", labels);
  }
}

/** Hello is known by a second name, which is written in two ways. */
function isSameCommand(wanted: Value, name: string): boolean {
  return wanted === name || (wanted === "isMaster" && name === "ismaster");
}

function commandEffect(data: Doc, name: string, body: Doc): FailEffect {
  const code = toInteger(data.get("errorCode"));
  const concern = data.get("writeConcernError");
  const writeConcernError = isDoc(concern) ? concern : undefined;
  const given = data.get("errorLabels");
  const concernCode = toInteger(writeConcernError?.get("code"));
  const labels = Array.isArray(given)
    ? given.map(String)
    : labelsOf(Number(code ?? concernCode ?? 0n), name, body, code === undefined);
  return {
    hangsUp: data.get("closeConnection") === true,
    blockMs: data.get("blockConnection") === true ? Number(toInteger(data.get("blockTimeMS")) ?? 0n) : 0,
    error:
      code === undefined
        ? undefined
        : new MongoError({ code: Number(code) }, "Failing command via 'failCommand' failpoint", labels),
    writeConcernError,
    labels,
  };
}

/** The labels that MongoDB itself puts on an error of this code. */
function labelsOf(code: number, name: string, body: Doc, isConcern: boolean): string[] {
  const isInTransaction = body.get("autocommit") === false;
  const isEnd = name === "commitTransaction" || name === "abortTransaction";
  const isRetryable = RETRYABLE_CODES.includes(code);
  if (isInTransaction && !isEnd) {
    const isTransient = !isConcern && ((isRetryable && code !== 262) || TRANSIENT_CODES.includes(code));
    return isTransient ? ["TransientTransactionError"] : [];
  }
  if (isEnd && !isConcern && TRANSIENT_CODES.includes(code)) return ["TransientTransactionError"];
  return isRetryable && body.has("txnNumber") ? ["RetryableWriteError"] : [];
}

import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { BlockedByTransaction } from "#server/embedded/mongo/store/transaction.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import type { Session } from "#server/embedded/mongo/session.ts";
import type { Command } from "./context.ts";
import { interrupted } from "./usage.ts";

/**
 * Runs one statement of a write command: answers what it answered before when the driver sends it again, and waits
 * while an open transaction holds what it wants to write.
 */
export async function runStatement(command: Command, number: number, run: () => Doc): Promise<Doc> {
  const { session, isRetryable } = command;
  const { failPoint } = command.services;
  if (!isRetryable || session === undefined) return patiently(command, run);
  const once = (): Doc => runOnce(command, session, number, run);
  if (failPoint?.isWriteArmed !== true || session.results.has(number)) return patiently(command, once);
  let result: Doc = new Map();
  failPoint.aroundWrite(
    () => {
      result = once();
    },
    () => rememberResults(command),
  );
  return result;
}

/** While it waited, the same write may have come again, or the session may have gone on to its next. */
function runOnce(command: Command, session: Session, number: number, run: () => Doc): Doc {
  if (toInteger(command.body.get("txnNumber")) !== session.txnNumber)
    throw new MongoError("TransactionTooOld", "the session has gone on to a newer write");
  const known = session.results.get(number);
  if (known !== undefined) return known;
  const result = run();
  session.results.set(number, result);
  return result;
}

/** Runs again once the transaction in the way has ended. */
export async function patiently<T>(command: Command, run: () => T): Promise<T> {
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof BlockedByTransaction)) throw error;
      rememberResults(command);
      await waitFor(command, error.holder.ended);
    }
  }
}

async function waitFor(command: Command, ended: Promise<void>): Promise<void> {
  const limit = toInteger(command.body.get("maxTimeMS"));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const give = (): void => reject(new MongoError("MaxTimeMSExpired", "operation exceeded time limit"));
  const timer = limit === undefined || limit === 0n ? undefined : setTimeout(give, Number(limit));
  const hangUp = (): void => reject(new MongoError("Interrupted", "the client went away"));
  const stop = command.services.usage.stopOf(command);
  const interrupt = (): void => reject(interrupted());
  command.peer.closed.addEventListener("abort", hangUp, { once: true });
  stop.addEventListener("abort", interrupt, { once: true });
  ended.then(resolve, reject);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    command.peer.closed.removeEventListener("abort", hangUp);
    stop.removeEventListener("abort", interrupt);
  }
}

/** Stores the results of the statements so far in the same batch as their writes. */
export function rememberResults(command: Command): void {
  const { session, isRetryable, services } = command;
  if (isRetryable && session !== undefined && session.results.size > 0) services.sessions.save(session);
}

/** The place of a write error in its command, as drivers expect it. */
export function writeError(index: number, error: MongoError): Doc {
  return doc({ index, code: error.code, errmsg: error.message, ...error.facts });
}

/** The number under which a statement is remembered. */
export function statementNumber(command: Command, index: number): number {
  const ids = command.body.get("stmtIds");
  const own = Array.isArray(ids) ? ids[index] : undefined;
  const base = command.body.get("stmtId");
  if (typeof own === "number") return own;
  return typeof base === "number" ? base + index : index;
}

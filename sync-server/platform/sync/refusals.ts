import { AppError } from "#schemas/errors.ts";
import type { ErrorAck } from "#schemas/protocol.ts";
import { isContended, isDatabaseAway } from "#server/platform/db/database.ts";
import { newErrorId } from "#server/platform/http/request-ids.ts";
import type { Logger } from "#server/platform/http/runtime.ts";

/** Whether an error is an answer to the device rather than a failure of ours. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError;
}

/** The ack for what an `event` threw; of our own failures only an id leaves, under which the log has the rest. */
export function toErrorAck(error: unknown, log: Logger, event: string): ErrorAck {
  if (isRefusal(error)) return { error: error.told };
  if (isDatabaseAway(error) || isContended(error)) {
    log.warn({ err: error, event }, "the database was away, or too many wrote at once");
    return { error: new AppError("not-ready").told };
  }
  const errorId = newErrorId();
  log.error({ err: error, errorId, event }, "sync message failed");
  return { error: new AppError("server-error", { errorId }).told };
}

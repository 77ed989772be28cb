import { randomBytes } from "node:crypto";
import { AppError } from "#schemas/errors.ts";
import type { ErrorAck } from "#schemas/protocol.ts";
import { isContended, isDatabaseAway } from "#server/platform/db/database.ts";
import type { Logger } from "#server/platform/http/runtime.ts";

/** Whether an error is an answer to the device rather than a failure of ours. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError;
}

/** The ack for what was thrown; of our own failures only an id leaves, under which the log has the rest. */
export function toErrorAck(error: unknown, log: Logger): ErrorAck {
  if (isRefusal(error)) return { error: error.told };
  if (isDatabaseAway(error) || isContended(error)) return toErrorAck(new AppError("not-ready"), log);
  const errorId = randomBytes(6).toString("hex");
  log.error({ errorId }, "answered a sync message with a server error");
  return { error: new AppError("server-error", { errorId }).told };
}

import { type DestinationStream, levels, pino } from "pino";
import type { Config } from "#server/config.ts";
import { levelNumber, levelOf } from "#server/platform/log/kept-line.ts";
import type { LogKeeper } from "#server/platform/log/log-keeper.ts";
import { traceNow } from "#server/platform/trace/trace.ts";
import type { Logger } from "./runtime.ts";

/** Fields that never reach a log, at the top or one level down. */
const SECRET_FIELDS = [
  "password",
  "walletSecret",
  "twoFactorSecret",
  "secret",
  "token",
  "cookie",
  "authorization",
  "sessionKey",
  "vault",
  "smtpUrl",
];

/** What a log keeps of an error: not the values that drivers and validators hang on theirs, which may be anything. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string | number;
  readonly cause?: LoggedError;
}

/** How many causes of causes are told. */
const MOST_CAUSES = 4;

/** JSON logs on stderr unless told; stdout is for the few lines that a person reads at the start. */
export function stderrStream(): DestinationStream {
  return pino.destination({ fd: 2, sync: false });
}

/**
 * A log that tells `destination` what is as bad as `level` or worse. A keeper is shown every line from `info` on, whatever the level, so
 * that what is kept does not depend on how much is told.
 */
export function createLog(
  level: Config["log"]["level"],
  destination: DestinationStream = stderrStream(),
  keeper: Pick<LogKeeper, "take"> | null = null,
): Logger {
  const told = levels.values[level] ?? Number.POSITIVE_INFINITY;
  const isQuieter = keeper !== null && told > levelNumber("info");
  return pino(
    {
      level: isQuieter ? "info" : level,
      // What a line says itself goes before what is known of the work around it.
      mixin: traceNow,
      serializers: { err: describeError },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: "[redacted]",
      },
    },
    keeper === null ? destination : beside(destination, told, keeper),
  );
}

function beside(destination: DestinationStream, told: number, keeper: Pick<LogKeeper, "take">): DestinationStream {
  return {
    write(line) {
      if (levelOf(line) >= told) destination.write(line);
      keeper.take(line);
    },
  };
}

function describeError(error: unknown, depth = 0): LoggedError | string {
  if (!(error instanceof Error)) return typeof error;
  const { name: type, message, stack = "", cause } = error;
  const code = "code" in error ? error.code : undefined;
  const known = cause instanceof Error && depth < MOST_CAUSES ? describeError(cause, depth + 1) : undefined;
  return {
    type,
    message,
    stack,
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(typeof known === "object" && { cause: known }),
  };
}

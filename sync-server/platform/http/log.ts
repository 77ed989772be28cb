import { type DestinationStream, pino } from "pino";
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
export function createLog(
  level: "trace" | "info" | "warn" | "silent",
  destination: DestinationStream = pino.destination({ fd: 2, sync: false }),
): Logger {
  return pino(
    {
      level,
      // What a line says itself goes before what is known of the work around it.
      mixin: traceNow,
      serializers: { err: describeError },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: "[redacted]",
      },
    },
    destination,
  );
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

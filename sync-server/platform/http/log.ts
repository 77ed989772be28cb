import { pino } from "pino";
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

/** JSON logs on stderr; stdout is for the few lines that a person reads at the start. */
export function createLog(level: "info" | "warn" | "silent"): Logger {
  return pino(
    {
      level,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: "[redacted]",
      },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}

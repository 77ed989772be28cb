import * as v from "valibot";

/** What the console is told, the least first; `silent` for nothing. */
export const TOLD_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type ToldLevel = (typeof TOLD_LEVELS)[number];

/** How much the log says, and what of it is kept in the database for the console's viewer. */
export interface LogConfig {
  /** What goes to stderr: this and whatever is worse. What is kept does not depend on it. */
  readonly level: ToldLevel;
  /** Days that lines are kept; 0 for none at all. */
  readonly keptDays: number;
  /** What they may take together, in bytes. */
  readonly keptBytes: number;
}

const MB = 1024 * 1024;
export const DEFAULT_LOG: LogConfig = { level: "info", keptDays: 7, keptBytes: 64 * MB };

const LEVELS = TOLD_LEVELS.join(", ");
const DAYS = "must be a number of days from 0 to 90";
const MEGABYTES = "must be a number of megabytes from 1 to 10000";

/** The variables that say so. */
export const LOG_VARIABLES = {
  LOG_LEVEL: v.optional(v.picklist(TOLD_LEVELS, `must be one of ${LEVELS}`)),
  LOG_KEPT_DAYS: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}$/, DAYS), v.transform(Number), v.maxValue(90, DAYS))),
  LOG_KEPT_MB: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, MEGABYTES),
      v.transform(Number),
      v.minValue(1, MEGABYTES),
      v.maxValue(10_000, MEGABYTES),
    ),
  ),
};

type LogVariables = v.InferOutput<v.ObjectSchema<typeof LOG_VARIABLES, undefined>>;

export function logOf({ LOG_LEVEL, LOG_KEPT_DAYS, LOG_KEPT_MB }: LogVariables): LogConfig {
  return {
    level: LOG_LEVEL ?? DEFAULT_LOG.level,
    keptDays: LOG_KEPT_DAYS ?? DEFAULT_LOG.keptDays,
    keptBytes: LOG_KEPT_MB === undefined ? DEFAULT_LOG.keptBytes : LOG_KEPT_MB * MB,
  };
}

import * as v from "valibot";
import { Instant } from "./values/fields.ts";

/** Lines of a page. */
export const LOG_PAGE = 100;

/** The header by which a caller names their request, and every answer says which name it went by. */
export const REQUEST_ID_HEADER = "x-request-id";
/** The header of an answer that failed on our side: by what it says the log has the rest. The body has it as `errorId`. */
export const ERROR_ID_HEADER = "x-error-id";

/** What a request may be called; whatever is called otherwise, or not at all, is given a name by the server. */
export const REQUEST_ID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/;
export const RequestId = v.pipe(v.string(), v.regex(REQUEST_ID_PATTERN, "Malformed request id"));

/** What a person can tell of an error, as they type it: 12 hexadecimal digits. */
export const ERROR_ID_PATTERN = /^[0-9a-f]{12}$/;
export const ErrorId = v.pipe(v.string(), v.regex(ERROR_ID_PATTERN, "Malformed error id"));

/** How bad it is, the least first. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export const LogLevel = v.picklist(LOG_LEVELS);
export type LogLevel = v.InferOutput<typeof LogLevel>;

/** Which line: it sorts by the time of its writing. */
const LineId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, "Malformed line"));
const NumberInQuery = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed number"), v.transform(Number));

/** Which lines; with several of these, those that meet all. */
const FILTERS = {
  errorId: v.optional(ErrorId),
  requestId: v.optional(RequestId),
  userId: v.optional(NumberInQuery),
  submissionId: v.optional(NumberInQuery),
  /** This level and whatever is worse. */
  level: v.optional(LogLevel),
  /** From this instant on, and before that one. */
  since: v.optional(Instant),
  until: v.optional(Instant),
};
/** `before` is the `id` of a line: what follows is older. */
export const LogQuery = v.strictObject({ ...FILTERS, before: v.optional(LineId) });
export type LogQuery = v.InferOutput<typeof LogQuery>;
export type LogFilters = Omit<LogQuery, "before">;

/** One line of the log, without any secret; the ids are null where it is about none. */
export const LogLine = v.strictObject({
  id: v.string(),
  at: Instant,
  level: LogLevel,
  /** What happened, in English. */
  message: v.string(),
  errorId: v.nullable(v.string()),
  requestId: v.nullable(v.string()),
  userId: v.nullable(v.number()),
  submissionId: v.nullable(v.number()),
  /** Which of the server's processes wrote it. */
  process: v.string(),
  /** Whatever else it says, as the JSON text of an object, "{}" for nothing; what was too long for it is cut. */
  fields: v.string(),
});
export type LogLine = v.InferOutput<typeof LogLine>;

/** A page of lines, newest first, and where the next one goes on. */
export const LogOutput = v.strictObject({
  lines: v.array(LogLine),
  /** What `before` is for the next page; null for the last. */
  next: v.nullable(v.string()),
  /** Days that lines are kept, at most; 0 where none are. */
  keptDays: v.number(),
});
export type LogOutput = v.InferOutput<typeof LogOutput>;

import * as v from "valibot";
import { ERROR_ID_PATTERN, LOG_LEVELS, REQUEST_ID_PATTERN } from "#schemas/logs.ts";

/** Why a line is kept: something is wrong, it belongs to a payment on its way, or somebody was refused something. */
export const KINDS = ["trouble", "payment", "refusal"] as const;
export type Kind = (typeof KINDS)[number];

/** What is kept of a line; ids and names of people are all that it says of them. */
export interface KeptLine {
  readonly at: Date;
  /** As the log numbers them: 10 for trace, 20 for debug and so on. */
  readonly level: number;
  readonly kind: Kind;
  readonly message: string;
  readonly errorId?: string;
  readonly requestId?: string;
  readonly userId?: number;
  readonly submissionId?: number;
  readonly process: string;
  /** All else, as the JSON text of an object. */
  readonly fields: string;
}

/** The number of a level in the log. */
export function levelNumber(level: (typeof LOG_LEVELS)[number]): number {
  return (LOG_LEVELS.indexOf(level) + 1) * 10;
}

const WARN = levelNumber("warn");
const LEVEL = /^\{"level":(\d{1,3}),/;
/** What a line says that is kept only for what it says: cheaper to look for than to read every line. */
const MAY_BE_KEPT = /"submissionId":|"status":[45]/;
const MESSAGE_LENGTH = 500;
/** Of one text in a line, such as the stack of an error. */
const TEXT_LENGTH = 3000;
const FIELDS_LENGTH = 8000;
/** Deeper, a line is no description but a dump. */
const MOST_DEPTH = 6;
const MOST_ENTRIES = 50;

/** Where people can be found by more than their number. */
const LEFT_OUT: readonly string[] = ["ip", "email", "username", "userAgent"];
const CREDENTIALS = /:\/\/[^\s/@"]{1,300}@/g;
const MAIL = /[\w.%+-]{1,64}@[\w.-]{1,255}/g;
const SEED = /\bS[A-Z2-7]{55}\b/g;

const Line = v.looseObject({ level: v.number(), time: v.number() });
const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** How bad a line of the log is, by its beginning; 0 for what is none. */
export function levelOf(line: string): number {
  return Number(LEVEL.exec(line)?.[1] ?? 0);
}

/** What is kept of a line as the log writes it; null for whatever is not. */
export function readLine(text: string): KeptLine | null {
  if (levelOf(text) < WARN && !MAY_BE_KEPT.test(text)) return null;
  const line = v.safeParse(Line, parsed(text));
  if (!line.success) return null;
  const { level, time, msg, pid, hostname, errorId, requestId, userId, submissionId, ...rest } = line.output;
  const kind = kindOf(level, submissionId, rest["status"]);
  if (kind === null) return null;
  return {
    at: new Date(time),
    level,
    kind,
    message: typeof msg === "string" ? cleaned(msg, MESSAGE_LENGTH) : "",
    ...(isText(errorId, ERROR_ID_PATTERN) && { errorId }),
    ...(isText(requestId, REQUEST_ID_PATTERN) && { requestId }),
    ...(v.is(Id, userId) && { userId }),
    ...(v.is(Id, submissionId) && { submissionId }),
    process: `${String(hostname)} ${String(pid)}`.slice(0, 100),
    fields: fieldsOf(rest),
  };
}

function kindOf(level: number, submissionId: unknown, status: unknown): Kind | null {
  const failed = typeof status === "number" ? status : 0;
  if (level >= WARN || failed >= 500) return "trouble";
  if (submissionId !== undefined) return "payment";
  return failed >= 400 ? "refusal" : null;
}

function fieldsOf(rest: Readonly<Record<string, unknown>>): string {
  const fields = JSON.stringify(keptOf(rest, 0));
  return fields.length <= FIELDS_LENGTH ? fields : JSON.stringify({ cut: fields.slice(0, FIELDS_LENGTH / 2) });
}

function keptOf(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cleaned(value, TEXT_LENGTH);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MOST_DEPTH) return "…";
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((each) => keptOf(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !LEFT_OUT.includes(name))
      .slice(0, MOST_ENTRIES)
      .map(([name, each]) => [cleaned(name, 100), keptOf(each, depth + 1)]),
  );
}

/** A text no longer than that, without what opens anything or finds anybody. */
function cleaned(text: string, length: number): string {
  const kept = text.length > length ? `${text.slice(0, length)}…` : text;
  return kept.replace(CREDENTIALS, "://[redacted]@").replace(MAIL, "[address]").replace(SEED, "[redacted]");
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What cannot be read is on the console as it is.
    return null;
  }
}

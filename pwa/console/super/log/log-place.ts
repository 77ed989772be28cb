import * as v from "valibot";
import { type NarrowedGoing, placedDay, placedNumber, useNarrowedPlace } from "#pwa/console/desk/narrowed-place.ts";
import { ListPlace } from "#pwa/console/desk/place.ts";
import { ErrorId, type LogFilters, LogLevel, RequestId } from "#schemas/logs.ts";

/** Which lines of the log are shown, as the page's address has it. What is none of these is as if it were not there. */
export const LogPlace = v.object({
  ...ListPlace.entries,
  error: v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), ErrorId)), undefined),
  request: v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), RequestId)), undefined),
  user: placedNumber,
  payment: placedNumber,
  level: v.fallback(v.optional(LogLevel), undefined),
  from: placedDay,
  to: placedDay,
});
export type LogPlace = v.InferOutput<typeof LogPlace>;

export function readLogPlace(search: unknown): LogPlace {
  return v.parse(v.fallback(LogPlace, {}), search);
}

/** Nothing left out. */
export const NO_FILTERS = {
  error: undefined,
  request: undefined,
  user: undefined,
  payment: undefined,
  level: undefined,
  from: undefined,
  to: undefined,
} as const satisfies Partial<LogPlace>;

const ASKED_BY = [
  "error",
  "request",
  "user",
  "payment",
  "level",
  "from",
  "to",
] as const satisfies (keyof typeof NO_FILTERS)[];
const NARROWED_BY = { read: readLogPlace, askedBy: ASKED_BY } as const;

export type LogGoing = NarrowedGoing<LogPlace>;

export function useLogPlace(): LogGoing {
  return useNarrowedPlace<LogPlace>(NARROWED_BY);
}

export function isNarrowed(place: LogPlace): boolean {
  return ASKED_BY.some((name) => place[name] !== undefined);
}

/** What the server is asked by. A day is one where this device is. */
export function filtersOf({ error, request, user, payment, level, from, to }: LogPlace) {
  return {
    errorId: error,
    requestId: request,
    userId: user,
    submissionId: payment,
    level,
    since: from === undefined ? undefined : startOf(from, 0),
    until: to === undefined ? undefined : startOf(to, 1),
  } satisfies Record<keyof LogFilters, unknown>;
}

/** When a day begins, or another one so many days later, as an instant. */
function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** What a person typed or was told: the id of an error, of a request, or neither. */
export function idTyped(typed: string): Pick<LogPlace, "error" | "request"> | null {
  const text = typed.trim();
  if (text === "") return { error: undefined, request: undefined };
  if (v.is(ErrorId, text.toLowerCase())) return { error: text.toLowerCase(), request: undefined };
  return v.is(RequestId, text) ? { error: undefined, request: text } : null;
}

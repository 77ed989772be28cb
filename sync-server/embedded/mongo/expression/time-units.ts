import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse } from "#server/embedded/mongo/error.ts";
import { fail, shownType } from "./expression.ts";

const UNITS = ["year", "quarter", "month", "week", "day", "hour", "minute", "second", "millisecond"] as const;

export type TimeUnit = (typeof UNITS)[number];

/** Of the units whose length the calendar does not change. */
export const UNIT_MS: Readonly<Partial<Record<TimeUnit, number>>> = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};

/** Of the units that are made of months; undefined for the others. */
export function monthsIn(unit: TimeUnit): number | undefined {
  return unit === "year" ? 12 : unit === "quarter" ? 3 : unit === "month" ? 1 : undefined;
}

export function parseTimeUnit(name: string, context = ""): TimeUnit {
  const unit = UNITS.find((known) => known === name);
  if (unit === undefined) throw failedToParse(`${context}unknown time unit value: ${name}`);
  return unit;
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

export function unitOf(value: Value | undefined, operator: string): TimeUnit {
  if (typeof value !== "string")
    throw fail(5439013, `${operator} requires 'unit' to be a string, but got ${shownType(value)}`);
  return parseTimeUnit(value, `${operator} parameter 'unit' value parsing failed :: caused by :: `);
}

/** 0 for Sunday. */
export function weekdayOf(value: Value | undefined, operator: string): number {
  if (typeof value !== "string")
    throw fail(5439015, `${operator} requires 'startOfWeek' to be a string, but got ${shownType(value)}`);
  const wanted = value.toLowerCase();
  const position = WEEKDAYS.findIndex((name) => name === wanted || name.slice(0, 3) === wanted);
  if (position < 0)
    throw fail(5439016, `${operator} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${value}`);
  return position;
}

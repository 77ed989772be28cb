import type { Calendar } from "#schemas/standing-orders.ts";

const DAY_MS = 86_400_000;
const STRIDE_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;

/**
 * The first date after `after` of those that begin with `first`, in UTC: of months the same day and time, or the last day that
 * the month has.
 */
export function nextDate(first: Date, every: Calendar, after: Date): Date {
  if (after < first) return first;
  if (every !== "month") {
    const passed = Math.floor((after.getTime() - first.getTime()) / STRIDE_MS[every]);
    return new Date(first.getTime() + (passed + 1) * STRIDE_MS[every]);
  }
  const months = (after.getUTCFullYear() - first.getUTCFullYear()) * 12 + after.getUTCMonth() - first.getUTCMonth();
  const inMonth = monthsLater(first, months);
  return inMonth > after ? inMonth : monthsLater(first, months + 1);
}

/** Date number `number` (from 0) of those that begin with `first`. */
export function dateAt(first: Date, every: Calendar, number: number): Date {
  return every === "month" ? monthsLater(first, number) : new Date(first.getTime() + number * STRIDE_MS[every]);
}

/** How many of the dates that begin with `first` have come by `at`. */
export function datesBy(first: Date, every: Calendar, at: Date): number {
  if (at < first) return 0;
  if (every !== "month") return Math.floor((at.getTime() - first.getTime()) / STRIDE_MS[every]) + 1;
  const months = (at.getUTCFullYear() - first.getUTCFullYear()) * 12 + at.getUTCMonth() - first.getUTCMonth();
  return monthsLater(first, months) <= at ? months + 1 : months;
}

function monthsLater(first: Date, months: number): Date {
  const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1));
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const timeMs = first.getTime() % DAY_MS;
  return new Date(month.getTime() + (Math.min(first.getUTCDate(), days) - 1) * DAY_MS + timeMs);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Midnight (UTC) of the day of this time. */
export function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

/** So many days later, or earlier. */
export function daysAfter(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS);
}

/** `2026-01-31`. */
export function dayName(day: Date): string {
  return day.toISOString().slice(0, 10);
}

/** The last `count` days, the one of `now` last. */
export function lastDays(now: Date, count: number): Date[] {
  const today = startOfDay(now);
  return Array.from({ length: count }, (_, index) => daysAfter(today, index + 1 - count));
}

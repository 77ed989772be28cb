import { plural, t } from "@lingui/core/macro";
import { formatDate } from "#pwa/ui/format.ts";

const UNITS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** The largest unit that a time span is whole of, and how many of it. */
function inUnits(seconds: number): { readonly count: number; readonly unit: (typeof UNITS)[number][1] } {
  const [size, unit] = UNITS.find(([each]) => seconds >= each && seconds % each === 0) ?? UNITS[3];
  return { count: seconds / size, unit };
}

/** A time span in the largest unit that it is whole of: "5 minutes". */
export function spanWords(seconds: number): string {
  const { count, unit } = inUnits(seconds);
  switch (unit) {
    case "day":
      return plural(count, { one: "# day", other: "# days" });
    case "hour":
      return plural(count, { one: "# hour", other: "# hours" });
    case "minute":
      return plural(count, { one: "# minute", other: "# minutes" });
    case "second":
      return plural(count, { one: "# second", other: "# seconds" });
  }
}

/** How often, within a sentence: "every 5 minutes", "every hour". */
export function intervalWords(seconds: number): string {
  const { count, unit } = inUnits(seconds);
  switch (unit) {
    case "day":
      return plural(count, { one: "every day", other: "every # days" });
    case "hour":
      return plural(count, { one: "every hour", other: "every # hours" });
    case "minute":
      return plural(count, { one: "every minute", other: "every # minutes" });
    case "second":
      return plural(count, { one: "every second", other: "every # seconds" });
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** When the next run comes: "next in 5 minutes"; from a week on its date, and "next now" where its time has come. */
export function nextWords(thenMs: number, nowMs: number): string {
  const ahead = thenMs - nowMs;
  if (ahead <= 0) return t`next now`;
  if (ahead < MINUTE_MS) return t`next in less than a minute`;
  if (ahead < HOUR_MS) {
    const minutes = Math.round(ahead / MINUTE_MS);
    return plural(minutes, { one: "next in # minute", other: "next in # minutes" });
  }
  if (ahead < DAY_MS) {
    const hours = Math.round(ahead / HOUR_MS);
    return plural(hours, { one: "next in # hour", other: "next in # hours" });
  }
  if (ahead < 7 * DAY_MS) {
    const days = Math.round(ahead / DAY_MS);
    return plural(days, { one: "next in # day", other: "next in # days" });
  }
  const date = formatDate(thenMs);
  return t`next on ${date}`;
}

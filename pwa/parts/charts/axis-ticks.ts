import { formatDate, formatDay } from "#pwa/ui/format.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Steps of hours that divide a day. */
const HOURS = [1, 2, 3, 6, 12];
const DAYS = [1, 2, 4, 7, 14];
const MONTHS = [1, 2, 3, 6, 12, 24, 60];

/**
 * Round values between two others, about as many as asked for and at least one where they differ: steps of 1, 2, 2.5 or 5 of a
 * power of ten. For drawing alone.
 */
export function valueTicks(low: number, high: number, wanted: number): readonly number[] {
  if (!(high > low) || wanted < 1) return [];
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((part) => part * power >= rough) ?? 10);
  // Counted, not added up, so that 0.3 is not written as 0.30000000000000004.
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

export interface TimeTick {
  readonly atMs: number;
  readonly text: string;
}

/** Round times of the clock on the wall between two others, at most as many as asked for, each in as few words as tell it. */
export function timeTicks(fromMs: number, untilMs: number, most: number): readonly TimeTick[] {
  const span = untilMs - fromMs;
  if (!(span > 0) || most < 1) return [];
  const hours = HOURS.find((step) => span / (step * HOUR_MS) <= most);
  if (hours !== undefined) return stepThrough(fromMs, untilMs, { hours });
  const days = DAYS.find((step) => span / (step * DAY_MS) <= most);
  if (days !== undefined) return stepThrough(fromMs, untilMs, { days });
  const months = MONTHS.find((step) => span / (step * 30 * DAY_MS) <= most) ?? 120;
  return stepThrough(fromMs, untilMs, { months });
}

/** By the calendar, since days of a change of the clock are not 24 hours long. */
function stepThrough(
  fromMs: number,
  untilMs: number,
  { hours = 0, days = 0, months = 0 }: { readonly hours?: number; readonly days?: number; readonly months?: number },
): readonly TimeTick[] {
  const at = new Date(fromMs);
  at.setHours(0, 0, 0, 0);
  if (months > 0) at.setMonth(months >= 12 ? 0 : at.getMonth() - (at.getMonth() % months), 1);
  const ticks: TimeTick[] = [];
  while (at.getTime() <= untilMs) {
    if (at.getTime() >= fromMs) ticks.push({ atMs: at.getTime(), text: textOf(at, hours > 0) });
    at.setHours(at.getHours() + hours);
    at.setDate(at.getDate() + days);
    at.setMonth(at.getMonth() + months);
  }
  return ticks;
}

function textOf(at: Date, isWithinDays: boolean): string {
  if (isWithinDays && at.getHours() !== 0) return `${String(at.getHours()).padStart(2, "0")}:00`;
  if (at.getDate() !== 1) return formatDay(at.getTime());
  if (at.getMonth() === 0) return String(at.getFullYear());
  return isWithinDays ? formatDay(at.getTime()) : formatDate(at.getTime(), { pattern: "MMM" });
}

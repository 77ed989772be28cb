import { plural, t } from "@lingui/core/macro";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;

/** Hours that are offered for a new address to wait. */
const OFFERED = [0, 1, 12, 24, 48, 72, 168];

/** Hours in words: "24 hours", "3 days". */
export function hoursInWords(hours: number): string {
  if (hours === 0) return t`No waiting`;
  const days = hours / DAY_HOURS;
  return hours > DAY_HOURS && Number.isInteger(days)
    ? plural(days, { one: "# day", other: "# days" })
    : plural(hours, { one: "# hour", other: "# hours" });
}

/** The waiting times to choose from, the present one always among them. */
export function holdOptions(present: number): readonly { readonly value: string; readonly label: string }[] {
  const hours = [...new Set([...OFFERED, present])].sort((left, right) => left - right);
  return hours.map((count) => ({ value: String(count), label: hoursInWords(count) }));
}

/** How long until an instant, in words that count down; null once it has come. Rounded up: it is never early. */
export function timeLeft(untilMs: number, nowMs: number): string | null {
  const minutes = Math.ceil((untilMs - nowMs) / MINUTE_MS);
  if (minutes <= 0) return null;
  if (minutes < 60) return t`${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (untilMs - nowMs < 2 * DAY_HOURS * HOUR_MS) {
    const rest = minutes % 60;
    return rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`;
  }
  const days = Math.floor(hours / DAY_HOURS);
  const rest = hours % DAY_HOURS;
  return rest === 0
    ? plural(days, { one: "# day", other: "# days" })
    : plural(days, { one: `# day ${rest} h`, other: `# days ${rest} h` });
}

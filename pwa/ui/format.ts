import { plural, t } from "@lingui/core/macro";
import { formatAmount, mulDiv, ZERO_AMOUNT } from "#schemas/values/money.ts";
import { leftToRight, shownDirection } from "./direction.ts";
import { groupDigits, keptFormat, numberMarks, numberStyle, ownNumber, shownTag } from "./own-formats.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const SHORT_ADDRESS_MAX = 10;
const PLACES_OF_OTHERS = 20;

/** First 6 and last 4 characters with "..." between, unless there are 10 at most. */
export function shortenAddress(address: string): string {
  return address.length <= SHORT_ADDRESS_MAX ? address : `${address.slice(0, 6)}...${address.slice(-4)}`;
}

/**
 * Reads whatever a balance came as: null and undefined are zero, a numeric text is kept without its commas, a number
 * becomes text, all else is zero.
 */
export function formatBalance(balance: unknown): string {
  if (typeof balance === "number") return String(balance);
  if (typeof balance !== "string") return ZERO_AMOUNT;
  const plain = balance.replaceAll(",", "");
  return isNumeric(plain) ? plain : ZERO_AMOUNT;
}

/** Balance (commas stripped) times price with 2 decimals, exactly, half a cent up; or "0.00" if either is no number. */
export function formatUsdValue(balance: unknown, price: unknown): string {
  const amount = toDecimal(balance);
  const each = toDecimal(price);
  if (amount === null || each === null) return "0.00";
  const units = amount.units * each.units;
  const perCent = 10n ** BigInt(amount.places + each.places);
  const size = mulDiv(units < 0n ? -units : units, 100n, perCent, "half-up");
  return `${units < 0n && size > 0n ? "-" : ""}${size / 100n}.${(size % 100n).toString().padStart(2, "0")}`;
}

/** A number by its digits, so that none is lost to a float; null for what is none. */
function toDecimal(value: unknown): { readonly units: bigint; readonly places: number } | null {
  const number = toNumber(value);
  if (number === null) return null;
  const plain = String(value).replaceAll(",", "").trim();
  // What is written in another way (1e3, 0x10) is read as the number it stands for.
  const text = /^-?\d*(\.\d*)?$/.test(plain) ? plain : writtenOut(number);
  const [whole = "", fraction = ""] = text.split(".");
  const units = BigInt(`${whole.replace("-", "")}${fraction}`);
  return { units: text.startsWith("-") ? -units : units, places: fraction.length };
}

function writtenOut(number: number): string {
  return Math.abs(number) < 1e21 ? number.toFixed(PLACES_OF_OTHERS) : BigInt(number).toString();
}

/** A currency with 2 decimals; one that is not known gets "$" for USD and its code otherwise. */
export function formatCurrency(amount: number, currency = "USD"): string {
  try {
    const format = keptFormat(shownTag() ?? "en-US", `currency ${currency}`, (tag) => {
      const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
      return new Intl.NumberFormat(tag, { style: "currency", currency, ...digits });
    });
    return oneRun(format.format(amount));
  } catch (error) {
    // Intl refuses a malformed currency code; anything else is a fault of ours.
    if (!(error instanceof RangeError)) throw error;
    return `${currency === "USD" ? "$" : ""}${ownNumber(amount.toFixed(2))}`;
  }
}

/** A decimal text as dollars, every digit of it as it was: "$1,234.50". */
export function formatDollars(amount: string): string {
  return framed(amount, { name: "dollars", options: { style: "currency", currency: "USD" }, english: ["$", ""] });
}

/** A decimal text as a percentage, every digit of it as it was: "12.50%". English may have a gap before the sign. */
export function formatPercent(percent: string, gap: "" | " " = ""): string {
  return framed(percent, { name: "percent", options: { style: "percent" }, english: ["", `${gap}%`] });
}

const RIGHT_TO_LEFT_LETTER = /[\u0621-\u064A]/;

/**
 * A number and its sign stand together from left to right: "US$" at its end would else be turned to "$US". A unit that is written
 * from right to left is read after its number, and so stands to the left of it.
 */
function oneRun(text: string): string {
  if (RIGHT_TO_LEFT_LETTER.test(text)) return `\u2067${text}\u2069`;
  return shownDirection() === "ltr" ? text : leftToRight(text.replaceAll(/[\u200E\u200F]/g, ""));
}

interface Style {
  readonly name: string;
  readonly options: Intl.NumberFormatOptions;
  readonly english: readonly [before: string, after: string];
}

function framed(text: string, { name, options, english: [before, after] }: Style): string {
  const isBelow = text.startsWith("-");
  const digits = isBelow ? text.slice(1) : text;
  const tag = shownTag();
  if (tag === null) return `${isBelow ? "-" : ""}${before}${ownNumber(digits)}${after}`;
  const { marks, above, below } = keptFormat(tag, name, () => numberStyle(tag, options));
  const frame = isBelow ? below : above;
  return oneRun(`${frame.before}${ownNumber(digits, marks)}${frame.after}`);
}

/** A large number in few figures, "12.3M"; for what need not be exact. */
export function formatLarge(value: number): string {
  return keptFormat(shownTag() ?? "en-US", "large", (tag) => {
    return new Intl.NumberFormat(tag, { notation: "compact", maximumFractionDigits: 2 });
  }).format(value);
}

/** Dollars beside an axis, "$12.3K", with such digits as `digits` says; for what need not be exact. */
export function formatAxisDollars(value: number, digits: Intl.NumberFormatOptions): string {
  // Made when a curve is drawn: it takes a slow phone longer than all else that a screen begins with.
  return keptFormat(shownTag() ?? "en-US", `axis ${Object.entries(digits).flat().join(" ")}`, (tag) => {
    const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
    return new Intl.NumberFormat(tag, { ...dollars, minimumFractionDigits: 0, ...digits });
  }).format(value);
}

const UNITS = { second: " s", kilobyte: " KB", megabyte: " MB", gigabyte: " GB" } as const;

/** A decimal text with its unit, every digit of it as it was: "3.4 MB". */
export function formatUnit(amount: string, unit: keyof typeof UNITS): string {
  return framed(amount, { name: unit, options: { style: "unit", unit }, english: ["", UNITS[unit]] });
}

/** What there is, as one reads it out: "a, b and c". */
export function formatList(items: readonly string[], kind: "and" | "or" = "and"): string {
  const tag = shownTag();
  if (tag === null) return [items.slice(0, -1).join(", "), ...items.slice(-1)].filter(Boolean).join(` ${kind} `);
  const type = kind === "and" ? "conjunction" : "disjunction";
  return keptFormat(tag, type, () => new Intl.ListFormat(tag, { type })).format(items);
}

/** The same without a word between the last two: "a, b, c". */
export function formatSeries(items: readonly string[]): string {
  const comma = t({ message: ",", context: "between things in a row" });
  return items.join(`${comma} `);
}

/** "just now", minutes, hours or days ago; from 7 days on a short date. Both instants in ms since the epoch. */
export function formatRelativeTime(thenMs: number, nowMs: number): string {
  const age = nowMs - thenMs;
  if (age < MINUTE_MS) return t`just now`;
  if (age < HOUR_MS) return countAgo(Math.floor(age / MINUTE_MS), "minute");
  if (age < DAY_MS) return countAgo(Math.floor(age / HOUR_MS), "hour");
  if (age < WEEK_MS) return countAgo(Math.floor(age / DAY_MS), "day");
  return formatDate(thenMs);
}

type TimeUnit = "minute" | "hour" | "day";

function countAgo(count: number, unit: TimeUnit): string {
  const tag = shownTag();
  return tag === null ? `${count} ${unit}${count === 1 ? "" : "s"} ago` : relative(tag, -count, unit);
}

function relative(tag: string, count: number, unit: TimeUnit): string {
  return keptFormat(tag, "relative", () => new Intl.RelativeTimeFormat(tag)).format(count, unit);
}

/** "in 2 days 3 hours", "in 5 hours 12 minutes", "in 7 minutes"; "within a minute" at the end. Both instants in ms since the epoch. */
export function formatTimeLeft(thenMs: number, nowMs: number): string {
  const left = thenMs - nowMs;
  if (left < MINUTE_MS) return t`within a minute`;
  const days = Math.floor(left / DAY_MS);
  const hours = Math.floor((left % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS);
  if (days > 0) return hours === 0 ? countLeft(days, "day") : daysLeft(days, hours);
  if (hours > 0) return minutes === 0 ? countLeft(hours, "hour") : hoursLeft(hours, minutes);
  return countLeft(minutes, "minute");
}

function countLeft(count: number, unit: TimeUnit): string {
  const tag = shownTag();
  return tag === null ? `in ${count} ${unit}${count === 1 ? "" : "s"}` : relative(tag, count, unit);
}

function daysLeft(days: number, hours: number): string {
  return t`in ${plural(days, { one: "# day", other: "# days" })} ${plural(hours, { one: "# hour", other: "# hours" })}`;
}

function hoursLeft(hours: number, minutes: number): string {
  return t`in ${plural(hours, { one: "# hour", other: "# hours" })} ${plural(minutes, { one: "# minute", other: "# minutes" })}`;
}

/** How a date is written: tokens MMM, dd and yyyy in any order, or a short date with or without the time of day. */
export type DateStyle = { readonly pattern: string } | { readonly withTime: boolean };

export function formatDate(instantMs: number, style: DateStyle = { withTime: false }): string {
  const date = new Date(instantMs);
  if (Number.isNaN(date.getTime())) return "";
  if ("pattern" in style) return fillPattern(date, style.pattern);
  const tag = shownTag();
  if (tag !== null) return ownDate(tag, date, style.withTime ? { ...DAY, ...TIME } : DAY);
  // In parts, since a slow phone takes longer to make its first format of Intl than a screen to be drawn.
  const day = `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
  return style.withTime ? `${day}, ${timeOf(date)}` : day;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const TIME = { hour: "numeric", minute: "2-digit" } as const;

function timeOf(date: Date): string {
  const hour = date.getHours();
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(date.getMinutes()).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

function ownDate(tag: string, date: Date, options: Intl.DateTimeFormatOptions): string {
  const name = Object.entries(options).flat().join(" ");
  return keptFormat(tag, name, () => new Intl.DateTimeFormat(tag, options)).format(date);
}

/** A month of a year, "Nov 2026"; months are counted from 1. */
export function formatMonth(year: number, month: number): string {
  const tag = shownTag();
  if (tag === null) return `${MONTHS[month - 1]} ${year}`;
  return ownDate(tag, new Date(year, month - 1, 1), { month: "short", year: "numeric" });
}

/** A date as a statement writes it, "5 November 2026", with the time of day on demand. */
export function formatLongDate(
  instantMs: number,
  { withTime }: { readonly withTime: boolean } = { withTime: false },
): string {
  const style = withTime ? ({ dateStyle: "long", timeStyle: "short" } as const) : ({ dateStyle: "long" } as const);
  return ownDate(shownTag() ?? "en-GB", new Date(instantMs), style);
}

/** A day of this year, "Nov 5". */
export function formatDay(instantMs: number): string {
  const date = new Date(instantMs);
  const tag = shownTag();
  if (tag === null) return `${MONTHS[date.getMonth()]} ${date.getDate()}`;
  return ownDate(tag, date, { day: "numeric", month: "short" });
}

/** The time of day to the second, "14:07:05". */
export function formatClock(instantMs: number): string {
  const date = new Date(instantMs);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** A whole number with its thousands grouped. */
export function formatCount(count: number | bigint): string {
  return ownNumber(String(count));
}

/** A decimal text with its thousands grouped, every digit of it as it was. */
export function formatDecimal(text: string): string {
  return ownNumber(text);
}

/** A price as it came, its thousands grouped where the language does not read it otherwise. */
export function formatPrice(text: string): string {
  return shownTag() === null || !/^\d/.test(text) ? text : ownNumber(text);
}

/** An amount cut for display: whole part grouped, decimals up to the last that counts, and the zeros after it. */
export interface AmountParts {
  readonly sign: "" | "-";
  readonly whole: string;
  readonly decimals: string;
  readonly zeros: string;
}

/** Cuts a decimal text without ever passing through a float. Anything but a decimal number is shown as zero. */
export function amountParts(amount: string): AmountParts {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(formatBalance(amount)) ?? /^(-?)(\d+)\.(\d+)$/.exec(ZERO_AMOUNT);
  const [, sign = "", whole = "0", fraction = ""] = match ?? [];
  const decimals = fraction.replace(/0+$/, "");
  return {
    sign: sign === "-" ? "-" : "",
    whole: groupDigits(String(BigInt(whole))),
    decimals,
    zeros: fraction.slice(decimals.length),
  };
}

/** An amount in running text: grouped, without the zeros at its end. */
export function formatAmountText(amount: string): string {
  const { sign, whole, decimals } = amountParts(amount);
  const { decimal, minus } = numberMarks();
  return `${sign === "" ? "" : minus}${whole}${decimals === "" ? "" : `${decimal}${decimals}`}`;
}

/** {@link formatAmountText} of stroops. */
export function formatStroops(stroops: bigint): string {
  return formatAmountText(formatAmount(stroops));
}

function fillPattern(date: Date, pattern: string): string {
  const tokens: Readonly<Record<string, string>> = {
    MMM: monthOf(date),
    dd: String(date.getDate()).padStart(2, "0"),
    yyyy: String(date.getFullYear()),
  };
  return pattern.replaceAll(/MMM|dd|yyyy/g, (token) => tokens[token] ?? token);
}

function monthOf(date: Date): string {
  const tag = shownTag();
  return tag === null ? (MONTHS[date.getMonth()] ?? "") : ownDate(tag, date, { month: "short" });
}

function isNumeric(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  const plain = value.replaceAll(",", "");
  return isNumeric(plain) ? Number(plain) : null;
}

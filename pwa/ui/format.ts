import { t } from "@lingui/core/macro";
import { mulDiv, ZERO_AMOUNT } from "#schemas/values/money.ts";

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

/** en-US currency with 2 decimals; a currency that is not known gets "$" for USD and its code otherwise. */
export function formatCurrency(amount: number, currency = "USD"): string {
  try {
    return currencyFormat(currency).format(amount);
  } catch (error) {
    // Intl refuses a malformed currency code; anything else is a fault of ours.
    if (!(error instanceof RangeError)) throw error;
    return `${currency === "USD" ? "$" : ""}${amount.toFixed(2)}`;
  }
}

const currencyFormats = new Map<string, Intl.NumberFormat>();

/** Made once each: to make one costs a slow phone a millisecond. */
function currencyFormat(currency: string): Intl.NumberFormat {
  const known = currencyFormats.get(currency);
  if (known !== undefined) return known;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const made = new Intl.NumberFormat("en-US", { style: "currency", currency, ...digits });
  currencyFormats.set(currency, made);
  return made;
}

/** "just now", minutes, hours or days ago; from 7 days on a short date. Both instants in ms since the epoch. */
export function formatRelativeTime(thenMs: number, nowMs: number): string {
  const age = nowMs - thenMs;
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return countAgo(Math.floor(age / MINUTE_MS), "minute");
  if (age < DAY_MS) return countAgo(Math.floor(age / HOUR_MS), "hour");
  if (age < WEEK_MS) return countAgo(Math.floor(age / DAY_MS), "day");
  return formatDate(thenMs);
}

/** "in 2 days 3 hours", "in 5 hours 12 minutes", "in 7 minutes"; "within a minute" at the end. Both instants in ms since the epoch. */
export function formatTimeLeft(thenMs: number, nowMs: number): string {
  const left = thenMs - nowMs;
  if (left < MINUTE_MS) return "within a minute";
  const [days, hours, minutes] = [left / DAY_MS, (left % DAY_MS) / HOUR_MS, (left % HOUR_MS) / MINUTE_MS].map(
    Math.floor,
  );
  const parts = [counted(days, "day"), counted(hours, "hour"), ...(days === 0 ? [counted(minutes, "minute")] : [])];
  return `in ${parts.filter((part) => part !== "").join(" ")}`;
}

function counted(count: number | undefined, unit: string): string {
  return count === undefined || count === 0 ? "" : `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** How a date is written: tokens MMM, dd and yyyy in any order, or a short date with or without the time of day. */
export type DateStyle = { readonly pattern: string } | { readonly withTime: boolean };

export function formatDate(instantMs: number, style: DateStyle = { withTime: false }): string {
  const date = new Date(instantMs);
  if (Number.isNaN(date.getTime())) return "";
  if ("pattern" in style) return fillPattern(date, style.pattern);
  // In parts, since a slow phone takes longer to make its first format of Intl than a screen to be drawn.
  const day = `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
  return style.withTime ? `${day}, ${timeOf(date)}` : day;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function timeOf(date: Date): string {
  const hour = date.getHours();
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(date.getMinutes()).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** A whole number with its thousands grouped. */
export function formatCount(count: number | bigint): string {
  return groupDigits(String(count));
}

function groupDigits(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
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
  return `${sign}${whole}${decimals === "" ? "" : `.${decimals}`}`;
}

function fillPattern(date: Date, pattern: string): string {
  const tokens: Readonly<Record<string, string>> = {
    MMM: MONTHS[date.getMonth()] ?? "",
    dd: String(date.getDate()).padStart(2, "0"),
    yyyy: String(date.getFullYear()),
  };
  return pattern.replaceAll(/MMM|dd|yyyy/g, (token) => tokens[token] ?? token);
}

function countAgo(count: number, unit: string): string {
  return t`${count} ${unit}${count === 1 ? "" : "s"} ago`;
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

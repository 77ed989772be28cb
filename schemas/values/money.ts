import * as v from "valibot";
import { says } from "./field-sentences.ts";

/** One unit of any asset is ten million stroops; amounts have 7 decimal places. */
export const STROOPS_PER_UNIT = 10_000_000n;
/** The largest amount a ledger entry can hold (int64), in stroops. */
export const MAX_STROOPS = 9_223_372_036_854_775_807n;
/** Text of a zero balance (spec: default balance text). */
export const ZERO_AMOUNT = "0.0000000";

const DECIMALS = 7;
const AMOUNT = /^(\d{1,12})(?:\.(\d{1,7}))?$/;

/** How {@link mulDiv} treats a remainder: toward zero, away from zero, or to the nearest (ties away from zero). */
export type Rounding = "down" | "up" | "half-up";

/** A price as on the ledger: n units of the counter asset for d units of the base asset, both positive int32. */
export interface Price {
  readonly n: number;
  readonly d: number;
}

/** The reason a text is no amount; `code` is one of the codes in `errors.ts`. */
export class AmountError extends Error {
  readonly code: "amount-malformed" | "amount-too-precise" | "amount-too-large";

  constructor(code: AmountError["code"]) {
    super(code);
    this.name = "AmountError";
    this.code = code;
  }
}

/**
 * Reads a decimal amount ("12.5") as stroops (125000000n).
 * Throws {@link AmountError} for anything but plain digits with at most 7 places within int64.
 */
export function parseAmount(text: string): bigint {
  const match = AMOUNT.exec(text);
  if (!match) {
    if (/^\d{1,12}\.\d{8,}$/.test(text)) throw new AmountError("amount-too-precise");
    if (/^\d{13,}(\.\d*)?$/.test(text)) throw new AmountError("amount-too-large");
    throw new AmountError("amount-malformed");
  }
  const [, whole = "0", fraction = ""] = match;
  const stroops = BigInt(whole) * STROOPS_PER_UNIT + BigInt(fraction.padEnd(DECIMALS, "0"));
  if (stroops > MAX_STROOPS) throw new AmountError("amount-too-large");
  return stroops;
}

/** Reads what {@link formatAmount} wrote, also a sum that is more than one amount can be. */
export function parseVolume(text: string): bigint {
  return BigInt(text.replace(".", ""));
}

/** Writes stroops with all 7 places, as the ledger's APIs do: 125000000n is "12.5000000". Accepts negatives. */
export function formatAmount(stroops: bigint): string {
  const sign = stroops < 0n ? "-" : "";
  const digits = (stroops < 0n ? -stroops : stroops).toString().padStart(DECIMALS + 1, "0");
  return `${sign}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** Writes stroops without trailing zeros: 125000000n is "12.5". */
export function formatAmountShort(stroops: bigint): string {
  return formatAmount(stroops).replace(/\.?0+$/, "");
}

/** Writes stroops for a person to read in a sentence, thousands grouped: 99990000000000n is "9,999,000". What is read back is never written so. */
export function amountText(stroops: bigint): string {
  const [whole = "0", decimals] = formatAmountShort(stroops).split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Adds amounts in stroops; throws {@link AmountError} when the sum leaves int64. */
export function addStroops(...amounts: readonly bigint[]): bigint {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  if (sum > MAX_STROOPS || sum < -MAX_STROOPS - 1n) throw new AmountError("amount-too-large");
  return sum;
}

/** amount x multiplier / divisor without intermediate overflow. The divisor is positive; throws RangeError otherwise. */
export function mulDiv(amount: bigint, multiplier: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor <= 0n) throw new RangeError("mulDiv needs a positive divisor");
  const product = amount * multiplier;
  const quotient = product / divisor;
  const remainder = product % divisor;
  if (remainder === 0n || rounding === "down") return quotient;
  const away = product < 0n ? -1n : 1n;
  if (rounding === "up") return quotient + away;
  const twice = (remainder < 0n ? -remainder : remainder) * 2n;
  return twice >= divisor ? quotient + away : quotient;
}

/** What `amount` stroops of the base asset cost in the counter asset at `price`. */
export function atPrice(amount: bigint, price: Price, rounding: Rounding): bigint {
  return mulDiv(amount, BigInt(price.n), BigInt(price.d), rounding);
}

/** Orders two prices by cross-multiplication: negative, zero or positive. */
export function comparePrices(left: Price, right: Price): number {
  const difference = BigInt(left.n) * BigInt(right.d) - BigInt(right.n) * BigInt(left.d);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The same price in the least numbers that say it. */
export function inLowestTerms({ n, d }: Price): Price {
  let [divisor, rest] = [n, d];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return { n: n / divisor, d: d / divisor };
}

/** Whether `text` reads as an amount (zero included). */
export function isAmount(text: string): boolean {
  try {
    parseAmount(text);
    return true;
  } catch {
    return false;
  }
}

/** A decimal amount with at most 7 places, kept as text. */
export const Amount = v.pipe(v.string(), v.check(isAmount, says("amount")));

/** A decimal number that is no amount (a percentage, a rate), kept as text; may be negative. */
export const Decimal = v.pipe(v.string(), v.regex(/^-?\d{1,15}(\.\d{1,12})?$/, says("number")));

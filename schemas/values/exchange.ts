import type { Price } from "./money.ts";
import { MAX_STROOPS, mulDiv } from "./money.ts";

/**
 * The ledger's arithmetic of trading. An offer in the book sells "wheat" for "sheep" at `price` sheep for one wheat;
 * whoever takes it sends sheep and receives wheat. All amounts are stroops within int64.
 */

/** How an exchange rounds: offers keep close to the price, path payments keep one side exact. */
export type ExchangeRounding = "normal" | "strict-send" | "strict-receive";

/** What both sides could trade at most. */
export interface ExchangeLimits {
  readonly maxWheatSend: bigint;
  readonly maxWheatReceive: bigint;
  readonly maxSheepSend: bigint;
  readonly maxSheepReceive: bigint;
}

export interface Exchange {
  readonly wheatReceived: bigint;
  readonly sheepSent: bigint;
  /** Whether the offer in the book is the larger one, and so stays there. */
  readonly wheatStays: boolean;
}

/** What the pool takes and gives in one trade. */
export interface PoolTrade {
  readonly sent: bigint;
  readonly received: bigint;
}

const BASIS_POINTS = 10_000n;
/** Rounding may cost either side at most one part in this many. */
const PRICE_ERROR = 100n;

/**
 * Crosses an offer, within the limits of both sides. The smaller side is traded whole and rounding favours the side that
 * stays; where rounding would move the price by more than 1%, nothing is traded.
 */
export function exchange(price: Price, limits: ExchangeLimits, rounding: ExchangeRounding): Exchange {
  const traded = exchangeAtAnyError(price, limits, rounding);
  const { wheatReceived, sheepSent, wheatStays } = traded;
  const nothing = { wheatReceived: 0n, sheepSent: 0n, wheatStays };
  if (wheatReceived === 0n || sheepSent === 0n) {
    if (rounding !== "strict-send") return nothing;
    if (sheepSent === 0n) throw new RangeError("a strict send must send something");
    return traded;
  }
  if (isPriceFair(price, wheatReceived, sheepSent, rounding !== "normal")) return traded;
  if (rounding === "normal") return nothing;
  throw new RangeError("a path payment moved the price too far");
}

/** As {@link exchange} but whatever rounding does to the price: what an offer binds is counted so. */
export function exchangeAtAnyError(price: Price, limits: ExchangeLimits, rounding: ExchangeRounding): Exchange {
  const n = BigInt(price.n);
  const d = BigInt(price.d);
  const wheatValue = smaller(limits.maxWheatSend * n, limits.maxSheepReceive * d);
  const sheepValue = smaller(limits.maxSheepSend * d, limits.maxWheatReceive * n);
  const wheatStays = wheatValue > sheepValue;
  const value = wheatStays ? sheepValue : wheatValue;
  if (wheatStays && rounding === "strict-send") {
    return { wheatReceived: value / n, sheepSent: smaller(limits.maxSheepSend, limits.maxSheepReceive), wheatStays };
  }
  if (n > d || (wheatStays && rounding === "strict-receive")) {
    const wheatReceived = value / n;
    return { wheatReceived, sheepSent: mulDiv(wheatReceived, n, d, wheatStays ? "up" : "down"), wheatStays };
  }
  const sheepSent = value / d;
  return { wheatReceived: mulDiv(sheepSent, d, n, wheatStays ? "down" : "up"), sheepSent, wheatStays };
}

/** How much of an offer can really be sold: what it holds, its seller and its price considered. */
export function adjustedOfferAmount(price: Price, maxWheatSend: bigint, maxSheepReceive: bigint): bigint {
  const limits = { maxWheatSend, maxWheatReceive: MAX_STROOPS, maxSheepSend: MAX_STROOPS, maxSheepReceive };
  return exchange(price, limits, "normal").wheatReceived;
}

/** What an offer binds of its seller's balance (`selling`) and limit (`buying`). */
export function offerLiabilities(price: Price, amount: bigint): { readonly selling: bigint; readonly buying: bigint } {
  const limits = {
    maxWheatSend: amount,
    maxWheatReceive: MAX_STROOPS,
    maxSheepSend: MAX_STROOPS,
    maxSheepReceive: MAX_STROOPS,
  };
  const { wheatReceived, sheepSent } = exchangeAtAnyError(price, limits, "normal");
  return { selling: wheatReceived, buying: sheepSent };
}

/** What an offer to buy `amount` binds; `price` is that of the offer it becomes (sold asset per bought one, inverted). */
export function buyOfferLiabilities(
  price: Price,
  amount: bigint,
): { readonly selling: bigint; readonly buying: bigint } {
  const limits = {
    maxWheatSend: MAX_STROOPS,
    maxWheatReceive: MAX_STROOPS,
    maxSheepSend: MAX_STROOPS,
    maxSheepReceive: amount,
  };
  const { wheatReceived, sheepSent } = exchangeAtAnyError(price, limits, "normal");
  return { selling: wheatReceived, buying: sheepSent };
}

/** Sends exactly `sent` into a constant-product pool; undefined where the pool cannot take part. */
export function poolStrictSend(
  reserveTo: bigint,
  reserveFrom: bigint,
  sent: bigint,
  feeBasisPoints: number,
): PoolTrade | undefined {
  if (sent > MAX_STROOPS - reserveTo) return undefined;
  const kept = BASIS_POINTS - BigInt(feeBasisPoints);
  const received = (kept * reserveFrom * sent) / (BASIS_POINTS * reserveTo + kept * sent);
  return received > 0n && received <= MAX_STROOPS ? { sent, received } : undefined;
}

/** Takes exactly `received` out of a constant-product pool; undefined where the pool cannot give it. */
export function poolStrictReceive(
  reserveTo: bigint,
  reserveFrom: bigint,
  received: bigint,
  feeBasisPoints: number,
): PoolTrade | undefined {
  if (received >= reserveFrom) return undefined;
  const kept = BASIS_POINTS - BigInt(feeBasisPoints);
  const sent = divideUp(BASIS_POINTS * reserveTo * received, (reserveFrom - received) * kept);
  return sent <= MAX_STROOPS - reserveTo ? { sent, received } : undefined;
}

/** The part of a reserve that belongs to `shares` of `totalShares`. */
export function poolWithdrawal(shares: bigint, totalShares: bigint, reserve: bigint): bigint {
  return mulDiv(shares, reserve, totalShares, "down");
}

/** Shares for the first deposit into a pool: the geometric mean of the two amounts, rounded down. */
export function firstPoolShares(amountA: bigint, amountB: bigint): bigint {
  return squareRoot(amountA * amountB);
}

/** Whether amountA / amountB lies within the two prices. */
export function isPriceWithin(amountA: bigint, amountB: bigint, minPrice: Price, maxPrice: Price): boolean {
  if (amountA === 0n || amountB === 0n) return false;
  return (
    amountA * BigInt(minPrice.d) >= amountB * BigInt(minPrice.n) &&
    amountA * BigInt(maxPrice.d) <= amountB * BigInt(maxPrice.n)
  );
}

function isPriceFair(price: Price, wheatReceived: bigint, sheepSent: bigint, mayFavorWheat: boolean): boolean {
  const exact = PRICE_ERROR * BigInt(price.n) * wheatReceived;
  const paid = PRICE_ERROR * BigInt(price.d) * sheepSent;
  if (mayFavorWheat && paid > exact) return true;
  const error = exact > paid ? exact - paid : paid - exact;
  return error <= BigInt(price.n) * wheatReceived;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

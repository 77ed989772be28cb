import { isByPrice, type Leg, legsOf, type PriceTerms } from "#schemas/standing-legs.ts";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { readPrice } from "#schemas/values/price.ts";
import { nextMark } from "#schemas/values/trailing.ts";
import type { OrderSide } from "#schemas/trading.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import { type BestPrices, compare, sortable } from "./prices.ts";

/** Which price is waited for: whoever sells looks at the bid, whoever buys at the ask, until it falls or rises so far. */
export const WATCHES = ["sell-falls", "sell-rises", "buy-falls", "buy-rises"] as const;
export type Watch = (typeof WATCHES)[number];

/** Where the mark of a trailing stop moves on: the bid is higher for whoever sells, the ask lower for whoever buys. */
export const STEPS = ["sell-higher", "buy-lower"] as const;
export type Step = (typeof STEPS)[number];

/** What a price is waited for by, as it is stored and found; triggers are texts as {@link sortable} makes them. */
export interface StoredWatch {
  /** Both assets by their keys, in the order of the terms. */
  readonly pair: string;
  /** Not there of a trailing stop that does not follow yet. */
  readonly watch?: Watch;
  readonly trigger?: string;
  /** Of an order that waits for two prices: its other one, or where a trailing stop moves on. */
  readonly otherWatch?: Watch | Step;
  readonly otherTrigger?: string;
}

/** `mark` is the best price that a trailing stop saw; null of others. */
export function watchOf(terms: PriceTerms, mark: string | null): StoredWatch {
  const [first, second] = legsOf(terms, mark);
  return {
    pair: `${terms.base}/${terms.quote}`,
    ...(first && { watch: directionOf(first.kind, first.side), trigger: sortable(triggerOf(first), "down") }),
    ...(second && {
      otherWatch: directionOf(second.kind, second.side),
      otherTrigger: sortable(triggerOf(second), "down"),
    }),
    ...(terms.kind === "trailing-stop" && {
      otherWatch: terms.side === "sell" ? "sell-higher" : "buy-lower",
      otherTrigger: sortable(nextMark(terms, mark), "down"),
    }),
  };
}

function directionOf(kind: Leg["kind"], side: OrderSide): Watch {
  if (kind === "stop-limit") return side === "sell" ? "sell-falls" : "buy-rises";
  return side === "sell" ? "sell-rises" : "buy-falls";
}

/** The price that decides. */
export function priceOf(watch: Watch | Step, { bid, ask }: BestPrices): TradePrice | null {
  return watch.startsWith("sell") ? bid : ask;
}

/** Triggers that a price may have reached, for the index: exactly these is said by {@link isMet}. */
export function reachedBy(
  watch: Watch | Step,
  price: TradePrice,
): { readonly $gte: string } | { readonly $lte: string } {
  return isDownwards(watch) ? { $gte: sortable(price, "down") } : { $lte: sortable(price, "up") };
}

/** Whether prices as a ledger left them reach the trigger. */
export function isMet(leg: Leg, prices: BestPrices): boolean {
  const watch = directionOf(leg.kind, leg.side);
  const price = priceOf(watch, prices);
  if (!price) return false;
  const beyond = compare(price, triggerOf(leg));
  return isDownwards(watch) ? beyond <= 0n : beyond >= 0n;
}

/** What of an order prices reach as a ledger left them, the stop before the profit; null for nothing. */
export function metLeg(
  { terms, mark }: { readonly terms: StandingTerms; readonly mark: string | null },
  prices: BestPrices,
): Leg | null {
  if (!isByPrice(terms)) return null;
  return legsOf(terms, mark).find((leg) => isMet(leg, prices)) ?? null;
}

/** Whether one price is further on the way of a step than another. */
export function isFurther(step: Step, price: TradePrice, than: TradePrice): boolean {
  const difference = compare(price, than);
  return isDownwards(step) ? difference < 0n : difference > 0n;
}

function isDownwards(watch: Watch | Step): boolean {
  return watch.endsWith("falls") || watch === "buy-lower";
}

function triggerOf({ triggerPrice }: Leg): TradePrice {
  const price = readPrice(triggerPrice);
  if (!price) throw new RangeError("a stored trigger is no price");
  return price;
}

import type { KeptTerms, StandingTerms } from "#schemas/standing-orders.ts";
import { readPrice } from "#schemas/values/price.ts";
import type { OrderSide } from "#schemas/trading.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import { type BestPrices, compare, sortable } from "./prices.ts";

/** Which price is waited for: whoever sells looks at the bid, whoever buys at the ask, until it falls or rises so far. */
export const WATCHES = ["sell-falls", "sell-rises", "buy-falls", "buy-rises"] as const;
export type Watch = (typeof WATCHES)[number];

export type TriggeredTerms = Extract<StandingTerms, { readonly kind: "stop-limit" | "take-profit" }>;

export function isTriggered(terms: KeptTerms): terms is TriggeredTerms {
  return terms.kind === "stop-limit" || terms.kind === "take-profit";
}

/** What a price is waited for by, as it is stored and found. */
export interface StoredWatch {
  /** Both assets by their keys, in the order of the terms. */
  readonly pair: string;
  readonly watch: Watch;
  /** As {@link sortable}. */
  readonly trigger: string;
}

export function watchOf(terms: TriggeredTerms): StoredWatch {
  return {
    pair: `${terms.base}/${terms.quote}`,
    watch: directionOf(terms.kind, terms.side),
    trigger: sortable(triggerOf(terms), "down"),
  };
}

function directionOf(kind: TriggeredTerms["kind"], side: OrderSide): Watch {
  if (kind === "stop-limit") return side === "sell" ? "sell-falls" : "buy-rises";
  return side === "sell" ? "sell-rises" : "buy-falls";
}

/** The price that decides. */
export function priceOf(watch: Watch, { bid, ask }: BestPrices): TradePrice | null {
  return watch.startsWith("sell") ? bid : ask;
}

/** Triggers that a price may have reached, for the index: exactly these is said by {@link isMet}. */
export function reachedBy(watch: Watch, price: TradePrice): { readonly $gte: string } | { readonly $lte: string } {
  return isFalling(watch) ? { $gte: sortable(price, "down") } : { $lte: sortable(price, "up") };
}

/** Whether prices as a ledger left them reach the trigger. */
export function isMet(terms: TriggeredTerms, prices: BestPrices): boolean {
  const watch = directionOf(terms.kind, terms.side);
  const price = priceOf(watch, prices);
  if (!price) return false;
  const beyond = compare(price, triggerOf(terms));
  return isFalling(watch) ? beyond <= 0n : beyond >= 0n;
}

function isFalling(watch: Watch): boolean {
  return watch.endsWith("falls");
}

function triggerOf({ triggerPrice }: TriggeredTerms): TradePrice {
  const price = readPrice(triggerPrice);
  if (!price) throw new RangeError("a stored trigger is no price");
  return price;
}

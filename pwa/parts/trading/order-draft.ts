import { t } from "@lingui/core/macro";
import { baseAmount, type BookSide } from "#pwa/parts/market-data/group-levels.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { plainAmount, readAmount } from "#pwa/ui/typed-amount.ts";
import { westernDigits } from "#pwa/ui/western-digits.ts";
import type { Calendar, StandingKind, StandingTerms } from "#schemas/standing-orders.ts";
import { ledgerPrice } from "#schemas/values/ledger-price.ts";
import type { BookLevelRow, PairQuery } from "#schemas/market-data.ts";
import { priceText, readPrice } from "#schemas/values/price.ts";
import { formatAmountShort, mulDiv } from "#schemas/values/money.ts";
import { MAX_SCALED, MIN_SCALED, type OrderKind, type OrderSide, type OrderTerms } from "#schemas/trading.ts";

/** What stands in the form, as it was typed. */
export interface OrderDraft {
  readonly side: OrderSide;
  readonly kind: OrderKind;
  /** A kind that stands until its price or its time has come; null for one of `kind`. */
  readonly standing: StandingKind | null;
  /** What such an order says beside side, price and amount; null as long as nothing was typed. */
  readonly plan: StandingPlan | null;
  readonly price: string;
  /** Where a scaled order ends. */
  readonly priceTo: string;
  readonly count: string;
  readonly amount: string;
  /** How far from the best price an order at once may go, in hundredths of a percent. */
  readonly tolerance: Tolerance;
}

export const TOLERANCES = ["10", "50", "100", "300"] as const;
export type Tolerance = (typeof TOLERANCES)[number];

export const UNITS = ["seconds", "minutes", "hours", "days"] as const;
export type Unit = (typeof UNITS)[number];

/** Days after which an order ends by itself; "0" for never. */
export const LASTINGS = ["0", "1", "7", "30", "90", "365"] as const;
/** `times`: what is done time and again ends with its last time. */
export type Lasting = (typeof LASTINGS)[number] | "times";

/** What a standing order says beside side, amount and price, as it was typed. */
export interface StandingPlan {
  readonly trigger: string;
  /** Of the second of two prices. */
  readonly profit: string;
  readonly profitPrice: string;
  /** In percent. */
  readonly trail: string;
  readonly offset: string;
  /** Empty for none. */
  readonly activation: string;
  readonly slices: string;
  readonly every: string;
  readonly unit: Unit;
  /** Of the quote asset, at each buy. */
  readonly spend: string;
  readonly calendar: Calendar;
  /** Counts where it lasts for a number of times. */
  readonly times: string;
  /** As a field for date and time says it, in this device's time; empty for now. */
  readonly starts: string;
  /** Empty for none. */
  readonly highest: string;
  readonly slippage: Tolerance;
  readonly lasting: Lasting;
}

export const EMPTY_DRAFT: OrderDraft = {
  side: "buy",
  kind: "limit",
  standing: null,
  plan: null,
  price: "",
  priceTo: "",
  count: "5",
  amount: "",
  tolerance: "50",
};

const NO_PRICES = { trigger: "", profit: "", profitPrice: "", activation: "" } as const;

/**
 * What a draft becomes where another kind or side is chosen. The amount is meant for all of them; the price of an order that waits is
 * no other order's, nor its trigger another one's: a stop that began at a former order's price would sell where nobody meant it to.
 */
export function turned(
  { side, standing, plan }: OrderDraft,
  next: Partial<Pick<OrderDraft, "side" | "kind" | "standing">>,
): Partial<OrderDraft> {
  const then = { side, standing, ...next };
  const isSame = then.standing === standing && (standing === null || then.side === side);
  return isSame ? next : { ...next, price: "", plan: plan && { ...plan, ...NO_PRICES } };
}

/** The other side chosen. Selling regularly is not offered: whoever turns to it is back at an order for now. */
export function turnedTo(draft: OrderDraft, side: OrderSide): Partial<OrderDraft> {
  const { standing } = draft;
  return turned(draft, { side, standing: side === "sell" && standing === "recurring" ? null : standing });
}

/**
 * The price that a limit order begins with: that of its own side, at which it waits and costs nobody anything, never the other
 * side's, at which it would trade at once. Where nobody stands there, what was paid last; null while that is not known.
 */
export function firstPrice(side: OrderSide, best: Best, last: Fraction | null, places: number): string | null {
  const price = (side === "sell" ? best.ask : best.bid) ?? last;
  return price === null ? null : tidyPrice(price, places, side === "sell" ? "up" : "down");
}

/** What a form asks for: an order for the ledger, or one that stands until its price or time has come. */
export type Reviewed =
  | { readonly kind: "now"; readonly terms: OrderTerms; readonly warning: string | null }
  | { readonly kind: "standing"; readonly terms: StandingTerms };

/** A price as the exact fraction that was meant. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** The best offers of both sides. */
export interface Best {
  readonly bid: Fraction | null;
  readonly ask: Fraction | null;
}

export type DraftField = "price" | "priceTo" | "count" | "amount";
export type DraftProblems = Readonly<Partial<Record<DraftField, string>>>;

/** What a draft says: an order, or what stands against it at each field. */
export type ReadDraft =
  | { readonly terms: OrderTerms; readonly amount: bigint; readonly price: Fraction; readonly problems: null }
  | { readonly terms: null; readonly problems: DraftProblems };

const WHOLE = 10_000n;

/** The best of both sides, of levels with the best first. */
export function bestOf(bids: readonly BookLevelRow[], asks: readonly BookLevelRow[]): Best {
  return { bid: fractionOf(bids[0]), ask: fractionOf(asks[0]) };
}

function fractionOf(level: BookLevelRow | undefined): Fraction | null {
  return level === undefined ? null : { n: BigInt(level[0]), d: BigInt(level[1]) };
}

/** The price that the draft's own price field or the book gives, for the whole of it; null where there is none. */
export function priceOf(draft: OrderDraft, best: Best): Fraction | null {
  if (draft.kind === "market") return boundOf(draft, best);
  const from = readTypedPrice(draft.price);
  if (typeof from === "string") return null;
  if (draft.kind !== "scaled") return from;
  const to = readTypedPrice(draft.priceTo);
  // Evenly spaced offers of the same size trade at the middle of both prices.
  return typeof to === "string" ? null : { n: from.n * to.d + to.n * from.d, d: 2n * from.d * to.d };
}

/** The worst average price at which an order at once is still made. */
export function boundOf({ side, tolerance }: OrderDraft, { bid, ask }: Best): Fraction | null {
  const best = side === "buy" ? ask : bid;
  if (best === null) return null;
  const part = side === "buy" ? WHOLE + BigInt(tolerance) : WHOLE - BigInt(tolerance);
  return { n: best.n * part, d: best.d * WHOLE };
}

/** Reads a typed price, or says in a sentence why it is none. */
export function readTypedPrice(typed: string): Fraction | string {
  const plain = plainAmount(typed);
  if ("problem" in plain) return plain.problem;
  const price = readPrice(plain.text);
  if (price === null) return sentenceOf("price-malformed");
  return ledgerPrice(price, "up") === null ? sentenceOf("price-too-extreme") : price;
}

/** The order that the form asks for. */
export function readDraft(draft: OrderDraft, pair: PairQuery, best: Best): ReadDraft {
  const problems: Partial<Record<DraftField, string>> = {};
  const amount = readAmount(draft.amount);
  if (typeof amount === "string") problems.amount = amount;
  else if (amount === 0n) problems.amount = t`Enter an amount above zero`;
  const countText = westernDigits(draft.count.trim());
  const count = Number(countText);
  if (draft.kind === "market") {
    if (boundOf(draft, best) === null)
      problems.amount =
        draft.side === "buy"
          ? t`Nobody sells here right now. Place a limit order instead.`
          : t`Nobody buys here right now. Place a limit order instead.`;
  } else {
    const from = readTypedPrice(draft.price);
    if (typeof from === "string") problems.price = from;
  }
  if (draft.kind === "scaled") {
    const to = readTypedPrice(draft.priceTo);
    if (typeof to === "string") problems.priceTo = to;
    if (!/^\d{1,3}$/.test(countText) || count < MIN_SCALED || count > MAX_SCALED)
      problems.count = t`From ${{ least: MIN_SCALED }} to ${{ most: MAX_SCALED }} orders`;
  }
  const price = priceOf(draft, best);
  if (Object.keys(problems).length > 0 || price === null || typeof amount === "string")
    return { terms: null, problems };
  return { terms: termsOf(draft, pair, amount, price, count), amount, price, problems: null };
}

function termsOf(draft: OrderDraft, pair: PairQuery, amount: bigint, price: Fraction, count: number): OrderTerms {
  const { side, kind } = draft;
  const common = { side, base: pair.base, quote: pair.quote, amount: formatAmountShort(amount) };
  if (kind === "market") return { kind, ...common, price: priceText(price.n, price.d) ?? "" };
  const typed = plainText(draft.price);
  if (kind !== "scaled") return { kind, ...common, price: typed };
  return { kind, ...common, price: typed, priceTo: plainText(draft.priceTo), count };
}

function plainText(typed: string): string {
  const plain = plainAmount(typed);
  return "text" in plain ? plain.text : typed;
}

/** A price with so many places, on the side on which it still takes what stands at it. */
export function tidyPrice({ n, d }: Fraction, places: number, rounding: "up" | "down"): string {
  const digits = mulDiv(n, 10n ** BigInt(places), d, rounding)
    .toString()
    .padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** What `amount` of the base asset comes to in the quote asset: the most that is paid, or the least that is received. */
export function totalOf(side: OrderSide, amount: bigint, { n, d }: Fraction): bigint {
  return mulDiv(amount, n, d, side === "buy" ? "up" : "down");
}

/** How much of the base asset can be traded with what is spendable: of the base asset to sell, of the quote asset to buy. */
export function mostOf(side: OrderSide, spendable: bigint, price: Fraction | null): bigint {
  if (spendable <= 0n) return 0n;
  if (side === "sell") return spendable;
  return price === null ? 0n : mulDiv(spendable, price.d, price.n, "down");
}

/** What share of the most an amount is, in whole percent between 0 and 100. */
export function shareOf(amount: bigint, most: bigint): number {
  if (most <= 0n || amount <= 0n) return 0;
  return Number(amount >= most ? 100n : mulDiv(amount, 100n, most, "half-up"));
}

/** What taking `amount` from the levels would come to as they stand. */
export interface Estimate {
  /** Of the base asset; less than was asked for where there is no more. */
  readonly amount: bigint;
  readonly total: bigint;
  /** How much worse than the best price, in hundredths of a percent. */
  readonly impact: bigint;
}

/** Walks the levels, the best first, as an order at once would. */
export function estimateOf(levels: readonly BookLevelRow[], side: BookSide, amount: bigint): Estimate | null {
  const [best] = levels;
  if (best === undefined || amount <= 0n) return null;
  let left = amount;
  let total = 0n;
  for (const level of levels) {
    if (left === 0n) break;
    const there = baseAmount(level, side);
    const taken = there < left ? there : left;
    total += mulDiv(taken, BigInt(level[0]), BigInt(level[1]), side === "asks" ? "up" : "down");
    left -= taken;
  }
  const filled = amount - left;
  const atBest = mulDiv(filled, BigInt(best[0]), BigInt(best[1]), "down");
  const worse = side === "asks" ? total - atBest : atBest - total;
  return { amount: filled, total, impact: atBest === 0n || worse <= 0n ? 0n : mulDiv(worse, WHOLE, atBest, "half-up") };
}

/** How far a limit is from where the market stands, for a warning: on the wrong side of the best offer, in hundredths of a percent. */
export function overshootOf(side: OrderSide, price: Fraction, { bid, ask }: Best): bigint {
  const best = side === "buy" ? ask : bid;
  if (best === null) return 0n;
  const [over, at] =
    side === "buy"
      ? [price.n * best.d - best.n * price.d, best.n * price.d]
      : [best.n * price.d - price.n * best.d, best.n * price.d];
  return over <= 0n ? 0n : mulDiv(over, WHOLE, at, "down");
}

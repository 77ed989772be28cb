import { plural, select, t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText, formatPercent } from "#pwa/ui/format.ts";
import type { Leg } from "#schemas/standing-legs.ts";
import type { StandingKind, StandingOrderState, StandingTerms } from "#schemas/standing-orders.ts";
import type { OrderSide } from "#schemas/trading.ts";
import { intervalWords } from "./span-words.ts";
import { what, whatWords } from "#pwa/parts/confirming/what-words.ts";

export const STANDING_NAMES: Readonly<Record<StandingKind, string>> = {
  get "stop-limit"() {
    return t`Stop-limit`;
  },
  get "take-profit"() {
    return t`Take-profit`;
  },
  get "trailing-stop"() {
    return t`Trailing stop`;
  },
  oco: "OCO",
  twap: "TWAP",
  get recurring() {
    return t`Recurring buy`;
  },
};

export const STANDING_STATES: Readonly<Record<StandingOrderState, string>> = {
  get waiting() {
    return t({ message: "Waiting", context: "state of an order" });
  },
  get running() {
    return t({ message: "Under way", context: "state of an order" });
  },
  get done() {
    return t({ message: "Done", context: "state of an order" });
  },
  get cancelled() {
    return t({ message: "Cancelled", context: "state of an order" });
  },
  get failed() {
    return t({ message: "Failed", context: "state of an order" });
  },
  get expired() {
    return t({ message: "Expired", context: "state of an order" });
  },
};

export const STANDING_TONES = {
  waiting: "accent",
  running: "accent",
  done: "up",
  cancelled: "neutral",
  failed: "down",
  expired: "neutral",
} as const satisfies Readonly<Record<StandingOrderState, string>>;

/** Whether more may come of it. */
export function isStanding({ state }: { readonly state: StandingOrderState }): boolean {
  return state === "waiting" || state === "running";
}

/** Whoever buys regularly says so by the kind. */
export function sideOf(terms: StandingTerms): OrderSide {
  return terms.kind === "recurring" ? "buy" : terms.side;
}

/** The codes and the amount of a deal: what is spent each time where it is bought regularly, what is traded otherwise. */
export function dealParts(terms: StandingTerms) {
  const amount = formatAmountText(terms.kind === "recurring" ? terms.spend : terms.amount);
  return { amount, base: codeOf(terms.base), quote: codeOf(terms.quote) };
}

/** "Sell 100 XLM for USDC", "Buy XLM for 25 USDC". */
export function dealWords(terms: StandingTerms): string {
  const { amount, base, quote } = dealParts(terms);
  if (terms.kind === "recurring") return t`Buy ${base} for ${amount} ${quote}`;
  return terms.side === "buy" ? t`Buy ${amount} ${base} with ${quote}` : t`Sell ${amount} ${base} for ${quote}`;
}

/** What is confirmed with it, as it is kept. */
export function standingWhat(terms: StandingTerms): string {
  const codes = { base: codeOf(terms.base), quote: codeOf(terms.quote) };
  if (terms.kind === "recurring") return what("recurring-buy", { ...codes, amount: terms.spend });
  return what(`${terms.kind}-${terms.side}`, { ...codes, amount: terms.amount });
}

/** "Stop-limit: sell 100 XLM for USDC". */
export function standingTitle(terms: StandingTerms): string {
  return whatWords(standingWhat(terms));
}

/** Whether a fall of the price triggers it, and not a rise. */
export function isOnFall({ kind, side }: { readonly kind: Leg["kind"]; readonly side: OrderSide }): boolean {
  return (kind === "stop-limit") === (side === "sell");
}

/** When it runs, in a line. */
export function whenWords(terms: StandingTerms): string {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
      return whenReached(terms);
    case "trailing-stop":
      return whenTurned(terms);
    case "oco":
      return whenEither(terms);
    case "twap": {
      const interval = intervalWords(terms.intervalSeconds);
      return plural(
        { parts: terms.slices },
        { one: `In # part, one ${interval}`, other: `In # parts, one ${interval}` },
      );
    }
    case "recurring":
      return whenDue(terms);
  }
}

/** The price that triggers is the one at which one could trade. */
function whenReached(terms: Leg): string {
  const [base, quote, price] = [codeOf(terms.base), codeOf(terms.quote), formatAmountText(terms.triggerPrice)];
  if (terms.side === "sell")
    return isOnFall(terms)
      ? t`When the highest bid for one ${base} is ${price} ${quote} or less`
      : t`When the highest bid for one ${base} is ${price} ${quote} or more`;
  return isOnFall(terms)
    ? t`When the lowest offer for one ${base} is ${price} ${quote} or less`
    : t`When the lowest offer for one ${base} is ${price} ${quote} or more`;
}

export type Trailing = Extract<StandingTerms, { readonly kind: "trailing-stop" }>;
export type Oco = Extract<StandingTerms, { readonly kind: "oco" }>;
export type Recurring = Extract<StandingTerms, { readonly kind: "recurring" }>;

function whenTurned({ side, base: baseAsset, quote: quoteAsset, trail, activationPrice }: Trailing): string {
  const [base, quote, percent] = [codeOf(baseAsset), codeOf(quoteAsset), percentWords(trail)];
  if (activationPrice === null)
    return side === "sell"
      ? t`When the highest bid for one ${base} falls ${percent} below the highest one seen`
      : t`When the lowest offer for one ${base} rises ${percent} above the lowest one seen`;
  const price = formatAmountText(activationPrice);
  return side === "sell"
    ? t`When the highest bid for one ${base} falls ${percent} below the highest one seen, from ${price} ${quote} on`
    : t`When the lowest offer for one ${base} rises ${percent} above the lowest one seen, from ${price} ${quote} on`;
}

function whenEither(terms: Oco): string {
  const [base, quote] = [codeOf(terms.base), codeOf(terms.quote)];
  const [stop, profit] = [formatAmountText(terms.triggerPrice), formatAmountText(terms.profitTrigger)];
  return terms.side === "sell"
    ? t`When the highest bid for one ${base} is ${stop} ${quote} or less, or ${profit} or more`
    : t`When the lowest offer for one ${base} is ${stop} ${quote} or more, or ${profit} or less`;
}

function whenDue({ every, times }: Recurring): string {
  if (times === null)
    return select(every, {
      day: "Every day, until you cancel it",
      week: "Every week, until you cancel it",
      other: "Every month, until you cancel it",
    });
  switch (every) {
    case "day":
      return plural(times, { one: "Every day, once", other: "Every day, # times" });
    case "week":
      return plural(times, { one: "Every week, once", other: "Every week, # times" });
    case "month":
      return plural(times, { one: "Every month, once", other: "Every month, # times" });
  }
}

/** At which price it then trades; empty for any. */
export function boundWords(terms: StandingTerms): string {
  const quote = codeOf(terms.quote);
  if (terms.kind === "recurring") {
    if (terms.highestPrice === null) return "";
    const highest = formatAmountText(terms.highestPrice);
    return t`at ${highest} ${quote} at most`;
  }
  const isBuying = terms.side === "buy";
  if (terms.kind === "trailing-stop") {
    const percent = percentWords(terms.limitOffset);
    if (terms.limitOffset === 0) return isBuying ? t`at that price or less` : t`at that price or more`;
    return isBuying ? t`at ${percent} above that or less` : t`at ${percent} below that or more`;
  }
  const price = formatAmountText(terms.price);
  if (terms.kind === "oco") {
    const profit = formatAmountText(terms.profitPrice);
    return isBuying
      ? t`at ${price}, or at ${profit} ${quote} or less`
      : t`at ${price}, or at ${profit} ${quote} or more`;
  }
  return isBuying ? t`at ${price} ${quote} or less` : t`at ${price} ${quote} or more`;
}

/** Hundredths of a percent as "0.5 %". */
export function percentWords(part: number): string {
  return formatPercent(String(part / 100), " ");
}

/** A price that was worked out, cut to as many digits as anybody reads. */
export function shortPrice(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const zeros = whole === "0" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length;
  return formatAmountText(`${whole}.${fraction.slice(0, Math.max(0, SHORT_DIGITS + zeros))}`.replace(/\.0*$/, ""));
}

const SHORT_DIGITS = 7;

import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText, formatDate } from "#pwa/ui/format.ts";
import type { StandingKind, StandingRun, StandingOrderState, StandingTerms } from "#schemas/standing-orders.ts";
import type { OrderSide } from "#schemas/trading.ts";

export type TriggeredTerms = Extract<StandingTerms, { kind: "stop-limit" | "take-profit" }>;

export const STANDING_NAMES: Readonly<Record<StandingKind, string>> = {
  "stop-limit": "Stop-limit",
  "take-profit": "Take-profit",
  twap: "TWAP",
  recurring: "Recurring buy",
};

export const STANDING_STATES: Readonly<Record<StandingOrderState, string>> = {
  waiting: "Waiting",
  running: "Under way",
  done: "Done",
  cancelled: "Cancelled",
  failed: "Failed",
  expired: "Expired",
};

export const STANDING_TONES = {
  waiting: "accent",
  running: "accent",
  done: "up",
  cancelled: "neutral",
  failed: "down",
  expired: "neutral",
} as const satisfies Readonly<Record<StandingOrderState, string>>;

/** Whether a price decides when it runs, and not the clock. */
export function isByPrice(terms: StandingTerms): terms is TriggeredTerms {
  return terms.kind === "stop-limit" || terms.kind === "take-profit";
}

/** Whether more may come of it. */
export function isStanding({ state }: { readonly state: StandingOrderState }): boolean {
  return state === "waiting" || state === "running";
}

/** Whoever buys regularly says so by the kind. */
export function sideOf(terms: StandingTerms): OrderSide {
  return terms.kind === "recurring" ? "buy" : terms.side;
}

/** "Sell 100 XLM for USDC", "Buy XLM for 25 USDC". */
export function dealWords(terms: StandingTerms): string {
  const [base, quote] = [codeOf(terms.base), codeOf(terms.quote)];
  if (terms.kind === "recurring") return `Buy ${base} for ${formatAmountText(terms.spend)} ${quote}`;
  const amount = `${formatAmountText(terms.amount)} ${base}`;
  return terms.side === "buy" ? `Buy ${amount} with ${quote}` : `Sell ${amount} for ${quote}`;
}

/** "Stop-limit: sell 100 XLM for USDC". */
export function standingTitle(terms: StandingTerms): string {
  const deal = dealWords(terms);
  return `${STANDING_NAMES[terms.kind]}: ${deal.charAt(0).toLowerCase()}${deal.slice(1)}`;
}

/** Whether a fall of the price triggers it, and not a rise. */
export function isOnFall({ kind, side }: { readonly kind: TriggeredTerms["kind"]; readonly side: OrderSide }): boolean {
  return (kind === "stop-limit") === (side === "sell");
}

/** The price that triggers is the one at which one could trade. */
export function watchedPrice(side: OrderSide): string {
  return side === "sell" ? "highest bid" : "lowest offer";
}

/** "the highest bid for one XLM is 0.38 USDC or less". */
export function triggerWords(terms: TriggeredTerms): string {
  const { side, base, quote, triggerPrice } = terms;
  const price = `${formatAmountText(triggerPrice)} ${codeOf(quote)}`;
  return `the ${watchedPrice(side)} for one ${codeOf(base)} is ${price} or ${isOnFall(terms) ? "less" : "more"}`;
}

/** "every 5 minutes". */
export function intervalWords(seconds: number): string {
  return `every ${spanWords(seconds, true)}`;
}

const SPANS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** A time span in the largest unit that it is whole of: "5 minutes"; one of it alone as "minute" where `isBare`. */
export function spanWords(seconds: number, isBare = false): string {
  const [size, name] = SPANS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? SPANS[3];
  const count = seconds / size;
  return count === 1 ? (isBare ? name : `1 ${name}`) : `${count} ${name}s`;
}

/** When it runs, in a line. */
export function whenWords(terms: StandingTerms): string {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
      return `When ${triggerWords(terms)}`;
    case "twap":
      return `In ${terms.slices} parts, one ${intervalWords(terms.intervalSeconds)}`;
    case "recurring":
      return `Every ${terms.every}${terms.times === null ? ", until you cancel it" : terms.times === 1 ? ", once" : `, ${terms.times} times`}`;
  }
}

/** At which price it then trades; empty for any. */
export function boundWords(terms: StandingTerms): string {
  const quote = codeOf(terms.quote);
  if (terms.kind === "recurring")
    return terms.highestPrice === null ? "" : `at ${formatAmountText(terms.highestPrice)} ${quote} at most`;
  return `at ${formatAmountText(terms.price)} ${quote} or ${terms.side === "buy" ? "less" : "more"}`;
}

/** What happens once it is triggered or its time has come, in a sentence. */
export function thenWords(terms: StandingTerms): string {
  const base = codeOf(terms.base);
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
      return `A limit order is placed for you: ${terms.side} ${formatAmountText(terms.amount)} ${base} ${boundWords(terms)}. What is not traded at once waits in the book, under your open orders.`;
    case "twap":
      return `Each part is ${terms.side === "buy" ? "bought" : "sold"} at once ${boundWords(terms)} on average, or not at all. A part that is missed is not made up for.`;
    case "recurring":
      return `${base} ${base.endsWith("s") ? "are" : "is"} bought at once${terms.highestPrice === null ? "" : `, ${boundWords(terms)} on average`}, and at most ${percentWords(terms.slippage)} below what is quoted then, or not at all. A buy that is missed is not made up for.`;
  }
}

/** Hundredths of a percent as "0.5 %". */
export function percentWords(part: number): string {
  return `${part / 100} %`;
}

/** What may keep it from happening, each in a sentence. */
export function preventions(terms: StandingTerms): readonly string[] {
  const given = codeOf(sideOf(terms) === "buy" ? terms.quote : terms.base);
  const short = `You have too little ${given} to spend at that moment.`;
  const stopped = "Your account is frozen, or may not hold or trade one of the two assets.";
  if (isByPrice(terms))
    return [
      "The price is crossed only for a moment: it counts as each ledger leaves it, and nothing triggers while our market data is behind.",
      `The price jumps beyond your limit: the order is then placed, and waits until somebody ${terms.side === "buy" ? "sells" : "buys"} at it.`,
      short,
      "An open order of yours stands on the other side at that price.",
      stopped,
    ];
  return [
    terms.kind === "twap"
      ? "The market is worse than your worst price when a part is due."
      : terms.highestPrice === null
        ? "Nobody sells enough, or the price moves away in that moment."
        : "The price is above your highest one, nobody sells enough, or the price moves away in that moment.",
    short,
    stopped,
  ];
}

/** How many runs are behind it: "2 of 10, 1 missed"; empty where one run is all there is. */
export function progressWords(
  terms: StandingTerms,
  { runsDone, runsMissed }: { readonly runsDone: number; readonly runsMissed: number },
): string {
  if (isByPrice(terms)) return "";
  const all = terms.kind === "twap" ? terms.slices : terms.times;
  const done = all === null ? `${runsDone} so far` : `${runsDone} of ${all}`;
  return runsMissed === 0 ? done : `${done}, ${runsMissed} missed`;
}

export function runWords(terms: StandingTerms, outcome: StandingRun["outcome"]): string {
  switch (outcome) {
    case "under-way":
      return "Under way";
    case "done":
      return isByPrice(terms) ? "Limit order placed" : "Traded";
    case "missed":
      return "Missed";
    case "failed":
      return "Not carried out";
    case "cancelled":
      return "Cancelled";
  }
}

/** What price a run saw; null where it saw none. */
export function seenWords(terms: StandingTerms, price: string | null): string | null {
  if (price === null) return null;
  const what = isByPrice(terms) ? watchedPrice(terms.side) : "average quoted";
  return `${what} ${formatAmountText(price)} ${codeOf(terms.quote)}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How far ahead an instant is: "in 5 minutes"; from a week on its date, and "now" where it has come. */
export function untilWords(thenMs: number, nowMs: number): string {
  const ahead = thenMs - nowMs;
  if (ahead <= 0) return "now";
  if (ahead < MINUTE_MS) return "in less than a minute";
  if (ahead < HOUR_MS) return inWords(Math.round(ahead / MINUTE_MS), "minute");
  if (ahead < DAY_MS) return inWords(Math.round(ahead / HOUR_MS), "hour");
  if (ahead < 7 * DAY_MS) return inWords(Math.round(ahead / DAY_MS), "day");
  return `on ${formatDate(thenMs)}`;
}

function inWords(count: number, unit: string): string {
  return `in ${count} ${unit}${count === 1 ? "" : "s"}`;
}

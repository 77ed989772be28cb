import { t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText, formatDate, formatPercent } from "#pwa/ui/format.ts";
import { isByPrice, type Leg, legsOf } from "#schemas/standing-legs.ts";
import type { StandingKind, StandingRun, StandingOrderState, StandingTerms } from "#schemas/standing-orders.ts";
import type { OrderSide } from "#schemas/trading.ts";
import { readPrice } from "#schemas/values/price.ts";

export const STANDING_NAMES: Readonly<Record<StandingKind, string>> = {
  "stop-limit": "Stop-limit",
  "take-profit": "Take-profit",
  "trailing-stop": "Trailing stop",
  oco: "OCO",
  twap: "TWAP",
  get recurring() {
    return t`Recurring buy`;
  },
};

export const STANDING_STATES: Readonly<Record<StandingOrderState, string>> = {
  get waiting() {
    return t`Waiting`;
  },
  get running() {
    return t`Under way`;
  },
  get done() {
    return t`Done`;
  },
  get cancelled() {
    return t`Cancelled`;
  },
  get failed() {
    return t`Failed`;
  },
  get expired() {
    return t`Expired`;
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

/** "Sell 100 XLM for USDC", "Buy XLM for 25 USDC". */
export function dealWords(terms: StandingTerms): string {
  const [base, quote] = [codeOf(terms.base), codeOf(terms.quote)];
  if (terms.kind === "recurring") return t`Buy ${base} for ${formatAmountText(terms.spend)} ${quote}`;
  const amount = `${formatAmountText(terms.amount)} ${base}`;
  return terms.side === "buy" ? t`Buy ${amount} with ${quote}` : t`Sell ${amount} for ${quote}`;
}

/** "Stop-limit: sell 100 XLM for USDC". */
export function standingTitle(terms: StandingTerms): string {
  const deal = dealWords(terms);
  return `${STANDING_NAMES[terms.kind]}: ${deal.charAt(0).toLowerCase()}${deal.slice(1)}`;
}

/** Whether a fall of the price triggers it, and not a rise. */
export function isOnFall({ kind, side }: { readonly kind: Leg["kind"]; readonly side: OrderSide }): boolean {
  return (kind === "stop-limit") === (side === "sell");
}

/** The price that triggers is the one at which one could trade. */
export function watchedPrice(side: OrderSide): string {
  return side === "sell" ? "highest bid" : "lowest offer";
}

/** "the highest bid for one XLM is 0.38 USDC or less". */
export function triggerWords(terms: Leg): string {
  const { side, base, quote, triggerPrice } = terms;
  const price = `${formatAmountText(triggerPrice)} ${codeOf(quote)}`;
  return t`the ${watchedPrice(side)} for one ${codeOf(base)} is ${price} or ${isOnFall(terms) ? "less" : "more"}`;
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

type Trailing = Extract<StandingTerms, { readonly kind: "trailing-stop" }>;
type Oco = Extract<StandingTerms, { readonly kind: "oco" }>;

/** "the highest bid for one XLM falls 2.1 % below the highest one seen, from 0.25 USDC on". */
export function turnWords({ side, base, quote, trail, activationPrice }: Trailing): string {
  const [turn, best] = side === "sell" ? ["falls", "below the highest"] : ["rises", "above the lowest"];
  const from = activationPrice === null ? "" : t`, from ${formatAmountText(activationPrice)} ${codeOf(quote)} on`;
  return t`the ${watchedPrice(side)} for one ${codeOf(base)} ${turn} ${percentWords(trail)} ${best} one seen${from}`;
}

/** "the highest bid for one XLM is 0.2 USDC or less, or 0.3 or more". */
export function eitherWords(terms: Oco): string {
  const [stop] = legsOf(terms, null);
  if (!stop) throw new RangeError("an order with two prices has a stop");
  const turn = terms.side === "sell" ? "more" : "less";
  return `${triggerWords(stop)}, or ${formatAmountText(terms.profitTrigger)} or ${turn}`;
}

/** Where a trailing stop stands: "would sell at 0.2391 USDC, best seen 0.2442"; empty for all others, and once it is over. */
export function followWords(row: {
  readonly terms: StandingTerms;
  readonly mark: string | null;
  readonly state: StandingOrderState;
}): string {
  const { terms, mark, state } = row;
  if (terms.kind !== "trailing-stop" || state !== "waiting") return "";
  const quote = codeOf(terms.quote);
  const [leg] = legsOf(terms, mark);
  if (!leg || mark === null)
    return terms.activationPrice === null
      ? "follows from the next price on"
      : t`follows from ${formatAmountText(terms.activationPrice)} ${quote} on`;
  return t`would ${terms.side} at ${shortPrice(leg.triggerPrice)} ${quote}, best seen ${shortPrice(mark)}`;
}

/** A price that was worked out, cut to as many digits as anybody reads. */
export function shortPrice(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const zeros = whole === "0" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length;
  return formatAmountText(`${whole}.${fraction.slice(0, Math.max(0, SHORT_DIGITS + zeros))}`.replace(/\.0*$/, ""));
}
const SHORT_DIGITS = 7;

/** When it runs, in a line. */
export function whenWords(terms: StandingTerms): string {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
      return t`When ${triggerWords(terms)}`;
    case "trailing-stop":
      return t`When ${turnWords(terms)}`;
    case "oco":
      return t`When ${eitherWords(terms)}`;
    case "twap":
      return t`In ${terms.slices} parts, one ${intervalWords(terms.intervalSeconds)}`;
    case "recurring":
      return t`Every ${terms.every}${terms.times === null ? ", until you cancel it" : terms.times === 1 ? ", once" : t`, ${terms.times} times`}`;
  }
}

/** At which price it then trades; empty for any. */
export function boundWords(terms: StandingTerms): string {
  const quote = codeOf(terms.quote);
  if (terms.kind === "recurring")
    return terms.highestPrice === null ? "" : t`at ${formatAmountText(terms.highestPrice)} ${quote} at most`;
  const turn = terms.side === "buy" ? "less" : "more";
  if (terms.kind === "trailing-stop") {
    const worse = terms.side === "buy" ? "above" : "below";
    return terms.limitOffset === 0
      ? t`at that price or ${turn}`
      : t`at ${percentWords(terms.limitOffset)} ${worse} that or ${turn}`;
  }
  const second = terms.kind === "oco" ? `, or at ${formatAmountText(terms.profitPrice)}` : "";
  return `at ${formatAmountText(terms.price)}${second} ${quote} or ${turn}`;
}

/** What happens once it is triggered or its time has come, in a sentence. */
export function thenWords(terms: StandingTerms): string {
  const base = codeOf(terms.base);
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
    case "trailing-stop":
      return t`A limit order is placed for you: ${terms.side} ${formatAmountText(terms.amount)} ${base} ${boundWords(terms)}. ${REST_WAITS}`;
    case "oco":
      return t`One limit order is placed for you: ${terms.side} ${formatAmountText(terms.amount)} ${base}, by the stop ${legBound(terms, 0)}, by the take-profit ${legBound(terms, 1)}. The other ends with it. ${REST_WAITS}`;
    case "twap":
      return t`Each part is ${terms.side === "buy" ? "bought" : "sold"} at once ${boundWords(terms)} on average, or not at all. A part that is missed is not made up for.`;
    case "recurring":
      return t`${base} ${base.endsWith("s") ? "are" : "is"} bought at once${terms.highestPrice === null ? "" : t`, ${boundWords(terms)} on average`}, and at most ${percentWords(terms.slippage)} below what is quoted then, or not at all. A buy that is missed is not made up for.`;
  }
}

const REST_WAITS = "What is not traded at once waits in the book, under your open orders.";

function legBound(terms: Oco, at: 0 | 1): string {
  const leg = legsOf(terms, null)[at];
  return leg === undefined ? "" : boundWords(leg);
}

/** Hundredths of a percent as "0.5 %". */
export function percentWords(part: number): string {
  return formatPercent(String(part / 100), " ");
}

/** What may keep it from happening, each in a sentence. */
export function preventions(terms: StandingTerms): readonly string[] {
  const given = codeOf(sideOf(terms) === "buy" ? terms.quote : terms.base);
  const short = t`You have too little ${given} to spend at that moment.`;
  const stopped = t`Your account is frozen, or may not hold or trade one of the two assets.`;
  if (isByPrice(terms))
    return [
      ...KIND_PREVENTIONS[terms.kind],
      t`The price is crossed only for a moment: it counts as each ledger leaves it, and nothing triggers while our market data is behind.`,
      t`The price jumps beyond your limit: the order is then placed, and waits until somebody ${terms.side === "buy" ? "sells" : "buys"} at it.`,
      short,
      t`An open order of yours stands on the other side at that price.`,
      stopped,
    ];
  return [
    terms.kind === "twap"
      ? t`The market is worse than your worst price when a part is due.`
      : terms.highestPrice === null
        ? t`Nobody sells enough, or the price moves away in that moment.`
        : t`The price is above your highest one, nobody sells enough, or the price moves away in that moment.`,
    short,
    stopped,
  ];
}

/** What one kind alone does not promise. */
const KIND_PREVENTIONS: Readonly<Record<"stop-limit" | "take-profit" | "trailing-stop" | "oco", readonly string[]>> = {
  "stop-limit": [],
  "take-profit": [],
  "trailing-stop": [
    "It follows in steps of a twentieth of the distance, so it may trade that much later than the best price of all would say. What the price does while our server or its market data stands still is not followed.",
  ],
  oco: [
    "Both prices are watched here, so neither stands in the book before it is reached: whoever is there first is served first.",
    "Once one of them has placed its limit order the other is gone for good, though that limit order may not fill.",
  ],
};

/** How many runs are behind it: "2 of 10, 1 missed"; empty where one run is all there is. */
export function progressWords(
  terms: StandingTerms,
  { runsDone, runsMissed }: { readonly runsDone: number; readonly runsMissed: number },
): string {
  if (isByPrice(terms)) return "";
  const all = terms.kind === "twap" ? terms.slices : terms.times;
  const done = all === null ? t`${runsDone} so far` : `${runsDone} of ${all}`;
  return runsMissed === 0 ? done : t`${done}, ${runsMissed} missed`;
}

export function runWords(terms: StandingTerms, outcome: StandingRun["outcome"]): string {
  switch (outcome) {
    case "under-way":
      return t`Under way`;
    case "done":
      return isByPrice(terms) ? t`Limit order placed` : t`Traded`;
    case "missed":
      return t`Missed`;
    case "failed":
      return t`Not carried out`;
    case "cancelled":
      return t`Cancelled`;
  }
}

/** What price a run saw; null where it saw none. */
export function seenWords(terms: StandingTerms, price: string | null): string | null {
  if (price === null) return null;
  const what = isByPrice(terms) ? watchedPrice(terms.side) : "average quoted";
  const leg = terms.kind === "oco" ? `${reachedWords(terms, price)}, ` : "";
  return `${leg}${what} ${formatAmountText(price)} ${codeOf(terms.quote)}`;
}

/** Which of two prices was reached: the nearer one, since what a run tells of its price is rounded. */
function reachedWords({ side, triggerPrice, profitTrigger }: Oco, seen: string): string {
  const [price, stop, profit] = [seen, triggerPrice, profitTrigger].map(readPrice);
  if (!price || !stop || !profit) return "one reached";
  const beyond = 2n * price.n * stop.d * profit.d - (stop.n * profit.d + profit.n * stop.d) * price.d;
  return (side === "sell") === beyond < 0n ? "stop reached" : "take-profit reached";
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

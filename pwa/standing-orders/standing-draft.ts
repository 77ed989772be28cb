import { t } from "@lingui/core/macro";
import {
  type Best,
  type DraftField,
  type Fraction,
  type Lasting,
  type OrderDraft,
  readTypedPrice,
  type StandingPlan,
  type Unit,
} from "#pwa/parts/trading/order-draft.ts";
import { type Leg, legsOf } from "#schemas/standing-legs.ts";
import { readSlippage } from "#pwa/parts/trading/slippage.ts";
import { plainAmount, readAmount } from "#pwa/ui/typed-amount.ts";
import { westernDigits } from "#pwa/ui/western-digits.ts";
import { formatPercent } from "#pwa/ui/format.ts";
import {
  type StandingKind,
  type StandingTerms,
  MAX_LIMIT_OFFSET,
  MAX_SLICE_SECONDS,
  MAX_SLICES,
  MAX_TIMES,
  MAX_TRAIL,
  MIN_SLICE_SECONDS,
  MIN_SLICES,
  MIN_TRAIL,
} from "#schemas/standing-orders.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { mulDiv } from "#schemas/values/money.ts";
import type { OrderSide } from "#schemas/trading.ts";
import { markAfter } from "#schemas/values/trailing.ts";
import { percentWords } from "./standing-words.ts";
import { spanWords } from "./span-words.ts";

const UNIT_SECONDS: Readonly<Record<Unit, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

const DAY_MS = 86_400_000;

export const EMPTY_PLAN: StandingPlan = {
  trigger: "",
  profit: "",
  profitPrice: "",
  trail: "2",
  offset: "1",
  activation: "",
  slices: "10",
  every: "5",
  unit: "minutes",
  spend: "",
  calendar: "week",
  times: "",
  starts: "",
  highest: "",
  slippage: "100",
  lasting: "0",
};

export type PlanField = Extract<DraftField, "price" | "amount"> | keyof StandingPlan;
export type PlanProblems = Readonly<Partial<Record<PlanField, string>>>;

/** The terms of a standing order, or what stands against them at each field. */
export type ReadPlan =
  | { readonly terms: StandingTerms; readonly problems: null }
  | { readonly terms: null; readonly problems: PlanProblems };

type Ordered = Pick<OrderDraft, "side" | "amount" | "price">;

/** The standing order that the form asks for. */
export function readPlan(
  kind: StandingKind,
  ordered: Ordered,
  plan: StandingPlan,
  pair: PairQuery,
  nowMs: number,
): ReadPlan {
  const problems: Partial<Record<PlanField, string>> = {};
  const note = (field: PlanField, problem: string | null) => {
    if (problem !== null) problems[field] = problem;
  };
  const lasting = lastingOf(plan, kind === "recurring");
  const common = { base: pair.base, quote: pair.quote, expiresAt: endOf(lasting, nowMs) };
  if (kind === "recurring") {
    const { highest, calendar, slippage } = plan;
    note("spend", amountProblem(plan.spend));
    note("highest", highest.trim() === "" ? null : priceProblem(highest));
    const times = timesOf(plan);
    note("times", times === undefined ? t`From 1 to ${{ most: MAX_TIMES }} times` : null);
    const startsAt = startOf(plan.starts, nowMs);
    note("starts", startsAt === undefined ? t`Choose a time that lies ahead, or none for now` : null);
    if (Object.keys(problems).length > 0) return { terms: null, problems };
    return {
      terms: {
        kind,
        ...common,
        spend: plainText(plan.spend),
        every: calendar,
        times: times ?? null,
        highestPrice: highest.trim() === "" ? null : plainText(highest),
        slippage: Number(slippage),
        startsAt: startsAt ?? null,
      },
      problems: null,
    };
  }
  note("amount", amountProblem(ordered.amount));
  const placed = { ...common, side: ordered.side, amount: plainText(ordered.amount) };
  if (kind === "trailing-stop") {
    const { trail, offset, activation } = plan;
    note("trail", percentProblem(trail, MIN_TRAIL, MAX_TRAIL));
    note("offset", percentProblem(offset, 0, MAX_LIMIT_OFFSET));
    note("activation", activation.trim() === "" ? null : priceProblem(activation));
    if (Object.keys(problems).length > 0) return { terms: null, problems };
    return { terms: { kind, ...placed, ...wayOf(plan) }, problems: null };
  }
  note("price", priceProblem(ordered.price));
  const offered = { ...placed, price: plainText(ordered.price) };
  if (kind === "twap") {
    const [slices, intervalSeconds] = [wholeOf(plan.slices), secondsOf(plan)];
    note(
      "slices",
      isWithin(slices, MIN_SLICES, MAX_SLICES)
        ? null
        : t`From ${{ least: MIN_SLICES }} to ${{ most: MAX_SLICES }} parts`,
    );
    note("every", isWithin(intervalSeconds, MIN_SLICE_SECONDS, MAX_SLICE_SECONDS) ? null : spanProblem());
    if (Object.keys(problems).length > 0) return { terms: null, problems };
    return { terms: { kind, ...offered, slices, intervalSeconds }, problems: null };
  }
  note("trigger", priceProblem(plan.trigger));
  if (kind === "oco") {
    note("profit", priceProblem(plan.profit) ?? crossedProblem(ordered.side, plan));
    note("profitPrice", priceProblem(plan.profitPrice));
    if (Object.keys(problems).length > 0) return { terms: null, problems };
    const legs = {
      triggerPrice: plainText(plan.trigger),
      profitTrigger: plainText(plan.profit),
      profitPrice: plainText(plan.profitPrice),
    };
    return { terms: { kind, ...offered, ...legs }, problems: null };
  }
  if (Object.keys(problems).length > 0) return { terms: null, problems };
  return { terms: { kind, ...offered, triggerPrice: plainText(plan.trigger) }, problems: null };
}

function spanProblem(): string {
  const [least, most] = [spanWords(MIN_SLICE_SECONDS), spanWords(MAX_SLICE_SECONDS)];
  return t`From ${least} to ${most}`;
}

/** How long lies between two parts, in seconds; NaN where that cannot be read. */
export function secondsOf({ every, unit }: Pick<StandingPlan, "every" | "unit">): number {
  return wholeOf(every) * UNIT_SECONDS[unit];
}

/** How long it takes from the first part to the last one, in seconds; NaN where that cannot be read. */
export function lastsOf(plan: StandingPlan): number {
  return secondsOf(plan) * (wholeOf(plan.slices) - 1);
}

/** What a part of a split amount comes to, in stroops, the last ones a little less; null where that cannot be said. */
export function partOf(amount: bigint, slices: string): bigint | null {
  const count = wholeOf(slices);
  return isWithin(count, MIN_SLICES, MAX_SLICES) && amount > 0n ? mulDiv(amount, 1n, BigInt(count), "up") : null;
}

/** How a trailing stop follows, as far as that can be read. */
function wayOf({ trail, offset, activation }: StandingPlan) {
  const activationPrice = activation.trim() === "" ? null : plainText(activation);
  return { trail: percentOf(trail), limitOffset: percentOf(offset), activationPrice };
}

/** Where a trailing stop would begin if it were placed now: at its trigger and its limit; null while that cannot be said. */
export function trailsFrom(side: OrderSide, plan: StandingPlan, best: Best): Leg | null {
  const seen = side === "sell" ? best.bid : best.ask;
  const way = { side, ...wayOf(plan) };
  const isReadable =
    percentProblem(plan.trail, MIN_TRAIL, MAX_TRAIL) === null &&
    percentProblem(plan.offset, 0, MAX_LIMIT_OFFSET) === null &&
    (way.activationPrice === null || priceProblem(way.activationPrice) === null);
  if (!isReadable) return null;
  const mark = (seen === null ? null : markAfter(way, null, seen)) ?? way.activationPrice;
  const terms = { kind: "trailing-stop", base: "", quote: "", amount: "", expiresAt: null, ...way } as const;
  return legsOf(terms, mark)[0] ?? null;
}

/** The price that such an order pays at most, or sells for at least; null while that cannot be said. */
export function limitOf(kind: StandingKind, draft: Ordered, plan: StandingPlan, best: Best): Fraction | null {
  const typed =
    kind === "trailing-stop"
      ? [trailsFrom(draft.side, plan, best)?.price ?? ""]
      : kind === "oco"
        ? [draft.price, plan.profitPrice]
        : [draft.price];
  const prices = typed.map(readTypedPrice).flatMap((price) => (typeof price === "string" ? [] : [price]));
  const isWorse = (one: Fraction, other: Fraction) => one.n * other.d > other.n * one.d === (draft.side === "buy");
  return prices.length < typed.length ? null : prices.reduce((worst, one) => (isWorse(one, worst) ? one : worst));
}

/** How far the limit is from the trigger: on the side where it would not trade at once, or by how much less it may bring. */
export function limitNote(side: OrderSide, trigger: string, price: string): string | null {
  const [at, limit] = [readTypedPrice(trigger), readTypedPrice(price)];
  if (typeof at === "string" || typeof limit === "string") return null;
  const difference = limit.n * at.d - at.n * limit.d;
  if (difference === 0n) return null;
  const part = mulDiv((difference < 0n ? -difference : difference) * 10_000n, 1n, at.n * limit.d, "half-up");
  const percent = formatPercent(String(Number(part) / 100), " ");
  if ((side === "sell") === difference > 0n)
    return side === "sell"
      ? t`Your limit is ${percent} above the trigger: the order will wait until somebody pays that much.`
      : t`Your limit is ${percent} below the trigger: the order will wait until somebody sells for that little.`;
  return side === "sell"
    ? t`Sells for up to ${percent} less than the trigger, if the price falls on.`
    : t`Pays up to ${percent} more than the trigger, if the price rises on.`;
}

function amountProblem(typed: string): string | null {
  const amount = readAmount(typed);
  if (typeof amount === "string") return amount;
  return amount === 0n ? t`Enter an amount above zero` : null;
}

function priceProblem(typed: string): string | null {
  const price = readTypedPrice(typed);
  return typeof price === "string" ? price : null;
}

/** Percent as hundredths of it; NaN where that cannot be read. */
function percentOf(typed: string): number {
  const part = readSlippage(typed);
  return typeof part === "string" ? Number.NaN : Number(part);
}

function percentProblem(typed: string, least: number, most: number): string | null {
  if (isWithin(percentOf(typed), least, most)) return null;
  return t`From ${{ least: percentWords(least) }} to ${{ most: percentWords(most) }}`;
}

/** Between a stop and a take-profit there has to be room for the market. */
function crossedProblem(side: OrderSide, { trigger, profit }: StandingPlan): string | null {
  const [stop, gain] = [readTypedPrice(trigger), readTypedPrice(profit)];
  if (typeof stop === "string" || typeof gain === "string") return null;
  const distance = gain.n * stop.d - stop.n * gain.d;
  if (side === "sell") return distance > 0n ? null : t`Choose a price above the stop`;
  return distance < 0n ? null : t`Choose a price below the stop`;
}

function plainText(typed: string): string {
  const plain = plainAmount(typed);
  return "text" in plain ? plain.text : typed;
}

function wholeOf(typed: string): number {
  const text = westernDigits(typed.trim());
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

/** After how many times it ends: null where it does not end so, undefined for what is no number of times. */
export function timesOf({ lasting, times }: Pick<StandingPlan, "lasting" | "times">): number | null | undefined {
  if (lasting !== "times") return null;
  return isWithin(wholeOf(times), 1, MAX_TIMES) ? wholeOf(times) : undefined;
}

/** How long it lasts; what ends after some times is a recurring one's answer, and no other's. */
export function lastingOf({ lasting }: Pick<StandingPlan, "lasting">, isRecurring: boolean): Lasting {
  return lasting === "times" && !isRecurring ? "0" : lasting;
}

/** Null for now, undefined for what does not lie ahead. */
function startOf(typed: string, nowMs: number): string | null | undefined {
  if (typed === "") return null;
  const at = new Date(typed);
  return at.getTime() > nowMs ? at.toISOString() : undefined;
}

function endOf(lasting: Lasting, nowMs: number): string | null {
  return lasting === "0" || lasting === "times" ? null : new Date(nowMs + Number(lasting) * DAY_MS).toISOString();
}

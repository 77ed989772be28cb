import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { isByPrice, type Leg, legsOf } from "#schemas/standing-legs.ts";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { MAX_STANDING_ORDERS } from "#schemas/standing-orders.ts";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { priceText } from "#schemas/values/price.ts";
import { markAfter } from "#schemas/values/trailing.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import type { Planned } from "#server/platform/submissions/accept.ts";
import {
  assetsOf,
  impossible,
  planTrade,
  readAskedPrice,
  readOrderTerms,
  type TradeDeps,
  type TradePlan,
  walletOf,
} from "#server/trading/index.ts";
import { collect, judgeAlone } from "#server/wallet/index.ts";
import type { StandingDeps } from "./begin-run.ts";
import { type LiveMarket, marketOf, pairOf } from "./market.ts";
import { orderOf, planRun, type RunPlan, type RunTerms } from "./plan-run.ts";
import { type BestPrices, bestPrices, compare } from "./prices.ts";
import { readTerms } from "./read-terms.ts";
import { type Plan, planOf } from "./schedule.ts";
import { standingCollection, LIVE_STATES } from "./store.ts";
import { metLeg } from "./watches.ts";

/** A standing order worked out, and everything that stands against placing it. */
export interface StandingPlan extends Planned {
  /** As they are kept; null where they cannot be read. */
  readonly terms: StandingTerms | null;
  /** Where a trailing stop begins to follow; null of others, and where it does so later. */
  readonly mark: string | null;
  /** Of the newest ledger that this takes into account; null of others. */
  readonly markLedger: number | null;
  readonly run: Omit<RunPlan, "marketRefusals">;
  /** The most that the network may charge for a run, in stroops. */
  readonly mostFee: bigint;
  readonly market: LiveMarket | null;
  readonly prices: BestPrices;
  readonly plan: Plan | null;
  /** What would keep a run from going out if it were now. */
  readonly warnings: readonly AppError[];
}

type PlanDeps = Pick<StandingDeps, "runtime" | "network" | "feed" | "guard" | "sides">;

/** What may well be otherwise once a run begins. */
const OF_THE_MOMENT: readonly ErrorCode[] = [
  "balance-too-low",
  "fee-balance-too-low",
  "trade-reserve-too-low",
  "trade-line-full",
  "trade-entries-full",
  "order-crosses-own",
  "order-under-way",
];

/** Networks ask for more when they are busy, which is when a stop order is wanted most. */
const FEE_TIMES = 10n;
/** 0.01 XLM. */
const LEAST_MOST_FEE = 100_000n;

/** Works out a standing order; nothing is recorded. Throws `wallet-not-ready` and `network-unreachable`. */
export async function planStanding(deps: PlanDeps, userId: number, entered: StandingTerms): Promise<StandingPlan> {
  const { runtime, network, feed, guard, sides } = deps;
  const now = runtime.clock.now();
  const trade = { runtime, network, guard, sides };
  const account = await walletOf(runtime, userId);
  const found: AppError[] = [];
  const market = collect(found, () => marketOf(feed, entered)) ?? null;
  const unreadable: AppError[] = [];
  const terms = collect(unreadable, () => readTerms(entered, now)) ?? null;
  const prices = market ? bestPrices(market.index, pairOf(entered)) : { bid: null, ask: null };
  // Of the same moment: the market goes on meanwhile.
  const markLedger = terms?.kind === "trailing-stop" && market ? market.ledger : null;
  const mark = firstMark(terms, prices);
  const due = terms && runsOf(terms, mark);
  for (const run of due ?? [])
    if (run.kind !== "recurring") collect(unreadable, () => readOrderTerms(lastOrderOf(run)));
  const isReadable = terms !== null && unreadable.length === 0;
  const [largest] = due ?? [];
  if (isReadable && market && !largest) found.push(new AppError("durable-no-price"));
  const run =
    isReadable && market && largest
      ? await planRun(trade, market, payerOf(account), largest, 1)
      : await noRun(trade, account, unreadable);
  if (account.isShared) found.push(new AppError("durable-own-key"));
  if (isReadable) found.push(...refuseMet({ terms, mark }, prices), ...(await refuseMany(deps, userId, null)));
  const ofRun = run.trade.refusals;
  // What one that waits for a price gives away shows once that price is there.
  const againstNow = terms !== null && isByPrice(terms) ? [] : run.trade.verdict.spending;
  const spending = { kind: "later", assets: assetsOf(run.trade.wish), to: null } as const;
  return {
    account: account._id,
    spending,
    verdict: await judgeAlone({ runtime, guard }, userId, spending),
    terms: isReadable ? terms : null,
    mark,
    markLedger,
    run,
    mostFee: mostFeeOf(run.trade),
    market,
    prices,
    plan: isReadable ? planOf(terms, terms.expiresAt === null ? null : new Date(terms.expiresAt), now) : null,
    refusals: [...ofRun.filter(({ code }) => !OF_THE_MOMENT.includes(code)), ...found],
    warnings: [...ofRun.filter(({ code }) => OF_THE_MOMENT.includes(code)), ...againstNow, ...run.marketRefusals],
  };
}

function payerOf({ userId, _id: address }: AccountDocument) {
  return { userId, address };
}

/** What stands against whoever pays is told also where nothing can be worked out. */
async function noRun(deps: TradeDeps, account: AccountDocument, refusals: readonly AppError[]): Promise<RunPlan> {
  const trade = await planTrade(deps, account, impossible("trade", refusals, []));
  return { trade, offer: null, quote: null, marketRefusals: [] };
}

/** What a run may cost at most, by what the network asks for now. */
export function mostFeeOf({ fee }: Pick<TradePlan, "fee">): bigint {
  const most = fee * FEE_TIMES;
  return most > LEAST_MOST_FEE ? most : LEAST_MOST_FEE;
}

function firstMark(terms: StandingTerms | null, { bid, ask }: BestPrices): string | null {
  if (terms?.kind !== "trailing-stop") return null;
  const seen = terms.side === "sell" ? bid : ask;
  return seen && markAfter(terms, null, seen);
}

/**
 * As what an order may go out, the one first that gives most away: a trailing stop at no more than where it begins. None of one that
 * nobody makes a price for.
 */
function runsOf(terms: StandingTerms, mark: string | null): readonly RunTerms[] {
  if (!isByPrice(terms)) return [terms];
  const legs = legsOf(terms, mark ?? (terms.kind === "trailing-stop" ? terms.activationPrice : null));
  return terms.side === "sell" ? legs : legs.toSorted(byPriceDown);
}

function byPriceDown(one: Leg, other: Leg): number {
  return Number(compare(readAskedPrice(other.price), readAskedPrice(one.price)) > 0n) * 2 - 1;
}

/** Of an order in parts the last one is the smallest. */
function lastOrderOf(terms: Exclude<RunTerms, { readonly kind: "recurring" }>) {
  return orderOf(terms, terms.kind === "twap" ? terms.slices : 1);
}

function refuseMet(
  order: { readonly terms: StandingTerms; readonly mark: string | null },
  prices: BestPrices,
): AppError[] {
  const leg = metLeg(order, prices);
  if (!leg) return [];
  const price = leg.side === "sell" ? prices.bid : prices.ask;
  return [new AppError("durable-trigger-met", { price: textOf(price) ?? leg.triggerPrice })];
}

/** Nobody keeps more than so many; with a session, as its transaction sees it. */
export async function refuseMany(
  { runtime }: Pick<PlanDeps, "runtime">,
  userId: number,
  session: ClientSession | null,
): Promise<AppError[]> {
  const held = { userId, state: { $in: [...LIVE_STATES] }, deleted: false };
  const count = await standingCollection(runtime.database).countDocuments(held, inSession(session));
  return count < MAX_STANDING_ORDERS ? [] : [new AppError("durable-too-many", { most: MAX_STANDING_ORDERS })];
}

export function textOf(price: TradePrice | null): string | null {
  return price && priceText(price.n, price.d);
}

import type { StandingTerms } from "#schemas/standing-orders.ts";
import { MAX_STANDING_ORDERS } from "#schemas/standing-orders.ts";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { priceText } from "#schemas/values/price.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import type { Planned } from "#server/platform/submissions/accept.ts";
import {
  assetsOf,
  impossible,
  planTrade,
  readOrderTerms,
  type TradeDeps,
  type TradePlan,
  walletOf,
} from "#server/trading/index.ts";
import { collect, judgeAlone } from "#server/wallet/index.ts";
import type { StandingDeps } from "./begin-run.ts";
import { type LiveMarket, marketOf, pairOf } from "./market.ts";
import { orderOf, planRun, type RunPlan } from "./plan-run.ts";
import { type BestPrices, bestPrices } from "./prices.ts";
import { readTerms } from "./read-terms.ts";
import { type Plan, planOf } from "./schedule.ts";
import { standingCollection, LIVE_STATES } from "./store.ts";
import { isMet, isTriggered } from "./watches.ts";

/** A standing order worked out, and everything that stands against placing it. */
export interface StandingPlan extends Planned {
  /** As they are kept; null where they cannot be read. */
  readonly terms: StandingTerms | null;
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
  if (terms?.kind === "twap") collect(unreadable, () => readOrderTerms(orderOf(terms, terms.slices)));
  const isReadable = terms !== null && unreadable.length === 0;
  const run =
    isReadable && market
      ? await planRun(trade, market, payerOf(account), terms, 1)
      : await noRun(trade, account, unreadable);
  const prices = market ? bestPrices(market.index, pairOf(entered)) : { bid: null, ask: null };
  if (account.isShared) found.push(new AppError("durable-own-key"));
  if (isReadable) found.push(...refuseMet(terms, prices), ...(await refuseMany(deps, userId)));
  const ofRun = run.trade.refusals;
  // What one that waits for a price gives away shows once that price is there.
  const againstNow = terms !== null && isTriggered(terms) ? [] : run.trade.verdict.spending;
  const spending = { kind: "later", assets: assetsOf(run.trade.wish) } as const;
  return {
    account: account._id,
    spending,
    verdict: await judgeAlone({ runtime, guard }, userId, spending),
    terms: isReadable ? terms : null,
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

function refuseMet(terms: StandingTerms, prices: BestPrices): AppError[] {
  if (!isTriggered(terms) || !isMet(terms, prices)) return [];
  const price = terms.side === "sell" ? prices.bid : prices.ask;
  return [new AppError("durable-trigger-met", { price: textOf(price) ?? terms.triggerPrice })];
}

export async function refuseMany({ runtime }: Pick<PlanDeps, "runtime">, userId: number): Promise<AppError[]> {
  const held = { userId, state: { $in: [...LIVE_STATES] }, deleted: false };
  const count = await standingCollection(runtime.database).countDocuments(held);
  return count < MAX_STANDING_ORDERS ? [] : [tooMany()];
}

export function tooMany(): AppError {
  return new AppError("durable-too-many", { most: MAX_STANDING_ORDERS });
}

export function textOf(price: TradePrice | null): string | null {
  return price && priceText(price.n, price.d);
}

import { AppError } from "#schemas/errors.ts";
import type { OrderInput, OrderTerms } from "#schemas/trading.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { collect } from "#server/wallet/index.ts";
import { offerStep, type TradedPair } from "./offer-step.ts";
import { type OfferTerms, readOrderTerms } from "./offer-terms.ts";
import { type Wayfarer, withWay } from "./own-way.ts";
import { type ExchangeDeps, planTrade, type TradePlan, walletOf } from "./plan-trade.ts";
import { readAsset } from "./read-assets.ts";
import { contentOf, recordTrade, type Trader } from "./record-trade.ts";
import { impossible, NOTHING_FREED, type Wish } from "./wish.ts";

/** An order worked out; without offers where its terms cannot be read. */
export interface OrderPlan extends TradePlan {
  readonly offers: readonly OfferTerms[];
}

/**
 * Works out an order and everything that stands against it; own orders in its way are taken back where they may be. Throws
 * `wallet-not-ready` and `network-unreachable`.
 */
export async function planOrder(
  deps: ExchangeDeps,
  userId: number,
  terms: OrderTerms,
  mayTakeBack: Wayfarer["mayTakeBack"],
): Promise<OrderPlan> {
  const account = await walletOf(deps.runtime, userId);
  const refusals: AppError[] = [];
  const pair = collect(refusals, () => ({ base: readAsset(terms.base), quote: readAsset(terms.quote) }));
  const offers = collect(refusals, () => readOrderTerms(terms)) ?? [];
  const wish =
    !pair || offers.length === 0
      ? impossible("trade", refusals, pair ? [pair.base, pair.quote] : [])
      : await withWay(deps, account, wishOf(account._id, pair, offers), mayTakeBack);
  return { ...(await planTrade(deps, account, wish)), offers };
}

/** Accepts an order; see {@link recordTrade}. */
export function placeOrder(
  deps: ExchangeDeps,
  trader: Trader,
  { order, agreed, takesBack = [], idempotencyKey }: OrderInput,
): Promise<SubmissionDocument> {
  const confirmation = { agreed, idempotencyKey, content: contentOf(["order", order], takesBack) };
  return recordTrade(deps, trader, confirmation, () =>
    planOrder(deps, trader.userId, order, (offerId) => takesBack.includes(offerId)),
  );
}

/** What an order wants, by itself. A market order never stands in the book. */
function wishOf(source: string, pair: TradedPair, offers: readonly OfferTerms[]): Wish {
  const { base, quote } = pair;
  const [given, taken] = offers[0]?.side === "sell" ? [base, quote] : [quote, base];
  const gives = offers.map((offer) => ({ asset: given, amount: offer.gives }));
  const whole = { asset: given, amount: gives.reduce((sum, { amount }) => sum + amount, 0n) };
  return {
    kind: "trade",
    steps: offers.map((offer) => offerStep(source, pair, offer)),
    gives,
    takes: offers.map((offer) => ({ asset: taken, amount: offer.takes })),
    through: [],
    freed: NOTHING_FREED,
    reserves: offers.filter(({ kind }) => kind !== "market").length,
    charged: { operation: "trade", portions: [whole] },
    refusals: [],
    against: () => [],
  };
}

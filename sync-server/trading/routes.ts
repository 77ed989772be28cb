import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { priceText } from "#schemas/markets.ts";
import { formatAmount, MAX_STROOPS } from "#schemas/money.ts";
import type { PlannedOffer } from "#schemas/trading.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { costOutput, type Money, submissionOutput, takeLookUp } from "#server/wallet/index.ts";
import { cancelOrders, planCancel } from "./cancel-orders.ts";
import { editOrder, planOrderEdit } from "./edit-order.ts";
import type { OfferTerms } from "./offer-terms.ts";
import { type OrderPlan, placeOrder, planOrder } from "./place-order.ts";
import type { TradePlan } from "./plan-trade.ts";
import { depositToPool, planPoolDeposit, type PoolAmounts } from "./pool-deposit.ts";
import { planPoolWithdraw, withdrawFromPool } from "./pool-withdraw.ts";
import { planSwap, swapAssets } from "./swap.ts";

/** Serves trading with the ledger's own exchange. */
export function registerTradingRoutes(app: FastifyInstance, runtime: Runtime, money: Money): void {
  const deps = { runtime, network: money.network };

  /** Looks are counted with all others that ask the network. */
  const look = async <T>(userId: number, plan: () => Promise<T>): Promise<T> => {
    await takeLookUp(runtime, userId);
    return plan();
  };
  const accept = async (recorded: Promise<SubmissionDocument>) => {
    const submission = await recorded;
    money.kick();
    return submissionOutput(submission);
  };

  route(app, ENDPOINTS.checkOrder, async ({ session: { userId }, input }) =>
    orderOutput(await look(userId, () => planOrder(deps, userId, input))),
  );
  route(app, ENDPOINTS.placeOrder, ({ session, input }) => accept(placeOrder(deps, session.userId, input)));

  route(app, ENDPOINTS.checkOrderEdit, async ({ session: { userId }, input }) =>
    orderOutput(await look(userId, () => planOrderEdit(deps, userId, input))),
  );
  route(app, ENDPOINTS.editOrder, ({ session, input }) => accept(editOrder(deps, session.userId, input)));

  route(app, ENDPOINTS.checkOrderCancel, async ({ session: { userId }, input }) => {
    const plan = await look(userId, () => planCancel(deps, userId, input));
    const { offerIds, more, frees } = plan;
    return { offerIds: [...offerIds], more, frees: frees.map(costOutput), ...tradeOutput(plan) };
  });
  route(app, ENDPOINTS.cancelOrders, ({ session, input }) => accept(cancelOrders(deps, session.userId, input)));

  route(app, ENDPOINTS.checkSwap, async ({ session: { userId }, input }) => {
    const plan = await look(userId, () => planSwap(deps, userId, input));
    const { sendAmount, receiveAmount } = plan;
    return {
      sendAmount: sendAmount === null ? null : formatAmount(sendAmount),
      receiveAmount: receiveAmount === null ? null : formatAmount(receiveAmount),
      ...tradeOutput(plan),
    };
  });
  route(app, ENDPOINTS.swap, ({ session, input }) => accept(swapAssets(deps, session.userId, input)));

  route(app, ENDPOINTS.checkPoolDeposit, async ({ session: { userId }, input }) => {
    const plan = await look(userId, () => planPoolDeposit(deps, userId, input));
    const { poolId, poolLedger: ledger, exists, now } = plan;
    return { poolId, ledger, exists, now: now && amountsOutput(now), ...tradeOutput(plan) };
  });
  route(app, ENDPOINTS.depositToPool, ({ session, input }) => accept(depositToPool(deps, session.userId, input)));

  route(app, ENDPOINTS.checkPoolWithdraw, async ({ session: { userId }, input }) => {
    const plan = await look(userId, () => planPoolWithdraw(deps, userId, input));
    const { poolLedger: ledger, isAll, now } = plan;
    return { poolId: input.poolId, ledger, isAll, now: now && amountsOutput(now), ...tradeOutput(plan) };
  });
  route(app, ENDPOINTS.withdrawFromPool, ({ session, input }) => accept(withdrawFromPool(deps, session.userId, input)));
}

function orderOutput(plan: OrderPlan) {
  return { offers: plan.offers.map(offerOutput), ...tradeOutput(plan) };
}

export function offerOutput({ amount, price, total }: OfferTerms): PlannedOffer {
  const { n, d } = price;
  // A price of the ledger has at most ten digits before its point and is not smaller than one in two billion.
  const text = priceText(BigInt(n), BigInt(d)) ?? "0";
  return { amount: formatAmount(amount), price: { n, d }, priceText: text, total: formatAmount(total) };
}

export function tradeOutput({ fee, feePayer, fees, reserve, adds, total, left, refusals }: TradePlan) {
  return {
    networkFee: formatAmount(fee),
    isFeeSponsored: feePayer !== null,
    operatorFees: fees.map(costOutput),
    reserve: formatAmount(reserve),
    adds: adds.map(({ assetCode, issuer }) => ({ assetCode, issuer })),
    // What is more than the network can hold is refused anyway.
    total: total.some(({ amount }) => amount > MAX_STROOPS) ? [] : total.map(costOutput),
    left: left.map(({ asset, balance, spendable }) => ({
      assetCode: asset.assetCode,
      issuer: asset.issuer || null,
      balance: formatAmount(balance),
      spendable: formatAmount(spendable),
    })),
    refusals: refusals.map(({ code, message }) => ({ code, message })),
  };
}

function amountsOutput({ amountA, amountB, shares }: PoolAmounts) {
  return { amountA: formatAmount(amountA), amountB: formatAmount(amountB), shares: formatAmount(shares) };
}

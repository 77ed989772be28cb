import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { priceText } from "#schemas/values/price.ts";
import { formatAmount, MAX_STROOPS } from "#schemas/values/money.ts";
import type { PlannedOffer } from "#schemas/trading.ts";
import { mostFee } from "#server/platform/house/network-fee.ts";
import { route } from "#server/platform/http/route.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { allRefusals } from "#server/platform/submissions/spending.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import {
  comingOutput,
  costOutput,
  leftOutput,
  neededOf,
  type ProofDeps,
  prove,
  senderOf,
  type Shown,
  submissionOutput,
  takeLookUp,
} from "#server/wallet/index.ts";
import type { Money } from "#server/platform/money/start-money.ts";
import { cancelOrders, planCancel } from "./cancel-orders.ts";
import { editOrder, planOrderEdit } from "./edit-order.ts";
import type { OfferTerms } from "./offer-terms.ts";
import { placeOrder, planOrder } from "./place-order.ts";
import type { ExchangeDeps, TradePlan } from "./plan-trade.ts";
import { depositToPool, planPoolDeposit, type PoolAmounts } from "./pool-deposit.ts";
import { planPoolWithdraw, withdrawFromPool } from "./pool-withdraw.ts";
import type { Trader } from "./record-trade.ts";
import { planSwap, swapAssets } from "./swap.ts";

/** Serves trading with the ledger's own exchange. */
export function registerTradingRoutes(
  app: FastifyInstance,
  deps: ExchangeDeps & { readonly proofs: ProofDeps },
  money: Money,
): void {
  const { runtime, proofs } = deps;

  /** Looks are counted with all others that ask the network. */
  const look = async <T>(userId: number, plan: () => Promise<T>): Promise<T> => {
    await takeLookUp(runtime, userId);
    return plan();
  };
  const traderOf = (session: SessionUser, shown: Shown): Trader => ({
    userId: session.userId,
    prove: (needs) => prove(proofs, senderOf(app, session), shown, needs),
  });
  /** A trade with everything that it takes, what its trader has to show among it. */
  const told = async (session: SessionUser, plan: TradePlan) => ({
    ...tradeOutput(plan),
    ...(await neededOf(runtime, session, plan.verdict.needs)),
  });
  const accept = async (recorded: Promise<SubmissionDocument>) => {
    const submission = await recorded;
    money.kick();
    return submissionOutput(submission);
  };

  route(app, ENDPOINTS.checkOrder, async ({ session, input }) => {
    const { userId } = session;
    const plan = await look(userId, () => planOrder(deps, userId, input, anyOfMine));
    return { offers: plan.offers.map(offerOutput), ...(await told(session, plan)) };
  });
  route(app, ENDPOINTS.placeOrder, ({ session, input }) => accept(placeOrder(deps, traderOf(session, input), input)));

  route(app, ENDPOINTS.checkOrderEdit, async ({ session, input }) => {
    const { userId } = session;
    const plan = await look(userId, () => planOrderEdit(deps, userId, input, anyOfMine));
    return { offers: plan.offers.map(offerOutput), ...(await told(session, plan)) };
  });
  route(app, ENDPOINTS.editOrder, ({ session, input }) => accept(editOrder(deps, traderOf(session, input), input)));

  route(app, ENDPOINTS.checkOrderCancel, async ({ session, input }) => {
    const { userId } = session;
    const plan = await look(userId, () => planCancel(deps, userId, input));
    const { offerIds, more, frees } = plan;
    return { offerIds: [...offerIds], more, frees: frees.map(costOutput), ...(await told(session, plan)) };
  });
  route(app, ENDPOINTS.cancelOrders, ({ session, input }) =>
    accept(cancelOrders(deps, traderOf(session, input), input)),
  );

  route(app, ENDPOINTS.checkSwap, async ({ session, input }) => {
    const { userId } = session;
    const plan = await look(userId, () => planSwap(deps, userId, input, anyOfMine));
    const { sendAmount, receiveAmount } = plan;
    return {
      sendAmount: sendAmount === null ? null : formatAmount(sendAmount),
      receiveAmount: receiveAmount === null ? null : formatAmount(receiveAmount),
      ...(await told(session, plan)),
    };
  });
  route(app, ENDPOINTS.swap, ({ session, input }) => accept(swapAssets(deps, traderOf(session, input), input)));

  route(app, ENDPOINTS.checkPoolDeposit, async ({ session, input }) => {
    const { userId } = session;
    const plan = await look(userId, () => planPoolDeposit(deps, userId, input));
    const { poolId, poolLedger: ledger, exists, now } = plan;
    return { poolId, ledger, exists, now: now && amountsOutput(now), ...(await told(session, plan)) };
  });
  route(app, ENDPOINTS.depositToPool, ({ session, input }) =>
    accept(depositToPool(deps, traderOf(session, input), input)),
  );

  route(app, ENDPOINTS.checkPoolWithdraw, async ({ session, input }) => {
    const { userId } = session;
    const plan = await look(userId, () => planPoolWithdraw(deps, userId, input));
    const { poolLedger: ledger, isAll, now } = plan;
    return { poolId: input.poolId, ledger, isAll, now: now && amountsOutput(now), ...(await told(session, plan)) };
  });
  route(app, ENDPOINTS.withdrawFromPool, ({ session, input }) =>
    accept(withdrawFromPool(deps, traderOf(session, input), input)),
  );
}

/** What is offered to be taken back is told, and agreed to by confirming. */
function anyOfMine(): boolean {
  return true;
}

export function offerOutput({ amount, price, total }: OfferTerms): PlannedOffer {
  const { n, d } = price;
  // A price of the ledger has at most ten digits before its point and is not smaller than one in two billion.
  const text = priceText(BigInt(n), BigInt(d)) ?? "0";
  return { amount: formatAmount(amount), price: { n, d }, priceText: text, total: formatAmount(total) };
}

/** A trade and what stands against it, but for what its trader has to show. */
export function tradeOutput(plan: TradePlan) {
  const { fee, feePayer, fees, reserve, adds, total, left, takesBack, verdict } = plan;
  return {
    givesAway: verdict.losses.map(({ unit, assetCode, amount }) => ({
      unit: unit === "own" ? assetCode : unit,
      amount: formatAmount(amount > MAX_STROOPS ? MAX_STROOPS : amount),
    })),
    needsApproval: verdict.needsApproval,
    networkFee: formatAmount(mostFee({ fee, feePayer })),
    isFeeSponsored: feePayer !== null,
    operatorFees: fees.map(costOutput),
    ...comingOutput(plan.comingFees),
    reserve: formatAmount(reserve),
    adds: adds.map(({ assetCode, issuer }) => ({ assetCode, issuer })),
    // What is more than the network can hold is refused anyway.
    total: total.some(({ amount }) => amount > MAX_STROOPS) ? [] : total.map(costOutput),
    left: left.map(leftOutput),
    takesBack: takesBack.map(({ offerId, side, base, quote, amount, price: { n, d } }) => ({
      offerId,
      side,
      base,
      quote,
      amount,
      price: { n, d },
    })),
    refusals: allRefusals(verdict, plan.refusals).map(({ told }) => told),
  };
}

function amountsOutput({ amountA, amountB, shares }: PoolAmounts) {
  return { amountA: formatAmount(amountA), amountB: formatAmount(amountB), shares: formatAmount(shares) };
}

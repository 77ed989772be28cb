import type { FastifyInstance } from "fastify";
import type { StandingCheckOutput } from "#schemas/standing-orders.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import { allRefusals, type Needs } from "#server/platform/submissions/spending.ts";
import { offerOutput, tradeOutput } from "#server/trading/index.ts";
import { neededOf, type ProofDeps, prove, senderOf, takeLookUp } from "#server/wallet/index.ts";
import type { StandingDeps } from "./begin-run.ts";
import { cancelStanding } from "./cancel-standing.ts";
import type { MarketFeedView } from "./market.ts";
import { placeStanding } from "./place-standing.ts";
import { type StandingPlan, planStanding, textOf } from "./plan-standing.ts";

type Needed = Awaited<ReturnType<typeof neededOf>>;

/** More than anybody cancels by hand. */
const CANCELS = 120;
const WINDOW_MS = 60_000;

/** Serves the placing and cancelling of standing orders; they are read from the device's own rows. */
export function registerStandingRoutes(
  app: FastifyInstance,
  deps: Omit<StandingDeps, "onAccepted"> & { readonly proofs: ProofDeps },
): void {
  const { runtime, feed, proofs } = deps;
  const cancelLimit = createAttemptLimit(runtime, "durable-cancel", CANCELS, WINDOW_MS);

  route(app, ENDPOINTS.checkStandingOrder, async ({ session, input }) => {
    await takeLookUp(runtime, session.userId);
    const planned = await planStanding(deps, session.userId, input);
    const needed = await neededOf(runtime, session, planned.verdict.needs);
    return { ...checkOutput(planned, feed), ...needed };
  });
  route(app, ENDPOINTS.placeStandingOrder, async ({ session, input }) => {
    const sender = senderOf(app, session);
    const trader = { ...sender, prove: (needs: Needs) => prove(proofs, sender, input, needs) };
    const { uid, state } = await placeStanding(deps, trader, input);
    return { uid, state };
  });
  route(app, ENDPOINTS.cancelStandingOrder, async ({ session: { userId }, input: { uid } }) => {
    await cancelLimit.take(String(userId));
    return cancelStanding(runtime, userId, uid);
  });
}

function checkOutput(planned: StandingPlan, feed: MarketFeedView): Omit<StandingCheckOutput, keyof Needed> {
  const { run, mostFee, market, prices, plan, refusals, warnings, verdict } = planned;
  const { trade, offer, quote } = run;
  return {
    ...tradeOutput(trade),
    offer: offer && offerOutput(offer),
    estimate: quote && planned.terms?.kind === "recurring" ? formatAmount(quote.receiveAmount) : null,
    market: {
      state: feed.place().state,
      ledger: market?.ledger ?? 0,
      bid: textOf(prices.bid),
      ask: textOf(prices.ask),
    },
    runs: plan?.runs ?? null,
    firstAt: plan?.firstAt?.toISOString() ?? null,
    lastAt: plan?.lastAt?.toISOString() ?? null,
    networkFee: formatAmount(mostFee),
    needsApproval: verdict.needsApproval,
    refusals: allRefusals(verdict, refusals).map(({ told }) => told),
    warnings: warnings.map(({ told }) => told),
  };
}

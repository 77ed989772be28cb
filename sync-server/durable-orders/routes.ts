import type { FastifyInstance } from "fastify";
import type { DurableCheckOutput } from "#schemas/durable-orders.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import { allRefusals, type Needs } from "#server/platform/submissions/spending.ts";
import { offerOutput, tradeOutput } from "#server/trading/index.ts";
import { neededOf, type ProofDeps, prove, senderOf, takeLookUp } from "#server/wallet/index.ts";
import type { DurableDeps } from "./begin-run.ts";
import { cancelDurable } from "./cancel-durable.ts";
import type { MarketFeedView } from "./market.ts";
import { placeDurable } from "./place-durable.ts";
import { type DurablePlan, planDurable, textOf } from "./plan-durable.ts";

type Needed = Awaited<ReturnType<typeof neededOf>>;

/** More than anybody cancels by hand. */
const CANCELS = 120;
const WINDOW_MS = 60_000;

/** Serves the placing and cancelling of durable orders; they are read from the device's own rows. */
export function registerDurableRoutes(
  app: FastifyInstance,
  deps: Omit<DurableDeps, "onAccepted"> & { readonly proofs: ProofDeps },
): void {
  const { runtime, feed, proofs } = deps;
  const cancelLimit = createAttemptLimit(runtime, "durable-cancel", CANCELS, WINDOW_MS);

  route(app, ENDPOINTS.checkDurableOrder, async ({ session, input }) => {
    await takeLookUp(runtime, session.userId);
    const planned = await planDurable(deps, session.userId, input);
    const needed = await neededOf(runtime, senderOf(app, session), planned.verdict.needs);
    return { ...checkOutput(planned, feed), ...needed };
  });
  route(app, ENDPOINTS.placeDurableOrder, async ({ session, input }) => {
    const sender = senderOf(app, session);
    const trader = { ...sender, prove: (needs: Needs) => prove(proofs, sender, input, needs) };
    const { uid, state } = await placeDurable(deps, trader, input);
    return { uid, state };
  });
  route(app, ENDPOINTS.cancelDurableOrder, async ({ session: { userId }, input: { uid } }) => {
    await cancelLimit.take(String(userId));
    return cancelDurable(runtime, userId, uid);
  });
}

function checkOutput(planned: DurablePlan, feed: MarketFeedView): Omit<DurableCheckOutput, keyof Needed> {
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
    refusals: allRefusals(verdict, refusals).map(told),
    warnings: warnings.map(told),
  };
}

function told({ code, message }: AppError) {
  return { code, message };
}

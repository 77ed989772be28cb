import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import type { Needs } from "#server/platform/submissions/spending.ts";
import type { TradePlan } from "#server/trading/index.ts";
import { neededOf, type ProofDeps, prove, senderOf, takeLookUp } from "#server/wallet/index.ts";
import { changePool, planChange } from "./change.ts";
import type { MarketDeps } from "./deps.ts";
import { drainPool } from "./drain.ts";
import { openPool } from "./open.ts";
import { planOpen, type Preview } from "./plan-open.ts";
import { previewOutput } from "./preview.ts";
import { simulate } from "./simulate.ts";
import { planStart, startPool } from "./start.ts";
import { pausePool } from "./stop.ts";
import type { PoolDocument } from "./store.ts";

/** Simulations that one person runs in a while. */
const SIMULATIONS = 60;
/** Pools that one person opens in a day: each is up to 19 accounts that ingestion knows from then on. */
const OPENINGS = 30;
const DAY_MS = 86_400_000;
/** More than anybody stops by hand. */
const ENDINGS = 120;
const WINDOW_MS = 10 * 60_000;

/** Serves pools that make markets; they, their wallets and their fills are read from the device's own rows. */
export function registerPoolRoutes(
  app: FastifyInstance,
  deps: MarketDeps & { readonly proofs: ProofDeps },
  kick: () => void,
): void {
  const { runtime, proofs } = deps;
  const simulations = createAttemptLimit(runtime, "pool-simulation", SIMULATIONS, WINDOW_MS);
  const openings = createAttemptLimit(runtime, "pool-open", OPENINGS, DAY_MS);
  const endings = createAttemptLimit(runtime, "pool-end", ENDINGS, WINDOW_MS);
  type Session = Parameters<typeof senderOf>[1];

  async function told(session: Session, plan: TradePlan & Preview) {
    return { ...previewOutput(plan), ...(await neededOf(runtime, session, plan.verdict.needs)) };
  }
  function traderOf(session: Session, input: Parameters<typeof prove>[2]) {
    const sender = senderOf(app, session);
    return { ...sender, prove: (needs: Needs) => prove(proofs, sender, input, needs) };
  }
  async function done(work: Promise<PoolDocument>) {
    const { uid, status } = await work;
    kick();
    return { uid, status };
  }

  route(app, ENDPOINTS.simulatePool, async ({ session: { userId }, input }) => {
    await simulations.take(String(userId));
    return simulate(deps, input);
  });
  route(app, ENDPOINTS.checkPool, async ({ session, input }) => {
    await takeLookUp(runtime, session.userId);
    return told(session, await planOpen(deps, session.userId, input));
  });
  route(app, ENDPOINTS.openPool, async ({ session, input }) => {
    await openings.take(String(session.userId));
    return done(openPool(deps, traderOf(session, input), input));
  });
  route(app, ENDPOINTS.checkPoolStart, async ({ session, input }) => {
    await takeLookUp(runtime, session.userId);
    return told(session, await planStart(deps, session.userId, input));
  });
  route(app, ENDPOINTS.startPool, ({ session, input }) => done(startPool(deps, traderOf(session, input), input)));
  route(app, ENDPOINTS.checkPoolChange, async ({ session, input }) => {
    await takeLookUp(runtime, session.userId);
    return told(session, await planChange(deps, session.userId, input));
  });
  route(app, ENDPOINTS.changePool, ({ session, input }) => done(changePool(deps, traderOf(session, input), input)));
  route(app, ENDPOINTS.stopPool, async ({ session: { userId }, input: { uid } }) => {
    await endings.take(String(userId));
    return done(pausePool(runtime, { userId, uid }));
  });
  route(app, ENDPOINTS.drainPool, async ({ session: { userId }, input: { uid } }) => {
    await endings.take(String(userId));
    return done(drainPool(runtime, { userId, uid }));
  });
}

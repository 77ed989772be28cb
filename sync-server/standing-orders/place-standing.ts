import { isByPrice } from "#schemas/standing-legs.ts";
import type { StandingOrderInput } from "#schemas/standing-orders.ts";
import { checkAgreed, type Trader } from "#server/trading/index.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import { acceptStanding, type Placed } from "./accept-standing.ts";
import type { StandingDeps } from "./begin-run.ts";
import { type StandingPlan, planStanding } from "./plan-standing.ts";
import type { StoredStanding } from "./store.ts";
import { watchOf } from "./watches.ts";

type PlaceDeps = Pick<StandingDeps, "runtime" | "network" | "feed" | "guard" | "sides">;

/**
 * Places a standing order; see {@link acceptStanding}. Whoever places one shows who they are: it acts when nobody is there. Throws what stands
 * against it, `fees-risen` and `idempotency-key-reused`.
 */
export function placeStanding(
  deps: PlaceDeps,
  { userId, prove }: Trader,
  { order, agreed, idempotencyKey: uid }: StandingOrderInput,
): Promise<Placed> {
  const { runtime } = deps;
  return acceptStanding<StandingPlan>(
    deps,
    { userId, prove, uid, content: [order, agreed] },
    {
      plan: async () => {
        await takeLookUp(runtime, userId);
        return planStanding(deps, userId, order);
      },
      holdTo: ({ run }) => checkAgreed(run.trade, agreed),
      fieldsOf: (planned, fingerprint) => fieldsOf(planned, agreed, fingerprint, runtime.clock.now()),
    },
  );
}

function fieldsOf(
  { terms, plan, mark, markLedger }: StandingPlan,
  agreed: StandingOrderInput["agreed"],
  fingerprint: string,
  now: Date,
): StoredStanding {
  if (!terms || !plan) throw new Error("an order without terms was not refused");
  return {
    terms,
    state: "waiting",
    reason: "",
    runs: [],
    runsDone: 0,
    runsMissed: 0,
    nextAt: plan.firstAt,
    agreed,
    placedAt: now,
    changedAt: now,
    expiresAt: terms.expiresAt === null ? null : new Date(terms.expiresAt),
    firstDate: plan.firstAt ?? now,
    runsBegun: 0,
    submissionId: null,
    trouble: null,
    fingerprint,
    version: 1,
    mark,
    markLedger,
    ...(isByPrice(terms) && watchOf(terms, mark)),
  };
}

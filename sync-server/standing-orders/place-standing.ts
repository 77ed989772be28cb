import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { isByPrice } from "#schemas/standing-legs.ts";
import { type StandingOrderInput, MAX_STANDING_ORDERS } from "#schemas/standing-orders.ts";
import { AppError } from "#schemas/errors.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { acceptAs, fingerprintOf } from "#server/platform/submissions/accept.ts";
import { checkAgreed, type Trader } from "#server/trading/index.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import type { StandingDeps } from "./begin-run.ts";
import { type StandingPlan, planStanding, tooMany } from "./plan-standing.ts";
import {
  STANDING_ORDERS,
  type StandingDocument,
  standingCollection,
  LIVE_STATES,
  sealOrder,
  type StoredStanding,
} from "./store.ts";
import { watchOf } from "./watches.ts";

/** Orders that one person may place in a day: those that ended stay in their list. */
const PLACED_A_DAY = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

type PlaceDeps = Pick<StandingDeps, "runtime" | "network" | "feed" | "guard" | "sides">;
export type Placed = Pick<StandingDocument, "uid" | "state">;

/**
 * Places a standing order; see {@link acceptAs}. Whoever places one shows who they are: it acts when nobody is there. Throws what stands
 * against it, `fees-risen` and `idempotency-key-reused`.
 */
export function placeStanding(
  deps: PlaceDeps,
  { userId, prove }: Trader,
  { order, agreed, idempotencyKey: uid }: StandingOrderInput,
): Promise<Placed> {
  const { runtime } = deps;
  const { database } = runtime;
  const fingerprint = fingerprintOf([order, agreed]);
  return acceptAs<StandingPlan, Placed>(
    deps,
    { userId, idempotencyKey: uid, fingerprint, prove },
    {
      plan: async () => {
        await takeLookUp(runtime, userId);
        await takePlacing(runtime, userId);
        return planStanding(deps, userId, order);
      },
      holdTo: ({ run }) => checkAgreed(run.trade, agreed),
      refusalsWithin: async (session, _plan, account) => {
        if (account.isShared) return [new AppError("durable-own-key")];
        const held = { userId, state: { $in: [...LIVE_STATES] }, deleted: false };
        const count = await standingCollection(database).countDocuments(held, { session });
        return count < MAX_STANDING_ORDERS ? [] : [tooMany()];
      },
      former: (session) => formerOf(runtime, { userId, uid, fingerprint }, session),
      record: async (session, planned) => {
        const fields = fieldsOf(planned, agreed, fingerprint, runtime.clock.now());
        await putReplicated(database, session, STANDING_ORDERS, userId, [{ uid, fields }]);
        await sealOrder(database, session, { userId, uid });
        return { uid, state: fields.state };
      },
    },
  );
}

/** Counts an order that is to be placed. Throws `rate-limited`. */
export function takePlacing(runtime: Runtime, userId: number): Promise<void> {
  return createAttemptLimit(runtime, "durable-of-day", PLACED_A_DAY, DAY_MS).take(String(userId));
}

/** The order that a confirmation placed, whatever became of it since; null where there is none. */
export function placedBy(
  { database }: Pick<Runtime, "database">,
  session: ClientSession | null,
  { userId, idempotencyKey: uid }: { readonly userId: number; readonly idempotencyKey: string },
): Promise<StandingDocument | null> {
  return standingCollection(database).findOne({ userId, uid }, inSession(session));
}

type Confirmed = Pick<StandingDocument, "userId" | "uid" | "fingerprint">;

/** The order of the same confirmation. Throws `idempotency-key-reused`. */
export async function formerOf(
  runtime: Runtime,
  { userId, uid, fingerprint }: Confirmed,
  session: ClientSession | null,
) {
  const former = await placedBy(runtime, session, { userId, idempotencyKey: uid });
  if (former && former.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  return former;
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

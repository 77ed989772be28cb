import { isDeepStrictEqual } from "node:util";
import type { ClientSession } from "mongodb";
import type { PoolStart, PoolStartInput } from "#schemas/market-making-calls.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { acceptAs, fingerprintOf } from "#server/platform/submissions/accept.ts";
import { touchStanding } from "#server/pool-standing/index.ts";
import { checkAgreed, type Trader } from "#server/trading/index.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import { textOf } from "./books.ts";
import { readFacts } from "./facts.ts";
import type { PlanDeps } from "./plan-open.ts";
import { type ActPlan, formerAct, planAct, unknownTo } from "./preview.ts";
import { refuseOwner } from "./refuse-open.ts";
import { actCollection, findPool, movePool, type PoolDocument } from "./store.ts";

const DAY_MS = 86_400_000;

/** Works out a start; nothing is recorded. Throws `market-unknown`, and what `planOpen` does. */
export async function planStart(deps: PlanDeps, userId: number, { uid, riskAccepted }: PoolStart): Promise<ActPlan> {
  const seen = await findPool(deps.runtime.database, { userId, uid }, null);
  if (!seen) throw await unknownTo(deps.runtime, userId);
  const found = refuseStart(seen);
  if (!riskAccepted) found.push(new AppError("market-risk"));
  return planAct(deps, seen, { terms: seen.terms, found, isLater: true });
}

/** What its state has against a start. */
function refuseStart({ status, isHeld }: PoolDocument): AppError[] {
  switch (status) {
    case "stopped":
      return isHeld ? [new AppError("market-held")] : [];
    case "opening":
      return [new AppError("market-opening")];
    case "active":
    case "stopping":
      return [new AppError("market-not-stopped")];
    default:
      return [new AppError("market-over")];
  }
}

/**
 * Starts a pool that is stopped: what it came to until then no longer counts for its stops. Whoever does shows who they are. Throws what stands
 * against it, `fees-risen` and `idempotency-key-reused`.
 */
export function startPool(
  deps: PlanDeps,
  { userId, prove }: Trader,
  { start, agreed, idempotencyKey: key }: PoolStartInput,
): Promise<PoolDocument> {
  const { runtime } = deps;
  const { database } = runtime;
  const fingerprint = fingerprintOf(["market-start", start]);
  return acceptAs<ActPlan, PoolDocument>(
    deps,
    { userId, idempotencyKey: key, fingerprint, prove },
    {
      plan: async () => {
        await takeLookUp(runtime, userId);
        return planStart(deps, userId, start);
      },
      holdTo: (plan) => checkAgreed(plan, agreed),
      refusalsWithin: async (session, { read, seen }, account) => {
        const now = await findPool(database, { userId, uid: start.uid }, session);
        if (!now || !read) return [new AppError("market-unknown")];
        // What was shown is what is started.
        const busy = isDeepStrictEqual(now.terms, seen.terms) ? [] : [new AppError("market-busy")];
        return [...refuseStart(now), ...busy, ...(await refuseOwner(runtime, session, account, read))];
      },
      former: (session) => formerAct(runtime, { userId, key, fingerprint }, session),
      record: (session, plan) => begin(deps, session, plan, { key, fingerprint }),
    },
  );
}

async function begin(
  { runtime }: PlanDeps,
  session: ClientSession,
  { seen, referred, worth }: ActPlan,
  { key, fingerprint }: { readonly key: string; readonly fingerprint: string },
): Promise<PoolDocument> {
  const { database, clock } = runtime;
  const { userId, uid } = seen;
  const now = clock.now();
  const current = await findPool(database, seen, session);
  const price = referred?.price ?? null;
  if (!current || !price || worth === null) throw new AppError("market-reference-missing");
  await actCollection(database).insertOne({ userId, key, fingerprint, uid, at: now }, { session });
  await touchStanding(database, session, seen.id);
  const text = textOf(price);
  const { held } = await readFacts(database, session, current);
  const started = await movePool(runtime, session, current, {
    status: "active",
    isActive: true,
    stop: null,
    reason: "",
    startPrice: text,
    lastPrice: text,
    startedAt: now,
    peakWorth: String(worth),
    peak: formatAmount(worth),
    worth: formatAmount(worth),
    day: Math.floor(now.getTime() / DAY_MS),
    dayWorth: String(worth),
    counted: { base: String(held.base), quote: String(held.quote) },
    failures: 0,
    restsUntil: 0,
  });
  if (!started) throw new AppError("market-busy");
  return started;
}

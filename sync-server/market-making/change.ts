import type { PoolChange, PoolChangeInput } from "#schemas/market-making-calls.ts";
import type { PoolTerms } from "#schemas/market-making.ts";
import { AppError } from "#schemas/errors.ts";
import { acceptAs, fingerprintOf } from "#server/platform/submissions/accept.ts";
import { giveUpUnsigned } from "#server/platform/submissions/give-up-unsigned.ts";
import { touchStanding } from "#server/pool-standing/index.ts";
import { checkAgreed, type Trader } from "#server/trading/index.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import type { PlanDeps } from "./plan-open.ts";
import { type ActPlan, formerAct, planAct, unknownTo } from "./preview.ts";
import { keptTerms, poolOf } from "./read-terms.ts";
import { refuseOwner } from "./refuse-open.ts";
import { actCollection, findPool, movePool, type PoolDocument } from "./store.ts";

/** Works out a change; nothing is recorded. Throws `market-unknown`, and what `planOpen` does. */
export async function planChange(deps: PlanDeps, userId: number, { uid, settings }: PoolChange): Promise<ActPlan> {
  const seen = await findPool(deps.runtime.database, { userId, uid }, null);
  if (!seen) throw await unknownTo(deps.runtime, userId);
  const terms: PoolTerms = { ...seen.terms, ...settings };
  return planAct(deps, seen, { terms, found: refuseChange(seen), isLater: true });
}

/** What its state has against a change. */
function refuseChange({ status }: PoolDocument): AppError[] {
  switch (status) {
    case "stopped":
    case "active":
    case "stopping":
      return [];
    case "opening":
      return [new AppError("market-opening")];
    default:
      return [new AppError("market-over")];
  }
}

/**
 * Gives a pool other settings, running or not: the next ladder is made by them. Throws what stands against it, `fees-risen` and
 * `idempotency-key-reused`.
 */
export function changePool(
  deps: PlanDeps,
  { userId, prove }: Trader,
  { change, agreed, idempotencyKey: key }: PoolChangeInput,
): Promise<PoolDocument> {
  const { runtime } = deps;
  const { database } = runtime;
  const fingerprint = fingerprintOf(["market-change", change]);
  return acceptAs<ActPlan, PoolDocument>(
    deps,
    { userId, idempotencyKey: key, fingerprint, prove },
    {
      plan: async () => {
        await takeLookUp(runtime, userId);
        return planChange(deps, userId, change);
      },
      holdTo: (plan) => checkAgreed(plan, agreed),
      refusalsWithin: async (session, { read }, account) => {
        const now = await findPool(database, { userId, uid: change.uid }, session);
        if (!now || !read) return [new AppError("market-unknown")];
        return [...refuseChange(now), ...(await refuseOwner(runtime, session, account, read))];
      },
      former: (session) => formerAct(runtime, { userId, key, fingerprint }, session),
      record: async (session) => {
        const now = await findPool(database, { userId, uid: change.uid }, session);
        if (!now) throw new AppError("market-unknown");
        // A ladder by the settings of before is not signed any more: whoever is signing it at this moment conflicts.
        if (now.under?.act === "refresh") await giveUpUnsigned(runtime, session, now.under.submissionId);
        await touchStanding(database, session, now.id);
        const act = { userId, key, fingerprint, uid: change.uid, at: runtime.clock.now() };
        await actCollection(database).insertOne(act, { session });
        // By the terms as they are now: what was put in, and how many wallets there are, nobody changes.
        const terms: PoolTerms = { ...now.terms, ...change.settings };
        const moved = await movePool(runtime, session, now, { terms: keptTerms(terms, poolOf(terms)) });
        if (!moved) throw new AppError("market-busy");
        return moved;
      },
    },
  );
}

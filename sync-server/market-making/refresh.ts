import { crosses } from "#schemas/market-maker/crossing.ts";
import type { Plan } from "#schemas/market-maker/facts.ts";
import type { Exact } from "#schemas/market-maker/prices.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { putStanding } from "#server/pool-standing/index.ts";
import { textOf } from "./books.ts";
import type { MarketDeps } from "./deps.ts";
import type { LedgerFacts } from "./facts.ts";
import { ownPrices } from "./own-prices.ts";
import { stepsOf } from "./steps.ts";
import type { PoolDocument } from "./store.ts";
import { MovedError, submitFor } from "./submit.ts";

/** A ladder worked out at a ledger. */
export interface Refresh {
  readonly facts: LedgerFacts;
  readonly plan: Plan;
  /** G... */
  readonly owner: string;
  readonly reference: Exact | null;
  readonly reason: string;
}

/**
 * Has the ladder of a pool changed in one transaction. Asked again in the transaction that accepts it is whether it would meet what its owner
 * has in the market or on the way there; that takes the owner's account, as every trade of theirs does. Throws like {@link submitFor}.
 */
export function refresh(
  deps: MarketDeps,
  seen: PoolDocument,
  { facts, plan, owner, reference, reason }: Refresh,
): Promise<void> {
  const { runtime } = deps;
  const { base, quote } = facts.pool;
  return submitFor(deps, seen, {
    act: "refresh",
    steps: stepsOf(facts.pool, plan.steps),
    spending: { kind: "later", assets: [assetOfKey(base), assetOfKey(quote)], to: null },
    fields: { reason, lastPrice: reference ? textOf(reference) : seen.lastPrice },
    within: async (session) => {
      const account = await takeAccount(runtime.database, session, owner);
      if (!account) throw new MovedError();
      const own = await ownPrices(runtime, session, account, facts.pool);
      const { bid: ownerBid, ask: ownerAsk } = own;
      // What only goes out of the book comes to nobody.
      const isMet = own.isTaking && plan.steps.some(({ kind }) => kind !== "cancel");
      if (isMet || crosses(facts.offers, plan.steps, { ownerBid, ownerAsk })) throw new MovedError();
      const { highestBid: bid, lowestAsk: ask } = plan;
      await putStanding(runtime.database, session, { _id: seen.id, userId: seen.userId, base, quote, bid, ask });
    },
  });
}

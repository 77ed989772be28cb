import { planCancels } from "#schemas/market-maker/plan.ts";
import { writeSaid } from "#schemas/said.ts";
import { NOTHING_LEAVES } from "#server/platform/submissions/spending.ts";
import { NOWHERE, putStanding } from "#server/pool-standing/index.ts";
import type { MarketDeps } from "./deps.ts";
import { readFacts } from "./facts.ts";
import { findOffers } from "./find-offers.ts";
import { stepsOf } from "./steps.ts";
import { movePool, type PoolDocument } from "./store.ts";
import { MovedError, submitFor } from "./submit.ts";
import { putWallets, toldOf } from "./tell-pool.ts";

/** What is bound by more than is known of: it is looked for at each look, and looked into. */
export const UNEXPLAINED = writeSaid("said.market-reconciliation");

/** Takes what a pool has in the book out of it; answers whether there was anything. Throws `network-unreachable`. */
export async function takeOut(deps: MarketDeps, seen: PoolDocument): Promise<boolean> {
  const { database } = deps.runtime;
  const read = () => database.transaction((session) => readFacts(database, session, seen));
  let facts = await read();
  if (!facts.isReconciled) {
    await findOffers(deps, facts);
    facts = await read();
  }
  const { steps } = planCancels(facts);
  if (steps.length === 0) return false;
  await submitFor(deps, seen, {
    act: "cancel",
    steps: stepsOf(facts.pool, steps),
    spending: NOTHING_LEAVES.spending,
    fields: {},
  }).catch(unlessMoved);
  return true;
}

/** Whoever was quicker has it looked at again. */
export function unlessMoved(error: unknown): void {
  if (!(error instanceof MovedError)) throw error;
}

/** A pool is stopped once its wallets bind nothing any more, as the ledger has them; what keeps it from that is told. */
export function endStopping({ runtime }: Pick<MarketDeps, "runtime">, seen: PoolDocument): Promise<void> {
  return runtime.database.transaction(async (session) => {
    const facts = await readFacts(runtime.database, session, seen);
    if (facts.offers.length > 0 || facts.strays.length > 0) return;
    if (!facts.isReconciled) {
      if (seen.reason === "") await movePool(runtime, session, seen, { reason: UNEXPLAINED });
      return;
    }
    const { fields } = toldOf(seen, facts, null);
    const reason = seen.stop === "owner" ? "" : seen.reason;
    const stopped = await movePool(runtime, session, seen, { ...fields, reason, status: "stopped" });
    if (!stopped) return;
    const { id: _id, userId, terms } = seen;
    await putStanding(runtime.database, session, { _id, userId, base: terms.base, quote: terms.quote, ...NOWHERE });
    await putWallets(runtime, session, stopped, facts);
  });
}

import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { lineOf } from "#server/platform/ingest/spendable.ts";
import { giveUpUnsigned } from "#server/platform/submissions/give-up-unsigned.ts";
import { NOTHING_LEAVES } from "#server/platform/submissions/spending.ts";
import { touchStanding } from "#server/pool-standing/index.ts";
import { walletOf } from "#server/trading/index.ts";
import { readSecurity } from "#server/users/index.ts";
import type { MarketDeps } from "./deps.ts";
import { type LedgerFacts, readFacts } from "./facts.ts";
import { returned, returningSteps } from "./steps.ts";
import { findPool, movePool, type PoolDocument } from "./store.ts";
import { submitFor } from "./submit.ts";
import { takeOut, UNEXPLAINED, unlessMoved } from "./take-out.ts";
import { tell, toldOf } from "./tell-pool.ts";
import type { Looked } from "./tick.ts";

/**
 * Has everything of a pool go back to its owner, whatever it does; done twice, it answers the same. Throws `market-unknown`,
 * `market-opening`, and what its owner has to see to first: `market-line-missing`, `market-line-full`.
 */
export async function drainPool(runtime: Runtime, wish: Pick<PoolDocument, "userId" | "uid">): Promise<PoolDocument> {
  const owner = await walletOf(runtime, wish.userId);
  return runtime.database.transaction(async (session) => {
    const seen = await findPool(runtime.database, wish, session);
    if (!seen) throw new AppError("market-unknown");
    if (seen.status === "opening") throw new AppError("market-opening");
    if (seen.status === "draining" || seen.status === "closed" || seen.status === "failed") return seen;
    const account = (await takeAccount(runtime.database, session, owner._id)) ?? owner;
    const [refusal] = refuseReturn(account, await readFacts(runtime.database, session, seen));
    if (refusal) throw refusal;
    return drainWithin(runtime, session, seen);
  });
}

async function drainWithin(runtime: Runtime, session: ClientSession, seen: PoolDocument): Promise<PoolDocument> {
  if (seen.under?.act === "refresh") await giveUpUnsigned(runtime, session, seen.under.submissionId);
  await touchStanding(runtime.database, session, seen.id);
  const moved = await movePool(runtime, session, seen, { status: "draining", isActive: false, reason: "" });
  if (!moved) throw new Error(`pool ${seen.id} moved within a transaction that had read it`);
  return moved;
}

/** What keeps everything from going back: told before, and again while it lasts. */
function refuseReturn(owner: AccountDocument, facts: LedgerFacts): AppError[] {
  return returned(facts).flatMap(({ asset, amount }) => {
    const { assetCode } = asset;
    const isFrozen = facts.accounts.some((account) => {
      const line = lineOf(account, asset);
      return line !== null && BigInt(line.balance) > 0n && !line.isAuthorized;
    });
    if (isFrozen) return [new AppError("market-wallet-frozen", { assetCode })];
    if (amount === 0n || asset.issuer === owner._id) return [];
    const line = lineOf(owner, asset);
    if (!line?.isAuthorized) return [new AppError("market-line-missing", { assetCode })];
    const room = BigInt(line.limit) - BigInt(line.balance) - BigInt(line.buying);
    return room < amount ? [new AppError("market-line-full", { assetCode })] : [];
  });
}

/** Goes on with giving everything back, from wherever it was left: offers first, then all the rest in one transaction. */
export async function drainNext(deps: MarketDeps, { pool: seen, owner }: Looked): Promise<void> {
  const { runtime } = deps;
  if (await takeOut(deps, seen)) return;
  const { isFrozen } = await readSecurity(runtime, seen.userId);
  const facts = await runtime.database.transaction((session) => readFacts(runtime.database, session, seen));
  // What binds money and is not known yet is waited for.
  if (!facts.isReconciled) return noteWaiting(runtime, seen, facts, UNEXPLAINED);
  const [refusal] = isFrozen === true ? [new AppError("account-frozen")] : refuseReturn(owner, facts);
  if (refusal) return noteWaiting(runtime, seen, facts, refusal.said);
  const steps = returningSteps(facts, owner._id);
  if (steps.length === 0) return;
  await submitFor(deps, seen, {
    act: "return",
    steps,
    spending: NOTHING_LEAVES.spending,
    fields: { reason: "" },
  }).catch(unlessMoved);
}

/** Says what is waited for, and what there is meanwhile: nothing of it is in the book any more. */
async function noteWaiting(runtime: Runtime, seen: PoolDocument, facts: LedgerFacts, reason: string): Promise<void> {
  const { fields, isMoved } = toldOf(seen, facts, null);
  if (!isMoved && seen.reason === reason) return;
  await tell(runtime, seen, facts, { ...fields, reason });
}

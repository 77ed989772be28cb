import type { ClientSession } from "mongodb";
import { ladderOf } from "#schemas/market-maker/ladder.ts";
import { xlmNeeded } from "#schemas/market-maker/reserves.ts";
import { worthOf } from "#schemas/market-maker/reckoning.ts";
import type { PoolTerms } from "#schemas/market-making.ts";
import type { PoolCheckOutput } from "#schemas/market-making-calls.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { impossible, planTrade, type TradePlan, tradeOutput, walletOf } from "#server/trading/index.ts";
import { readSecurity } from "#server/users/index.ts";
import { collect } from "#server/wallet/index.ts";
import { referenceOf, textOf } from "./books.ts";
import { readFacts } from "./facts.ts";
import { crossesOwn, ownSellers } from "./own-prices.ts";
import { type PlanDeps, type Preview, refuseUnlisted } from "./plan-open.ts";
import { poolOf } from "./read-terms.ts";
import { judgeIssuers } from "./refuse-open.ts";
import { actCollection, findPool, type PoolDocument } from "./store.ts";

/** A pool that is to start, or to change, worked out. */
export interface ActPlan extends TradePlan, Preview {
  readonly seen: PoolDocument;
  readonly terms: PoolTerms;
  /** What it is worth now, in stroops of quote; null without a reference. */
  readonly worth: bigint | null;
}

/**
 * Works out what a pool comes to with these terms: what its wallets have, its ladder, and what stands against it by its market. `isLater` where
 * it is going to trade by itself from now on. Throws what `planOpen` does.
 */
export async function planAct(
  deps: PlanDeps,
  seen: PoolDocument,
  { terms, found, isLater }: { readonly terms: PoolTerms; readonly found: AppError[]; readonly isLater: boolean },
): Promise<ActPlan> {
  const { runtime } = deps;
  const account = await walletOf(runtime, seen.userId);
  const read = collect(found, () => poolOf(terms)) ?? null;
  if (read) found.push(...refuseUnlisted(deps, read));
  const isSeen = read !== null && found.every(({ code }) => code !== "market-assets-unlisted");
  const referred = isSeen ? referenceOf(deps.sides, read, await ownSellers(runtime, account, null)) : null;
  if (referred?.refusal) found.push(referred.refusal);
  const facts = await runtime.database.transaction((session) => readFacts(runtime.database, session, seen));
  const ladder = read && referred?.price ? ladderOf(read, referred.price, facts) : null;
  const assets = [terms.base, terms.quote].map(assetOfKey);
  const wish = impossible("market-making", [], assets);
  const plan = await planTrade(deps, account, {
    ...wish,
    spending: isLater ? { kind: "later", assets, to: null } : { kind: "stays" },
  });
  const warnings = read ? judgeIssuers(read, plan.ledger.issuers).warnings : [];
  const crossed = ladder && read ? await crossesOwn(runtime, account, read, ladder) : [];
  return {
    ...plan,
    refusals: [...found, ...plan.refusals],
    seen,
    terms,
    read,
    referred,
    ladder,
    worth: referred?.price ? worthOf(facts, referred.price) : null,
    warnings: [...warnings, ...crossed],
  };
}

/** What a person is told of a pool before they confirm anything of it. */
export function previewOutput(plan: TradePlan & Preview): Omit<PoolCheckOutput, "needsPassword" | "needsSecondFactor"> {
  const { read, referred, ladder, warnings } = plan;
  const needed = read ? xlmNeeded(read) : { reserves: 0n, feeBuffer: 0n };
  const told = (side: "buy" | "sell") =>
    (side === "buy" ? (ladder?.bids ?? []) : (ladder?.asks ?? [])).map(({ price, amount }) => ({
      side,
      price: priceText(BigInt(price.n), BigInt(price.d)) ?? "0",
      amount: formatAmount(amount),
    }));
  return {
    ...tradeOutput(plan),
    reference: referred?.price ? textOf(referred.price) : null,
    ladder: ladder && [...told("buy"), ...told("sell")],
    reserves: formatAmount(needed.reserves),
    feeBuffer: formatAmount(needed.feeBuffer),
    warnings: warnings.map(({ told: warning }) => warning),
  };
}

/** That there is no such pool; to who is frozen, that before all else. */
export async function unknownTo(runtime: Runtime, userId: number): Promise<AppError> {
  const { isFrozen } = await readSecurity(runtime, userId);
  return new AppError(isFrozen === true ? "account-frozen" : "market-unknown");
}

/** The pool of a confirmation that was accepted before; null where none was. Throws `idempotency-key-reused`. */
export async function formerAct(
  { database }: Pick<Runtime, "database">,
  { userId, key, fingerprint }: { readonly userId: number; readonly key: string; readonly fingerprint: string },
  session: ClientSession | null,
): Promise<PoolDocument | null> {
  const act = await actCollection(database).findOne({ userId, key }, inSession(session));
  if (act && act.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  return act && findPool(database, { userId, uid: act.uid }, session);
}

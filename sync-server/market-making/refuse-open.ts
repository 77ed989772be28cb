import type { ClientSession } from "mongodb";
import { ladderOf } from "#schemas/market-maker/ladder.ts";
import type { Exact } from "#schemas/market-maker/prices.ts";
import type { ReadPool } from "#schemas/market-maker/terms.ts";
import { MAX_MARKET_POOLS } from "#schemas/market-making.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmountShort, mulDiv } from "#schemas/values/money.ts";
import { delistedWithin } from "#server/listed-assets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { type AssetName, assetOfKey, isNative } from "#server/platform/network/assets.ts";
import type { LedgerAccount } from "#server/platform/network/entries.ts";
import { openPools } from "./store.ts";

/** The issued assets of a pair. */
export function issuedOf({ base, quote }: Pick<ReadPool, "base" | "quote">): AssetName[] {
  return [base, quote].map(assetOfKey).filter((asset) => !isNative(asset));
}

/** What stands against one more pool, as a transaction sees it, or outside of any. */
export async function refuseAnother(
  { database }: Pick<Runtime, "database">,
  userId: number,
  { base, quote }: Pick<ReadPool, "base" | "quote">,
  session: ClientSession | null,
): Promise<AppError[]> {
  const held = await openPools(database, userId, session);
  // In either order it is the same market.
  const isSame = held.some(
    ({ terms }) => [terms.base, terms.quote].toSorted().join() === [base, quote].toSorted().join(),
  );
  if (isSame) return [new AppError("market-twice")];
  return held.length < MAX_MARKET_POOLS ? [] : [new AppError("market-many", { most: MAX_MARKET_POOLS })];
}

/** What stands against a pool by its owner's account and by what was delisted, as a transaction sees it. */
export async function refuseOwner(
  runtime: Runtime,
  session: ClientSession,
  account: AccountDocument,
  pool: Pick<ReadPool, "base" | "quote">,
): Promise<AppError[]> {
  const delisted = await delistedWithin(runtime, session);
  const gone = [pool.base, pool.quote].find((key) => delisted.has(key));
  return [
    ...refuseKeys(account, pool),
    ...(gone === undefined ? [] : [new AppError("asset-delisted", { assetCode: assetOfKey(gone).assetCode })]),
  ];
}

export function refuseKeys(account: AccountDocument, pool: Pick<ReadPool, "base" | "quote">): AppError[] {
  const own = issuedOf(pool).find(({ issuer }) => issuer === account._id);
  return [
    ...(account.isShared ? [new AppError("market-own-key")] : []),
    ...(own ? [new AppError("market-own-issue", { assetCode: own.assetCode })] : []),
  ];
}

/** Of issuers: what they can do is told, and where wallets would need a yes of theirs first, none is opened. */
export function judgeIssuers(pool: Pick<ReadPool, "base" | "quote">, issuers: ReadonlyMap<string, LedgerAccount>) {
  const judged = issuedOf(pool).map((asset) => ({ asset, issuer: issuers.get(asset.issuer) }));
  const told = ({ assetCode }: AssetName) => new AppError("market-issuer-may-take", { assetCode });
  const isClosed = ({ issuer }: (typeof judged)[number]) => issuer?.isAuthorizationRequired === true;
  const mayTake = ({ issuer }: (typeof judged)[number]) =>
    issuer !== undefined && (issuer.isAuthorizationRevocable || issuer.isClawbackEnabled);
  return {
    refusals: judged.filter(isClosed).map(({ asset }) => told(asset)),
    warnings: judged.filter((each) => !isClosed(each) && mayTake(each)).map(({ asset }) => told(asset)),
  };
}

/** Refuses what is too little for a single offer. */
export function refuseSmall(pool: ReadPool, reference: Exact): AppError[] {
  const { bids, asks } = ladderOf(pool, reference, { base: pool.baseAmount, quote: pool.quoteAmount });
  if (bids.length > 0 || asks.length > 0) return [];
  const least = pool.minSize * BigInt(pool.levels);
  const isBase = pool.baseAmount > 0n;
  const amount = isBase ? least : mulDiv(least, reference.n, reference.d, "up");
  const { assetCode } = assetOfKey(isBase ? pool.base : pool.quote);
  return [new AppError("market-small", { amount: formatAmountShort(amount), assetCode })];
}

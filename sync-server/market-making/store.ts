import type { ClientSession, Collection } from "mongodb";
import type { LiquidityPoolRow, MarketMakingTradeRow, PoolStatus, TradingWalletRow } from "#schemas/market-making.ts";
import type { Price } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { putReplicated, type ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assertRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { poolStandingIndexes } from "#server/pool-standing/index.ts";

type Beside = "uid" | "id" | "_deleted";

/** What a submission does for a pool. */
export type PoolAct = "open" | "refresh" | "cancel" | "return";

/** A submission that was accepted and that ingestion has not folded yet. */
export interface Under {
  readonly submissionId: number;
  readonly act: PoolAct;
}

/** A pool: what its row says, and what carries it on. Amounts that no row has are stroops, as decimal texts. */
export interface StoredPool extends Omit<LiquidityPoolRow, Beside | "openedAt" | "startedAt" | "changedAt" | "offers"> {
  readonly openedAt: Date;
  readonly startedAt: Date | null;
  readonly changedAt: Date;
  readonly offers: LiquidityPoolRow["offers"];
  /** Addresses of its trading wallets, the first pays the network. */
  readonly wallets: readonly string[];
  readonly under: Under | null;
  /** Submissions that were begun: each has a key of its own. */
  readonly attempts: number;
  /** Whether an operator stopped it, and has not let it go yet. */
  readonly isHeld: boolean;
  /** What it was opened with. */
  readonly base0: string;
  readonly quote0: string;
  /** Of quote: the most it was worth since it was started, and what at the beginning of `day` (days UTC since the epoch). */
  readonly peakWorth: string;
  readonly day: number;
  readonly dayWorth: string;
  /** Of base and quote in all wallets: what there was when it was last started, and what fills and fees made of that since. */
  readonly counted: { readonly base: string; readonly quote: string };
  /** Of quote: what fills were better than the reference of their time. */
  readonly spreadSum: string;
  /** XLM that the network took. */
  readonly feeSum: string;
  /** It leaves the book alone up to this ledger, since an offer of its own came to another. */
  readonly restsUntil: number;
  /** How often in a row the network refused what was planned for it. */
  readonly failures: number;
  /** Of its opening. */
  readonly submissionId: number;
  readonly fingerprint: string;
  /** Rises with each change that decides something: whoever changes it names what they saw. */
  readonly version: number;
  readonly seal?: string;
}
export type PoolDocument = ReplicatedDocument & StoredPool;
export type PoolFields = Partial<Omit<StoredPool, "version" | "changedAt">>;

export interface StoredWallet extends Omit<TradingWalletRow, Beside | "lastUsed"> {
  readonly lastUsed: Date | null;
}
export type WalletDocument = ReplicatedDocument & StoredWallet;

export interface StoredTrade extends Omit<MarketMakingTradeRow, Beside | "timestamp"> {
  readonly timestamp: Date;
}
export type TradeDocument = ReplicatedDocument & StoredTrade;

/** An offer of a trading wallet as ingestion last saw it; amounts are stroops. */
export interface OfferDocument {
  /** Its number on the ledger. */
  readonly _id: string;
  readonly wallet: string;
  /** Asset keys. */
  readonly selling: string;
  readonly buying: string;
  readonly amount: string;
  /** Units of `buying` for one of `selling`. */
  readonly price: Price;
  readonly ledger: number;
}

/** What a person confirmed of a pool beyond opening it: the same key answers with the same pool. */
export interface ActDocument {
  readonly userId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly uid: string;
  readonly at: Date;
}

export const POOLS = "liquidity_pools";
export const WALLETS = "trading_wallets";
export const TRADES = "market_making_trades";
/** Of these a pool holds money of its owner, or will. */
export const OPEN: readonly PoolStatus[] = ["opening", "stopped", "active", "stopping", "draining"];

/** Whatever it trades by, and what stops it: nobody trades with another's money by writing it. */
export const POOL_KIND: SealedKind<PoolDocument> = {
  collection: POOLS,
  contentOf: ({ id, userId, uid, terms, status, stop, wallets, under, attempts, isHeld, ...rest }) => {
    const { base0, quote0, peakWorth, day, dayWorth, startPrice, counted, submissionId, fingerprint, version } = rest;
    const reckoned = { base0, quote0, peakWorth, day, dayWorth, startPrice, counted };
    const way = { status, stop, wallets, under, attempts, isHeld };
    return { id, userId, uid, terms, ...way, ...reckoned, submissionId, fingerprint, version };
  },
};

export function poolCollection(database: Database): Collection<PoolDocument> {
  return database.collection<PoolDocument>(POOLS);
}

export function walletCollection(database: Database): Collection<WalletDocument> {
  return database.collection<WalletDocument>(WALLETS);
}

export function tradeCollection(database: Database): Collection<TradeDocument> {
  return database.collection<TradeDocument>(TRADES);
}

export function offerCollection(database: Database): Collection<OfferDocument> {
  return database.collection<OfferDocument>("market_making_offers");
}

export function actCollection(database: Database): Collection<ActDocument> {
  return database.collection<ActDocument>("market_making_acts");
}

/** This person's pool; null where there is none. Throws `SealBrokenError` for one that was written past the server. */
export async function findPool(
  database: Database,
  { userId, uid }: Pick<PoolDocument, "userId" | "uid">,
  session: ClientSession | null,
): Promise<PoolDocument | null> {
  const pool = await poolCollection(database).findOne({ userId, uid, deleted: false }, inSession(session));
  if (pool) assertRowSealed(database, POOL_KIND, pool, pool.id);
  return pool;
}

/** Somebody's pools that are not over, as a transaction sees them, or outside of any. */
export function openPools(database: Database, userId: number, session: ClientSession | null): Promise<PoolDocument[]> {
  return poolCollection(database)
    .find({ userId, status: { $in: [...OPEN] }, deleted: false }, inSession(session))
    .toArray();
}

/** What belongs to a pool's row and is all that a change touches. */
type Context = Pick<Runtime, "database" | "clock">;

/**
 * Changes a pool, if it still is as it was seen, within the transaction of what the change goes with; answers with what it is now, null where
 * somebody was quicker. Throws `SealBrokenError` for one that was written past the server.
 */
export async function movePool(
  { database, clock }: Context,
  session: ClientSession,
  seen: Pick<PoolDocument, "userId" | "uid" | "version">,
  fields: PoolFields,
): Promise<PoolDocument | null> {
  const { userId, uid, version } = seen;
  const now = await poolCollection(database).findOne({ userId, uid }, { session });
  if (now?.version !== version) return null;
  assertRowSealed(database, POOL_KIND, now, now.id);
  return putPool({ database, clock }, session, seen, { ...fields, version: version + 1, changedAt: clock.now() });
}

/** Writes a pool and seals it, within the transaction of what it goes with. */
export async function putPool(
  { database }: Context,
  session: ClientSession,
  { userId, uid }: Pick<PoolDocument, "userId" | "uid">,
  fields: Partial<StoredPool>,
): Promise<PoolDocument> {
  await putReplicated(database, session, POOLS, userId, [{ uid, fields }]);
  const after = await poolCollection(database).findOne({ userId, uid }, { session });
  if (!after) throw new Error(`the pool ${uid} was not stored`);
  const seal = sealRow(database, POOL_KIND, after);
  await poolCollection(database).updateOne({ userId, uid }, { $set: { seal } }, { session });
  return { ...after, seal };
}

export const marketMakingIndexes: Migration = {
  number: 144,
  name: "market-making pools, their wallets and trades",
  run: async (database) => {
    for (const collection of [POOLS, WALLETS, TRADES])
      await database.collection(collection).createIndexes([
        { key: { id: 1 }, unique: true },
        { key: { userId: 1, uid: 1 }, unique: true },
        { key: { userId: 1, revision: 1 }, unique: true },
      ]);
    await poolCollection(database).createIndexes([
      { key: { userId: 1, status: 1 } },
      { key: { status: 1, id: 1 } },
      { key: { "under.submissionId": 1 } },
      { key: { wallets: 1 } },
    ]);
    await tradeCollection(database).createIndex({ userId: 1, poolId: 1, timestamp: 1 });
    await offerCollection(database).createIndex({ wallet: 1 });
    await actCollection(database).createIndex({ userId: 1, key: 1 }, { unique: true });
    await poolStandingIndexes(database);
  },
};

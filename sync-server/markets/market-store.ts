import type { Collection } from "mongodb";
import type { CandleSize } from "#schemas/market-data.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";

/** How far the index in the database has come, and what it is of. One document; whoever moves it names what it was. */
export interface StateDocument {
  readonly _id: "markets";
  /** `idle` where nothing is listed that could be traded. */
  readonly phase: "building" | "live" | "idle";
  /** Rises with every index that is built: what was read of an earlier one is of no use. */
  readonly generation: number;
  /** Rises with every ledger that changed something. */
  readonly sequence: number;
  /** Everything up to this ledger is in. */
  readonly ledger: number;
  readonly closedAt: Date | null;
  /** Null until an index was read in whole. */
  readonly cursor: string | null;
  /** The ledger from which on what was read in piece by piece is exact. */
  readonly liveFrom: number;
  /** The assets among which trades are followed, by their keys, in order. */
  readonly listed: readonly string[];
  readonly isRebuildAsked: boolean;
  /** While an index is built: up to when the one before it had been recorded, from which on trades and candles are filled. */
  readonly filledFrom?: Date | null;
  /** Whether somebody wants it compared with Horizon before its time. */
  readonly isCheckAsked?: boolean;
}

/** An offer, with amounts as decimal texts of stroops, as everything below. */
export interface OfferDocument {
  /** Generation and offer: what an index that was given up still writes stands in nobody's way. */
  readonly _id: string;
  readonly generation: number;
  readonly offerId: string;
  readonly seller: string;
  readonly selling: string;
  readonly buying: string;
  readonly amount: string;
  readonly n: number;
  readonly d: number;
  readonly ledger: number;
}

export interface PoolDocument {
  /** Generation and pool. */
  readonly _id: string;
  readonly generation: number;
  readonly poolId: string;
  readonly assetA: string;
  readonly assetB: string;
  readonly reserveA: string;
  readonly reserveB: string;
  readonly totalShares: string;
  readonly feeBasisPoints: number;
  readonly holders: number;
  readonly ledger: number;
}

export interface TradeDocument {
  /** The trade's id with both parts of one width, so that texts are in the order of trades. */
  readonly _id: string;
  /** In the order in which markets are kept. */
  readonly pair: string;
  readonly at: Date;
  readonly ledger: number;
  readonly sold: string;
  readonly soldAmount: string;
  readonly bought: string;
  readonly boughtAmount: string;
  /** Units of `bought` for one of `sold`, as `n/d`. */
  readonly price: string;
  /** The offer or the pool. */
  readonly maker: string;
  /** Empty for a pool. */
  readonly seller: string;
  readonly taker: string;
}

export interface CandleDocument {
  /** Pair, size and beginning (ms). */
  readonly _id: string;
  /** A pair as it is kept, or a pool's trades by themselves (`pool:` and its id). */
  readonly pair: string;
  readonly size: CandleSize;
  readonly at: Date;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly baseVolume: string;
  readonly counterVolume: string;
  readonly trades: number;
  /** Absent where it is kept for good. */
  readonly expiresAt?: Date;
}

/** What a ledger did, for the other processes. */
export interface LedgerDocument {
  /** Generation and sequence. */
  readonly _id: string;
  readonly generation: number;
  readonly sequence: number;
  readonly ledger: number;
  readonly closedAt: Date;
  readonly offers: readonly Omit<OfferDocument, "_id" | "generation">[];
  readonly goneOffers: readonly string[];
  readonly pools: readonly Omit<PoolDocument, "_id" | "generation">[];
  readonly gonePools: readonly string[];
  readonly trades: readonly TradeDocument[];
  readonly writtenAt: Date;
}

const LEDGERS_SECONDS = 3600;
const TRADES_SECONDS = 90 * 86_400;

export function stateCollection(database: Database): Collection<StateDocument> {
  return database.collection<StateDocument>("market_state");
}
export function offerCollection(database: Database): Collection<OfferDocument> {
  return database.collection<OfferDocument>("market_offers");
}
export function poolCollection(database: Database): Collection<PoolDocument> {
  return database.collection<PoolDocument>("market_pools");
}
export function tradeCollection(database: Database): Collection<TradeDocument> {
  return database.collection<TradeDocument>("market_trades");
}
export function candleCollection(database: Database): Collection<CandleDocument> {
  return database.collection<CandleDocument>("market_candles");
}
export function ledgerCollection(database: Database): Collection<LedgerDocument> {
  return database.collection<LedgerDocument>("market_ledgers");
}

export function readState(database: Database): Promise<StateDocument | null> {
  return stateCollection(database).findOne({ _id: "markets" });
}

/** What the markets are kept in, of which everything that would grow for ever vanishes. */
export const marketIndexes: Migration = {
  number: 22,
  name: "books, trades and candles of markets",
  run: async (database) => {
    await offerCollection(database).createIndex({ generation: 1 });
    await poolCollection(database).createIndex({ generation: 1 });
    await tradeCollection(database).createIndex({ pair: 1, _id: -1 });
    await tradeCollection(database).createIndex({ at: 1 }, { expireAfterSeconds: TRADES_SECONDS });
    await candleCollection(database).createIndex({ pair: 1, size: 1, at: 1 });
    await candleCollection(database).createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await ledgerCollection(database).createIndex({ generation: 1, sequence: 1 });
    await ledgerCollection(database).createIndex({ writtenAt: 1 }, { expireAfterSeconds: LEDGERS_SECONDS });
  },
};

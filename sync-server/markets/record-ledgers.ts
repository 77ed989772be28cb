import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { LedgerOffer, LedgerPool } from "#server/platform/network/markets.ts";
import {
  candleCollection,
  type CandleDocument,
  ledgerCollection,
  offerCollection,
  poolCollection,
  type StateDocument,
  stateCollection,
  tradeCollection,
} from "./market-store.ts";
import { type MarketLedger, storedLedger, storedOffer, storedPool, storedTrade } from "./stored-changes.ts";

/** Whole ledgers in a row, of which only those are told that changed something. */
export interface Stretch {
  readonly ledgers: readonly MarketLedger[];
  /** The last one. */
  readonly ledger: number;
  readonly closedAt: Date;
  readonly cursor: string;
}

/** A ledger that changed more is not told: whoever follows reads everything anew. */
const MOST_TOLD = 10_000;

/**
 * Writes what a stretch of ledgers did, all of it in one transaction with the cursor; answers with the new state, or null
 * where the cursor was moved by somebody else or a new index was asked for, and then nothing is written. `candles` are those
 * that its trades changed.
 */
export async function recordLedgers(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  from: StateDocument,
  stretch: Stretch,
  candles: readonly CandleDocument[],
): Promise<StateDocument | null> {
  const { _id, generation, sequence, cursor } = from;
  const mine = { _id, generation, sequence, cursor, isRebuildAsked: false };
  const place = placeAfter(from, stretch);
  if (stretch.ledgers.length === 0) {
    // Without a transaction, and unfenced: whoever is late names a cursor that is no more.
    const moved = await stateCollection(database).updateOne(mine, { $set: place });
    return moved.matchedCount === 0 ? null : { ...from, ...place };
  }
  const now = clock.now();
  const told = stretch.ledgers.filter(isTellable).map((each) => storedLedger(each, now));
  const trades = stretch.ledgers.flatMap(({ changes }) => changes.trades.map(storedTrade));
  return database.transaction(async (session) => {
    const moved = await stateCollection(database).updateOne(mine, { $set: place }, { session });
    if (moved.matchedCount === 0) return null;
    await writeOffers(database, session, generation, stretch.ledgers);
    await writePools(database, session, generation, stretch.ledgers);
    if (trades.length > 0) await tradeCollection(database).insertMany(trades, { session });
    await writeCandles(database, session, candles);
    if (told.length > 0) await ledgerCollection(database).insertMany(told, { session });
    return { ...from, ...place };
  });
}

function placeAfter(from: StateDocument, { ledgers, ledger, closedAt, cursor }: Stretch) {
  const isExact = from.phase === "live" || ledger >= from.liveFrom;
  const phase: StateDocument["phase"] = isExact ? "live" : "building";
  return { phase, sequence: ledgers.at(-1)?.sequence ?? from.sequence, ledger, closedAt, cursor };
}

function isTellable({ changes }: MarketLedger): boolean {
  const { offers, goneOffers, pools, trades } = changes;
  return offers.length + goneOffers.length + pools.length + trades.length <= MOST_TOLD;
}

type Store = Runtime["database"];

async function writeOffers(
  database: Store,
  session: ClientSession,
  generation: number,
  ledgers: readonly MarketLedger[],
): Promise<void> {
  const last = new Map<string, LedgerOffer | null>();
  for (const { changes } of ledgers) {
    for (const offer of changes.offers) last.set(offer.offerId, offer);
    for (const id of changes.goneOffers) last.set(id, null);
  }
  if (last.size === 0) return;
  const writes = [...last].map(([id, offer]) => {
    const filter = { _id: `${generation} ${id}` };
    if (offer === null) return { deleteOne: { filter } };
    return { replaceOne: { filter, replacement: { generation, ...storedOffer(offer) }, upsert: true } };
  });
  await offerCollection(database).bulkWrite(writes, { session, ordered: false });
}

async function writePools(
  database: Store,
  session: ClientSession,
  generation: number,
  ledgers: readonly MarketLedger[],
): Promise<void> {
  const last = new Map<string, LedgerPool | null>();
  for (const { changes } of ledgers) {
    for (const pool of changes.pools) last.set(pool.poolId, pool);
    for (const id of changes.gonePools) last.set(id, null);
  }
  if (last.size === 0) return;
  const writes = [...last].map(([id, pool]) => {
    const filter = { _id: `${generation} ${id}` };
    if (pool === null) return { deleteOne: { filter } };
    return { replaceOne: { filter, replacement: { generation, ...storedPool(pool) }, upsert: true } };
  });
  await poolCollection(database).bulkWrite(writes, { session, ordered: false });
}

export async function writeCandles(
  database: Store,
  session: ClientSession,
  candles: readonly CandleDocument[],
): Promise<void> {
  if (candles.length === 0) return;
  const writes = candles.map(({ _id, ...replacement }) => ({
    replaceOne: { filter: { _id }, replacement, upsert: true },
  }));
  await candleCollection(database).bulkWrite(writes, { session, ordered: false });
}

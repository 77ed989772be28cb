import type { ClientSession } from "mongodb";
import type { Holding } from "#schemas/market-maker/ladder.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { type IngestPart } from "#server/platform/ingest/parts.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { type OfferChange, readOwnTrading } from "#server/platform/ingest/own-trading.ts";
import type { ReadItem } from "#server/platform/ingest/read-item.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { type FoldedTrade, foldTrades, tradesIn } from "./fold-trades.ts";
import { resyncOffers } from "./resync-offers.ts";
import { offerCollection, type OfferDocument, POOL_KIND, poolCollection, type PoolDocument, putPool } from "./store.ts";

/** Offers and fills of what trades for people, as ingestion keeps them: what the next ladder is made of, at the very ledger of its balances. */
export const MARKET_MAKING_PART: IngestPart = {
  fold: async (runtime, session, items, accounts) => {
    await foldMarket(runtime, session, items, accounts);
    return { tell: () => Promise.resolve() };
  },
  offered: async ({ database }, offers) => {
    const found = await offerCollection(database)
      .find({ _id: { $in: offers.map(({ offerId }) => offerId) } }, { projection: { amount: 1 } })
      .toArray();
    return new Map(found.map(({ _id, amount }) => [_id, BigInt(amount)]));
  },
  resync: resyncOffers,
  endGone: () => Promise.resolve(),
  addListed: () => Promise.resolve(),
};

async function foldMarket(
  runtime: Runtime,
  session: ClientSession,
  items: readonly ReadItem[],
  accounts: ReadonlyMap<string, AccountDocument>,
): Promise<void> {
  const trading = [...accounts.values()].filter(({ role }) => role === "trading").map(({ _id }) => _id);
  if (trading.length === 0) return;
  const isTrading = (address: string) => accounts.get(address)?.role === "trading";
  const changes = new Map<string, OfferChange & { readonly ledger: number }>();
  const trades: FoldedTrade[] = [];
  const fees = new Map<string, bigint>();
  for (const { transaction, read } of items) {
    if (isTrading(read.feePayer)) fees.set(read.feePayer, (fees.get(read.feePayer) ?? 0n) + read.feeCharged);
    for (const operation of readOwnTrading(transaction, isTrading).operations) {
      for (const change of operation.offers) changes.set(change.offerId, { ...change, ledger: transaction.ledger });
      trades.push(...tradesIn(operation.trades, transaction));
    }
  }
  await keepOffers(runtime, session, [...changes.values()]);
  const pools = await poolCollection(runtime.database)
    .find({ wallets: { $in: trading } }, { session })
    .toArray();
  const folded = await foldTrades(runtime, session, { trades, accounts, pools });
  for (const pool of pools) await keepPool(runtime, session, pool, { fees, folded });
}

/** As the ledger leaves them. What is older than what is kept alters nothing. */
async function keepOffers(
  { database }: Runtime,
  session: ClientSession,
  changes: readonly (OfferChange & { readonly ledger: number })[],
): Promise<void> {
  if (changes.length === 0) return;
  const known = await offerCollection(database)
    .find({ _id: { $in: changes.map(({ offerId }) => offerId) } }, { session, projection: { ledger: 1 } })
    .toArray();
  const kept = new Map(known.map(({ _id, ledger }) => [_id, ledger]));
  const fresh = changes.filter(({ offerId, ledger }) => (kept.get(offerId) ?? 0) <= ledger);
  if (fresh.length === 0) return;
  const writes = fresh.map(({ offerId: _id, after, ledger }) => {
    if (!after) return { deleteOne: { filter: { _id, ledger: { $lte: ledger } } } };
    const { seller: wallet, price, amount } = after;
    const fields: Omit<OfferDocument, "_id"> = {
      wallet,
      selling: assetKey(after.selling),
      buying: assetKey(after.buying),
      amount: String(amount),
      price: { n: price.n, d: price.d },
      ledger,
    };
    return { updateOne: { filter: { _id }, update: { $set: fields }, upsert: true } };
  });
  await offerCollection(database).bulkWrite(writes, { session, ordered: true });
}

interface Folded {
  readonly fees: ReadonlyMap<string, bigint>;
  readonly folded: Awaited<ReturnType<typeof foldTrades>>;
}

/** What fills and fees add up to, and that an offer of its own came to another: what decides is left to who looks after it. */
async function keepPool(
  runtime: Runtime,
  session: ClientSession,
  pool: PoolDocument,
  { fees, folded }: Folded,
): Promise<void> {
  const paid = pool.wallets.reduce((sum, wallet) => sum + (fees.get(wallet) ?? 0n), 0n);
  const own = folded.get(pool.id);
  if (paid === 0n && !own) return;
  // What was written past the server is not sealed anew by a ledger.
  if (!isRowSealed(runtime.database, POOL_KIND, pool)) return;
  await putPool(runtime, session, pool, {
    feeSum: String(BigInt(pool.feeSum) + paid),
    counted: countedAfter(pool, paid, own?.brought ?? { base: 0n, quote: 0n }),
    ...(own && {
      tradeCount: pool.tradeCount + own.count,
      spreadSum: String(BigInt(pool.spreadSum) + own.spread),
      ...(own.takenAt > 0 && { restsUntil: own.takenAt + 1 }),
    }),
  });
}

function countedAfter({ counted, terms }: PoolDocument, paid: bigint, brought: Holding): PoolDocument["counted"] {
  const feeOf = (key: string) => (key === NATIVE_CODE ? paid : 0n);
  return {
    base: String(BigInt(counted.base) + brought.base - feeOf(terms.base)),
    quote: String(BigInt(counted.quote) + brought.quote - feeOf(terms.quote)),
  };
}

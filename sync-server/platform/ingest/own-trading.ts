import type { LedgerEntryChangeWire } from "@stellar/stellar-sdk/xdr";
import { type AskedTrade, readAskedTrades } from "#server/platform/network/asked-trades.ts";
import { readOffer, readPool } from "#server/platform/network/market-entries.ts";
import { mayTouchMarkets, readTrades } from "#server/platform/network/market-results.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { LedgerOffer, LedgerPool, LedgerTrade } from "#server/platform/network/markets.ts";
import { readEntryChanges } from "#server/platform/network/meta.ts";
import { type NetworkTransaction, operationId } from "#server/platform/network/network.ts";
import { addressOf } from "#server/platform/network/addresses.ts";

/** What became of an offer of ours: null where it was, or is, not there. */
export interface OfferChange {
  readonly offerId: string;
  readonly seller: string;
  readonly before: LedgerOffer | null;
  readonly after: LedgerOffer | null;
}

/** What one account holds of a pool after an operation, in stroops; null where it has no line for it any more. */
export interface SharesChange {
  readonly holder: string;
  readonly poolId: string;
  readonly shares: bigint | null;
}

/** What one operation did with the exchange, as far as it is about accounts of ours. */
export interface OwnTrading {
  /** SEP-35. */
  readonly operationId: string;
  /** Its place in the transaction, from 0. */
  readonly index: number;
  /** Whose (G...) operation it is, and what it asked for. */
  readonly source: string;
  readonly asked: AskedTrade | null;
  readonly offers: readonly OfferChange[];
  readonly shares: readonly SharesChange[];
  /** Those in which an account of ours took part. */
  readonly trades: readonly LedgerTrade[];
}

/** What a transaction did with the exchange for the accounts that `isOurs` knows, operation by operation. */
export interface TransactionTrading {
  readonly operations: readonly OwnTrading[];
  /** Pools that it touched, by their ids. */
  readonly pools: ReadonlyMap<string, LedgerPool>;
}

/** What an account gave and got in one trade, in stroops. */
export interface Exchanged {
  readonly given: AssetName;
  readonly givenAmount: bigint;
  readonly got: AssetName;
  readonly gotAmount: bigint;
}

const NOTHING: TransactionTrading = { operations: [], pools: new Map() };

export function readOwnTrading(
  transaction: NetworkTransaction,
  isOurs: (address: string) => boolean,
): TransactionTrading {
  if (!mayTouchMarkets(transaction)) return NOTHING;
  const changes = readEntryChanges(transaction.metaXdr);
  const trades = Map.groupBy(readTrades(transaction, changes), ({ id }) => id.slice(0, id.lastIndexOf("-")));
  const pools = new Map<string, LedgerPool>();
  const operations = readAskedTrades(transaction.envelopeXdr).map(({ source, asked }, index): OwnTrading => {
    const id = operationId(transaction.ledger, transaction.order, index + 1);
    const own = changes.operations[index] ?? [];
    for (const pool of own.flatMap(poolsOf)) pools.set(pool.poolId, pool);
    return {
      operationId: id,
      index,
      source,
      asked,
      offers: offerChanges(own).filter(({ seller }) => isOurs(seller)),
      shares: own.flatMap(sharesOf).filter(({ holder }) => isOurs(holder)),
      trades: (trades.get(id) ?? []).filter(({ taker, maker }) => isOurs(taker) || isOurs(sellerOf(maker))),
    };
  });
  const isOfOurs = ({ source, asked, offers, shares, trades: own }: OwnTrading) =>
    offers.length > 0 || shares.length > 0 || own.length > 0 || (asked !== null && isOurs(source));
  return { operations: operations.filter(isOfOurs), pools };
}

/** Whose (G...) offer it is; empty for a pool. */
export function sellerOf(maker: LedgerTrade["maker"]): string {
  return maker.kind === "offer" ? maker.seller : "";
}

/** What an account that took part gave and got. */
export function exchangedBy(trade: LedgerTrade, account: string): Exchanged {
  const { sold, soldAmount, bought, boughtAmount, maker } = trade;
  return sellerOf(maker) === account
    ? { given: sold, givenAmount: soldAmount, got: bought, gotAmount: boughtAmount }
    : { given: bought, givenAmount: boughtAmount, got: sold, gotAmount: soldAmount };
}

/** What became of each offer from the first to the last of the changes. */
function offerChanges(changes: readonly LedgerEntryChangeWire[]): OfferChange[] {
  const found = new Map<string, OfferChange>();
  for (const change of changes) {
    const seen = offerIn(change);
    if (!seen) continue;
    const former = found.get(seen.offerId);
    const before = former ? former.before : change.type === 3 ? seen.offer : null;
    // What is told for comparison alone leaves an offer as it was.
    const after = change.type === 3 ? (former ? former.after : seen.offer) : seen.offer;
    found.set(seen.offerId, { offerId: seen.offerId, seller: seen.seller, before, after });
  }
  return [...found.values()];
}

interface SeenOffer {
  readonly offerId: string;
  readonly seller: string;
  readonly offer: LedgerOffer | null;
}

function offerIn(change: LedgerEntryChangeWire): SeenOffer | null {
  if (change.type === 2) {
    if (change.removed.type !== 2) return null;
    const { sellerId, offerId } = change.removed.offer;
    return { offerId: String(offerId), seller: addressOf(sellerId), offer: null };
  }
  const { data, lastModifiedLedgerSeq } = entryOf(change);
  if (data.type !== 2) return null;
  const offer = readOffer(data.offer, lastModifiedLedgerSeq);
  return { offerId: offer.offerId, seller: offer.seller, offer };
}

function poolsOf(change: LedgerEntryChangeWire): LedgerPool[] {
  if (change.type === 2) return [];
  const { data, lastModifiedLedgerSeq } = entryOf(change);
  return data.type === 5 ? [readPool(data.liquidityPool, lastModifiedLedgerSeq)] : [];
}

function sharesOf(change: LedgerEntryChangeWire): SharesChange[] {
  if (change.type === 3) return [];
  if (change.type === 2) {
    if (change.removed.type !== 1 || change.removed.trustLine.asset.type !== 3) return [];
    const { accountId, asset } = change.removed.trustLine;
    return [{ holder: addressOf(accountId), poolId: hexOf(asset.liquidityPoolId), shares: null }];
  }
  const { data } = entryOf(change);
  if (data.type !== 1 || data.trustLine.asset.type !== 3) return [];
  const { accountId, asset, balance } = data.trustLine;
  return [{ holder: addressOf(accountId), poolId: hexOf(asset.liquidityPoolId), shares: balance }];
}

function entryOf(change: Exclude<LedgerEntryChangeWire, { readonly type: 2 }>) {
  switch (change.type) {
    case 0:
      return change.created;
    case 1:
      return change.updated;
    case 3:
      return change.state;
    case 4:
      return change.restored;
  }
}

function hexOf(id: Uint8Array): string {
  return Buffer.from(id).toString("hex");
}

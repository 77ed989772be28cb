import type { LedgerEntryChangeWire, LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { type AssetName, assetKey } from "./assets.ts";
import { readOffer, readPool } from "./market-entries.ts";
import { mayTouchMarkets, readTrades } from "./market-results.ts";
import type { LedgerOffer, LedgerPool, LedgerTrade, MarketChanges } from "./markets.ts";
import { readEntryChanges } from "./meta.ts";
import type { NetworkTransaction } from "./network.ts";

/** Is told of a transaction that cannot be read; what could be read of it counts. */
export type OnUnreadable = (transaction: NetworkTransaction, error: unknown) => void;

/**
 * What the transactions of one ledger, all of them and in their order, did to offers and pools, and what they traded. Anybody may
 * have sent one that cannot be read: the others are read all the same.
 */
export function readMarketChanges(
  transactions: readonly NetworkTransaction[],
  onUnreadable: OnUnreadable = refuse,
): MarketChanges {
  const offers = new Map<string, LedgerOffer | null>();
  const pools = new Map<string, LedgerPool | null>();
  const trades: LedgerTrade[] = [];
  for (const transaction of transactions) {
    try {
      if (!mayTouchMarkets(transaction)) continue;
      const changes = readEntryChanges(transaction.metaXdr);
      for (const part of [changes.before, ...changes.operations, changes.after])
        for (const change of part) noteChange(change, offers, pools);
      trades.push(...readTrades(transaction, changes));
    } catch (error) {
      onUnreadable(transaction, error);
    }
  }
  return {
    offers: [...offers.values()].filter((offer) => offer !== null),
    goneOffers: keysOfGone(offers),
    pools: [...pools.values()].filter((pool) => pool !== null),
    gonePools: keysOfGone(pools),
    trades,
  };
}

function refuse(_transaction: NetworkTransaction, error: unknown): never {
  throw error;
}

/**
 * What of it concerns the assets (by their keys) that are listed. Of what is gone, only what `isKept` knows by its id: that
 * also goes where an offer's owner has turned it to other assets.
 */
export function changesAmong(
  changes: MarketChanges,
  listed: ReadonlySet<string>,
  isKept: (id: string) => boolean,
): MarketChanges {
  const { offers, goneOffers, pools, gonePools, trades } = changes;
  const areListed = (left: AssetName, right: AssetName) => listed.has(assetKey(left)) && listed.has(assetKey(right));
  const isListed = ({ selling, buying }: LedgerOffer) => areListed(selling, buying);
  const left = offers.filter((offer) => !isListed(offer)).map(({ offerId }) => offerId);
  return {
    offers: offers.filter(isListed),
    goneOffers: [...goneOffers, ...left].filter(isKept),
    pools: pools.filter(({ assetA, assetB }) => areListed(assetA, assetB)),
    gonePools: gonePools.filter(isKept),
    trades: trades.filter(({ sold, bought }) => areListed(sold, bought)),
  };
}

export function isUnchanged({ offers, goneOffers, pools, gonePools, trades }: MarketChanges): boolean {
  return offers.length + goneOffers.length + pools.length + gonePools.length + trades.length === 0;
}

function noteChange(
  change: LedgerEntryChangeWire,
  offers: Map<string, LedgerOffer | null>,
  pools: Map<string, LedgerPool | null>,
): void {
  switch (change.type) {
    case 0:
      noteEntry(change.created, offers, pools);
      return;
    case 1:
      noteEntry(change.updated, offers, pools);
      return;
    case 4:
      noteEntry(change.restored, offers, pools);
      return;
    case 2: {
      const { removed } = change;
      if (removed.type === 2) offers.set(String(removed.offer.offerId), null);
      if (removed.type === 5) pools.set(Buffer.from(removed.liquidityPool.liquidityPoolId).toString("hex"), null);
      return;
    }
    case 3:
  }
}

function noteEntry(
  { data, lastModifiedLedgerSeq }: LedgerEntryWire,
  offers: Map<string, LedgerOffer | null>,
  pools: Map<string, LedgerPool | null>,
): void {
  if (data.type === 2) offers.set(String(data.offer.offerId), readOffer(data.offer, lastModifiedLedgerSeq));
  if (data.type !== 5) return;
  const pool = readPool(data.liquidityPool, lastModifiedLedgerSeq);
  pools.set(pool.poolId, pool);
}

function keysOfGone(states: ReadonlyMap<string, unknown>): string[] {
  return [...states].flatMap(([key, state]) => (state === null ? [key] : []));
}

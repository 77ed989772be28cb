import { type AssetName, assetKey, assetOfKey } from "#server/platform/network/assets.ts";
import {
  canonicalPair,
  type LedgerOffer,
  type LedgerPool,
  type LedgerTrade,
  type MarketChanges,
  type MarketPair,
  pairKey,
  type TradePrice,
} from "#server/platform/network/markets.ts";
import type { LedgerDocument, OfferDocument, PoolDocument, TradeDocument } from "./market-store.ts";

/** A ledger that changed something, in the order in which they are told. */
export interface MarketLedger {
  readonly generation: number;
  readonly sequence: number;
  readonly ledger: number;
  readonly closedAt: Date;
  readonly changes: MarketChanges;
}

const OPERATION_DIGITS = 19;
const PLACE_DIGITS = 6;

/** A trade's id as a text whose order is that of trades. */
export function tradeKey(id: string): string {
  const [operation = "", place = ""] = id.split("-");
  return `${operation.padStart(OPERATION_DIGITS, "0")}-${place.padStart(PLACE_DIGITS, "0")}`;
}

function tradeIdOf(key: string): string {
  const [operation = "", place = ""] = key.split("-");
  return `${BigInt(operation)}-${Number(place)}`;
}

export function pairOf(key: string): MarketPair {
  const [base = "", counter = ""] = key.split("/");
  return { base: assetOfKey(base), counter: assetOfKey(counter) };
}

/** The key of two assets' market, however they are ordered. */
export function marketKey(left: AssetName, right: AssetName): string {
  return pairKey(canonicalPair(left, right));
}

export function priceTextOf({ n, d }: TradePrice): string {
  return `${n}/${d}`;
}

export function storedPrice(text: string): TradePrice {
  const [n = "0", d = "1"] = text.split("/");
  return { n: BigInt(n), d: BigInt(d) };
}

export function storedOffer(offer: LedgerOffer): Omit<OfferDocument, "_id" | "generation"> {
  const { offerId, seller, selling, buying, amount, price, ledger } = offer;
  const { n, d } = price;
  return {
    offerId,
    seller,
    selling: assetKey(selling),
    buying: assetKey(buying),
    amount: String(amount),
    n,
    d,
    ledger,
  };
}

export function offerOf(stored: Omit<OfferDocument, "_id" | "generation">): LedgerOffer {
  const { offerId, seller, selling, buying, amount, n, d, ledger } = stored;
  return {
    offerId,
    seller,
    selling: assetOfKey(selling),
    buying: assetOfKey(buying),
    amount: BigInt(amount),
    price: { n, d },
    ledger,
  };
}

export function storedPool(pool: LedgerPool): Omit<PoolDocument, "_id" | "generation"> {
  const { poolId, assetA, assetB, reserveA, reserveB, totalShares, feeBasisPoints, holders, ledger } = pool;
  return {
    poolId,
    assetA: assetKey(assetA),
    assetB: assetKey(assetB),
    reserveA: String(reserveA),
    reserveB: String(reserveB),
    totalShares: String(totalShares),
    feeBasisPoints,
    holders,
    ledger,
  };
}

export function poolOf(stored: Omit<PoolDocument, "_id" | "generation">): LedgerPool {
  const { poolId, assetA, assetB, reserveA, reserveB, totalShares, feeBasisPoints, holders, ledger } = stored;
  return {
    poolId,
    assetA: assetOfKey(assetA),
    assetB: assetOfKey(assetB),
    reserveA: BigInt(reserveA),
    reserveB: BigInt(reserveB),
    totalShares: BigInt(totalShares),
    feeBasisPoints,
    holders,
    ledger,
  };
}

export function storedTrade(trade: LedgerTrade): TradeDocument {
  const { id, ledger, closedAt, sold, soldAmount, bought, boughtAmount, price, maker, taker } = trade;
  return {
    _id: tradeKey(id),
    pair: marketKey(sold, bought),
    at: closedAt,
    ledger,
    sold: assetKey(sold),
    soldAmount: String(soldAmount),
    bought: assetKey(bought),
    boughtAmount: String(boughtAmount),
    price: priceTextOf(price),
    maker: maker.kind === "offer" ? maker.offerId : maker.poolId,
    seller: maker.kind === "offer" ? maker.seller : "",
    taker,
  };
}

export function tradeOf(stored: TradeDocument): LedgerTrade {
  const { _id, at, ledger, sold, soldAmount, bought, boughtAmount, price, maker, seller, taker } = stored;
  return {
    id: tradeIdOf(_id),
    ledger,
    closedAt: at,
    sold: assetOfKey(sold),
    soldAmount: BigInt(soldAmount),
    bought: assetOfKey(bought),
    boughtAmount: BigInt(boughtAmount),
    price: storedPrice(price),
    maker: seller === "" ? { kind: "pool", poolId: maker } : { kind: "offer", offerId: maker, seller },
    taker,
  };
}

export function storedLedger(told: MarketLedger, writtenAt: Date): LedgerDocument {
  const { generation, sequence, ledger, closedAt, changes } = told;
  const { offers, goneOffers, pools, gonePools, trades } = changes;
  return {
    _id: `${generation} ${sequence}`,
    generation,
    sequence,
    ledger,
    closedAt,
    offers: offers.map(storedOffer),
    goneOffers,
    pools: pools.map(storedPool),
    gonePools,
    trades: trades.map(storedTrade),
    writtenAt,
  };
}

export function ledgerOf(stored: LedgerDocument): MarketLedger {
  const { generation, sequence, ledger, closedAt, offers, goneOffers, pools, gonePools, trades } = stored;
  return {
    generation,
    sequence,
    ledger,
    closedAt,
    changes: {
      offers: offers.map(offerOf),
      goneOffers,
      pools: pools.map(poolOf),
      gonePools,
      trades: trades.map(tradeOf),
    },
  };
}

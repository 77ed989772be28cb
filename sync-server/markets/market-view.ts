import {
  BOOK_LEVELS,
  type BookLevelRow,
  type MarketSnapshot,
  type MarketState,
  type MarketTrade,
  type PairQuery,
  type PoolState,
  SNAPSHOT_TRADES,
  type Ticker,
} from "#schemas/market-data.ts";
import { PRICE_PLACES, priceText } from "#schemas/values/price.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { assetKey, assetOfKey, type AssetName } from "#server/platform/network/assets.ts";
import {
  type BookLevel,
  canonicalPair,
  type LedgerPool,
  type LedgerTrade,
  type MarketPair,
  type OrderBook,
  type TradePrice,
} from "#server/platform/network/markets.ts";
import { seenFrom, turned } from "./candles.ts";
import type { DayFigures } from "./day-window.ts";
import type { MarketMemory } from "./market-memory.ts";
import { changeBetween } from "./price-change.ts";

/** As of which ledger something is told, and how that stands. */
export interface Place {
  readonly state: MarketState;
  readonly ledger: number;
  readonly closedAt: string | null;
}

export type BookRows = Pick<MarketSnapshot, "bids" | "asks">;

const SMALLEST_PRICE = `0.${"1".padStart(PRICE_PLACES, "0")}`;
const LARGEST_PRICE = "9".repeat(20);

export function pairAsked({ base, quote }: PairQuery): MarketPair {
  return { base: assetOfKey(base), counter: assetOfKey(quote) };
}

export function askedPair({ base, counter }: MarketPair): PairQuery {
  return { base: assetKey(base), quote: assetKey(counter) };
}

export function bookRows({ bids, asks }: OrderBook): BookRows {
  return { bids: bids.slice(0, BOOK_LEVELS).map(levelRow), asks: asks.slice(0, BOOK_LEVELS).map(levelRow) };
}

function levelRow({ price: { n, d }, amount }: BookLevel): BookLevelRow {
  return [n, d, formatAmount(amount)];
}

/** What no price can say is told as the least, or the most, that one can. */
export function shownPrice(price: TradePrice): string {
  const { n, d } = price;
  return priceText(n, d) ?? (n >= d && d >= 0n && n > 0n ? LARGEST_PRICE : SMALLEST_PRICE);
}

export function tradeRow(pair: MarketPair, trade: LedgerTrade): MarketTrade {
  const { side, price, baseAmount, counterAmount } = seenFrom(pair, trade);
  return {
    id: trade.id,
    ledger: trade.ledger,
    at: trade.closedAt.toISOString(),
    side,
    price: shownPrice(price),
    baseAmount: formatAmount(baseAmount),
    quoteAmount: formatAmount(counterAmount),
  };
}

export function poolState(pool: LedgerPool): PoolState {
  const { poolId, assetA, assetB, reserveA, reserveB, totalShares, feeBasisPoints, holders } = pool;
  return {
    poolId,
    assetA: nameOf(assetA),
    assetB: nameOf(assetB),
    reserveA: formatAmount(reserveA),
    reserveB: formatAmount(reserveB),
    totalShares: formatAmount(totalShares),
    feeBasisPoints,
    holders,
  };
}

export function nameOf({ assetCode, issuer }: AssetName): { assetCode: string; issuer: string } {
  return { assetCode, issuer };
}

/** A pair's last 24 hours, in the order in which it is asked for. */
export function tickerOf(memory: MarketMemory, asked: MarketPair): Ticker {
  const pair = canonicalPair(asked.base, asked.counter);
  const isTurned = assetKey(pair.base) !== assetKey(asked.base);
  const day = memory.day(pair);
  return tickerRow(asked, isTurned ? turnedDay(day) : day, memory.index.orderBook(asked, 1));
}

export function tickerRow(asked: MarketPair, day: DayFigures, { bids, asks }: OrderBook): Ticker {
  const { last, open, high, low, baseVolume, counterVolume, trades } = day;
  return {
    ...askedPair(asked),
    last: last && shownPrice(last),
    bid: best(bids),
    ask: best(asks),
    high: high && shownPrice(high),
    low: low && shownPrice(low),
    change: changeBetween(open, last),
    baseVolume: formatAmount(baseVolume),
    quoteVolume: formatAmount(counterVolume),
    trades,
  };
}

function best([level]: readonly BookLevel[]): string | null {
  return level ? shownPrice({ n: BigInt(level.price.n), d: BigInt(level.price.d) }) : null;
}

function turnedDay(day: DayFigures): DayFigures {
  const { last, open, high, low, baseVolume, counterVolume, trades } = day;
  return {
    last: last && turned(last),
    open: open && turned(open),
    high: low && turned(low),
    low: high && turned(high),
    baseVolume: counterVolume,
    counterVolume: baseVolume,
    trades,
  };
}

/** Everything that is told of a pair, save where it stands. */
export function pairContents(memory: MarketMemory, asked: MarketPair) {
  const pool = memory.index.pool(asked);
  return {
    ...bookRows(memory.index.orderBook(asked, BOOK_LEVELS)),
    trades: memory
      .tape(asked)
      .slice(0, SNAPSHOT_TRADES)
      .map((trade) => tradeRow(asked, trade)),
    pool: pool && poolState(pool),
    ticker: tickerOf(memory, asked),
  };
}
export type PairContents = ReturnType<typeof pairContents>;

/** Of a pair of which nothing is known. */
export function noContents(asked: MarketPair): PairContents {
  const day = { last: null, open: null, high: null, low: null, baseVolume: 0n, counterVolume: 0n, trades: 0 };
  const ticker = tickerRow(asked, day, { bids: [], asks: [] });
  return { bids: [], asks: [], trades: [], pool: null, ticker };
}

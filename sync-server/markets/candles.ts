import type { CandleSize } from "#schemas/market-data.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import {
  CANDLE_MS,
  type LedgerTrade,
  type MarketPair,
  type PricedCandle,
  type TradePrice,
} from "#server/platform/network/markets.ts";
import type { CandleDocument } from "./market-store.ts";
import { priceTextOf, storedPrice } from "./stored-changes.ts";

/** From the smallest to the largest, each a multiple of the one before. */
export const CANDLE_SIZES = ["1m", "5m", "15m", "1h", "1d", "1w"] as const satisfies readonly CandleSize[];

const DAY_MS = CANDLE_MS["1d"];
/** How long candles are kept; larger ones for good. */
const KEPT_MS: Readonly<Partial<Record<CandleSize, number>>> = {
  "1m": 30 * DAY_MS,
  "5m": 120 * DAY_MS,
  "15m": 120 * DAY_MS,
};

/** A trade as seen from one asset of its pair. */
export interface SeenTrade {
  /** The taker's. */
  readonly side: "buy" | "sell";
  /** Units of the other asset for one of this. */
  readonly price: TradePrice;
  readonly baseAmount: bigint;
  readonly counterAmount: bigint;
}

/** A candle and the pair, or the pool, that it is of. */
export interface KeptCandle {
  readonly pair: string;
  readonly size: CandleSize;
  readonly candle: PricedCandle;
}

export function poolKey(poolId: string): string {
  return `pool:${poolId}`;
}

export function startOf(size: CandleSize, atMs: number): number {
  return Math.floor(atMs / CANDLE_MS[size]) * CANDLE_MS[size];
}

/** A trade as seen from the base asset of a pair. */
export function seenFrom({ base }: MarketPair, trade: LedgerTrade): SeenTrade {
  const { sold, soldAmount, boughtAmount, price } = trade;
  return assetKey(sold) === assetKey(base)
    ? { side: "buy", price, baseAmount: soldAmount, counterAmount: boughtAmount }
    : { side: "sell", price: turned(price), baseAmount: boughtAmount, counterAmount: soldAmount };
}

export function turned({ n, d }: TradePrice): TradePrice {
  return { n: d, d: n };
}

export function turnedCandle(candle: PricedCandle): PricedCandle {
  const { startMs, trades, baseVolume, counterVolume, open, high, low, close } = candle;
  return {
    startMs,
    trades,
    baseVolume: counterVolume,
    counterVolume: baseVolume,
    open: turned(open),
    high: turned(low),
    low: turned(high),
    close: turned(close),
  };
}

/** A candle with one more trade, which is its last; null before the first. */
export function withTrade(candle: PricedCandle | null, startMs: number, trade: SeenTrade): PricedCandle {
  const { price, baseAmount, counterAmount } = trade;
  return withCandle(candle, {
    startMs,
    trades: 1,
    baseVolume: baseAmount,
    counterVolume: counterAmount,
    open: price,
    high: price,
    low: price,
    close: price,
  });
}

/** A candle with what was traded right after it; it keeps its own beginning. */
export function withCandle(candle: PricedCandle | null, next: PricedCandle): PricedCandle {
  if (!candle) return next;
  return {
    startMs: candle.startMs,
    trades: candle.trades + next.trades,
    baseVolume: candle.baseVolume + next.baseVolume,
    counterVolume: candle.counterVolume + next.counterVolume,
    open: candle.open,
    high: isAbove(next.high, candle.high) ? next.high : candle.high,
    low: isAbove(candle.low, next.low) ? next.low : candle.low,
    close: next.close,
  };
}

export function isAbove(left: TradePrice, right: TradePrice): boolean {
  return left.n * right.d > right.n * left.d;
}

export function candleKey(pair: string, size: CandleSize, startMs: number): string {
  return `${pair} ${size} ${startMs}`;
}

export function storedCandle({ pair, size, candle }: KeptCandle): CandleDocument {
  const { startMs, trades, baseVolume, counterVolume, open, high, low, close } = candle;
  const kept = KEPT_MS[size];
  return {
    _id: candleKey(pair, size, startMs),
    pair,
    size,
    at: new Date(startMs),
    open: priceTextOf(open),
    high: priceTextOf(high),
    low: priceTextOf(low),
    close: priceTextOf(close),
    baseVolume: String(baseVolume),
    counterVolume: String(counterVolume),
    trades,
    ...(kept !== undefined && { expiresAt: new Date(startMs + kept) }),
  };
}

export function candleOf(stored: CandleDocument): PricedCandle {
  const { at, open, high, low, close, baseVolume, counterVolume, trades } = stored;
  return {
    startMs: at.getTime(),
    trades,
    baseVolume: BigInt(baseVolume),
    counterVolume: BigInt(counterVolume),
    open: storedPrice(open),
    high: storedPrice(high),
    low: storedPrice(low),
    close: storedPrice(close),
  };
}

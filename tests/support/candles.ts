import type { CandleSize } from "#schemas/market-data.ts";
import type { Database } from "#server/platform/db/database.ts";
import { storedCandle, turnedCandle } from "#server/markets/candles.ts";
import { candleCollection } from "#server/markets/market-store.ts";
import { assetKey, assetOfKey } from "#server/platform/network/assets.ts";
import { canonicalPair, CANDLE_MS, pairKey, type PricedCandle } from "#server/platform/network/markets.ts";

const VOLUME = 10n ** 13n;
const SCALE = 1e12;

/** A candle as a test wants it: its close, and the rest as near as it may be unless told. */
export interface WantedCandle {
  readonly at: number;
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly close: number;
}

/** Stores candles of a pair as if they had been traded; those of the same time are theirs from then on. */
export async function plantCandles(
  database: Database,
  { base, quote, size }: { readonly base: string; readonly quote: string; readonly size: CandleSize },
  wanted: readonly WantedCandle[],
): Promise<void> {
  const pair = { base: assetOfKey(base), counter: assetOfKey(quote) };
  const seen = canonicalPair(pair.base, pair.counter);
  const isTurned = assetKey(seen.base) !== base;
  await candleCollection(database).bulkWrite(
    wanted.map((each) => {
      const candle = candleOf(each);
      const { _id, ...replacement } = storedCandle({
        pair: pairKey(seen),
        size,
        candle: isTurned ? turnedCandle(candle) : candle,
      });
      return { replaceOne: { filter: { _id }, replacement, upsert: true } };
    }),
  );
}

function candleOf({ at, close, open = close, high, low }: WantedCandle): PricedCandle {
  const price = (value: number) => ({ n: BigInt(Math.round(value * SCALE)), d: BigInt(SCALE) });
  return {
    startMs: at,
    trades: 1,
    baseVolume: VOLUME,
    counterVolume: VOLUME,
    open: price(open),
    high: price(high ?? Math.max(open, close)),
    low: price(low ?? Math.min(open, close)),
    close: price(close),
  };
}

/** The beginning of the last candle that has closed by a time, in ms. */
export function lastClosed(size: CandleSize, now: number): number {
  const ms = CANDLE_MS[size];
  return Math.floor(now / ms) * ms - ms;
}

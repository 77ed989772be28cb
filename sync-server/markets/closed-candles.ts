import type { CandleSize } from "#schemas/market-data.ts";
import type { Database } from "#server/platform/db/database.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import {
  canonicalPair,
  CANDLE_MS,
  type MarketPair,
  pairKey,
  type PricedCandle,
} from "#server/platform/network/markets.ts";
import { candleOf, startOf, turnedCandle } from "./candles.ts";
import { candleCollection } from "./market-store.ts";

/** Which candles: those that begin after `after` and had closed by `until`; of many the earliest, or with `isLatest` the latest. Ms since the epoch. */
export interface CandleSpan {
  readonly size: CandleSize;
  readonly after: number;
  readonly until: number;
  readonly most: number;
  readonly isLatest?: boolean;
}

/** Stored candles of a pair that nothing is added to any more, as seen from its base asset, in their order; none where nothing was traded. */
export async function closedCandles(
  database: Database,
  pair: MarketPair,
  { size, after, until, most, isLatest = false }: CandleSpan,
): Promise<readonly PricedCandle[]> {
  const seen = canonicalPair(pair.base, pair.counter);
  const isTurned = assetKey(seen.base) !== assetKey(pair.base);
  const at = { $gt: new Date(after), $lt: new Date(startOf(size, until)) };
  const found = await candleCollection(database)
    .find({ pair: pairKey(seen), size, at }, { sort: { at: isLatest ? -1 : 1 }, limit: most })
    .toArray();
  const candles = (isLatest ? found.toReversed() : found).map(candleOf);
  return isTurned ? candles.map(turnedCandle) : candles;
}

/** How long a candle is, in ms. */
export function lengthOf(size: CandleSize): number {
  return CANDLE_MS[size];
}

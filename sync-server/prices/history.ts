import { type PricePoint, type PriceRange } from "#schemas/markets.ts";
import { priceText, readPrice } from "#schemas/values/price.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type Candle, CANDLE_MS } from "#server/platform/network/markets.ts";
import { type Fraction, inverse, times } from "./price-rule.ts";
import { type PointDocument, pointCollection, type PointSize } from "./store.ts";

const HOUR_MS = CANDLE_MS["1h"];
const DAY_MS = CANDLE_MS["1d"];
/** How long points are kept; those of days for good. */
const KEPT_MS: Readonly<Record<PointSize, number | null>> = { "15m": 3 * DAY_MS, "1h": 40 * DAY_MS, "1d": null };
const RANGES: Readonly<Record<PriceRange, { readonly size: PointSize; readonly days: number }>> = {
  "1d": { size: "15m", days: 1 },
  "7d": { size: "1h", days: 7 },
  "30d": { size: "1h", days: 30 },
  "1y": { size: "1d", days: 365 },
  all: { size: "1d", days: 20_000 },
};
/** No screen shows more. */
const MOST_POINTS = 400;
const WRITES_AT_ONCE = 500;

/** Of two prices of XLM the earlier one counts for so many stretches, where none was traded in between. */
const STRETCHES_BACK = 8;

export interface PricedCandle {
  readonly startMs: number;
  readonly price: Fraction;
}

/** What was paid on average in each candle in which at least `minCounter` stroops changed hands: a few stroops make any price. */
export function pricesOf(candles: readonly Candle[], minCounter: bigint): PricedCandle[] {
  return candles.flatMap(({ startMs, baseVolume, counterVolume }) =>
    baseVolume > 0n && counterVolume >= minCounter && counterVolume > 0n
      ? [{ startMs, price: { n: counterVolume, d: baseVolume } }]
      : [],
  );
}

/** What XLM cost in USD at a time, of points in order; null where the last one before is too long ago. */
export function dollarsAt(points: readonly PricedCandle[], atMs: number, size: PointSize): Fraction | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if ((points[half]?.startMs ?? 0) <= atMs) low = half + 1;
    else high = half;
  }
  const found = points[low - 1];
  return found && found.startMs >= atMs - STRETCHES_BACK * CANDLE_MS[size] ? found.price : null;
}

/** A point of an asset, from what it cost in XLM or in USD and what XLM cost in USD. */
export function pointFor(
  asset: string,
  size: PointSize,
  { startMs, price }: PricedCandle,
  quote: "xlm" | "usd",
  xlmInUsd: Fraction | null,
): PointDocument | null {
  const xlm = quote === "xlm" ? price : xlmInUsd && times(price, inverse(xlmInUsd));
  const usd = quote === "usd" ? price : xlmInUsd && times(price, xlmInUsd);
  const texts = { usd: usd && priceText(usd.n, usd.d), xlm: xlm && priceText(xlm.n, xlm.d) };
  if (texts.usd === null && texts.xlm === null) return null;
  const kept = KEPT_MS[size];
  return {
    _id: `${asset} ${size} ${startMs}`,
    asset,
    size,
    at: new Date(startMs),
    ...texts,
    ...(kept !== null && { expiresAt: new Date(startMs + kept) }),
  };
}

/** Writes points in transactions of the database that is given; one that is there already is written anew. */
export async function putPoints(database: Database, points: readonly PointDocument[]): Promise<void> {
  for (let start = 0; start < points.length; start += WRITES_AT_ONCE) {
    const part = points.slice(start, start + WRITES_AT_ONCE);
    const writes = part.map(({ _id, ...fields }) => ({
      updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
    }));
    await database.transaction((session) => pointCollection(database).bulkWrite(writes, { session }));
  }
}

/** What XLM cost in USD since a time, the oldest first. */
export async function xlmInUsd(database: Database, size: PointSize, sinceMs: number): Promise<PricedCandle[]> {
  const rows = await pointsSince(database, "XLM", size, sinceMs - STRETCHES_BACK * CANDLE_MS[size]);
  return rows.flatMap(({ at, usd }) => {
    const price = usd === null ? null : readPrice(usd);
    return price ? [{ startMs: at.getTime(), price }] : [];
  });
}

/** The price in USD that a point told about 24 hours before `now`: none if that point is more than six hours older. */
export async function usdDayBefore(database: Database, asset: string, nowMs: number): Promise<Fraction | null> {
  const [point] = await pointCollection(database)
    .find(
      { asset, size: "15m", at: { $lte: new Date(nowMs - DAY_MS), $gte: new Date(nowMs - DAY_MS - 6 * HOUR_MS) } },
      { sort: { at: -1 }, limit: 1 },
    )
    .toArray();
  return point && point.usd !== null ? readPrice(point.usd) : null;
}

/** What an asset was worth over a range, the oldest first, at most 400 points. */
export async function readHistory(
  database: Database,
  asset: string,
  range: PriceRange,
  nowMs: number,
): Promise<PricePoint[]> {
  const { size, days } = RANGES[range];
  const rows = await pointsSince(database, asset, size, Math.max(0, nowMs - days * DAY_MS));
  return thinned(rows).map(({ at, usd, xlm }) => ({ at: at.toISOString(), usd, xlm }));
}

function pointsSince(database: Database, asset: string, size: PointSize, sinceMs: number): Promise<PointDocument[]> {
  const since = { $gte: new Date(Math.max(0, sinceMs)) };
  return pointCollection(database)
    .find({ asset, size, at: since }, { sort: { at: 1 } })
    .toArray();
}

/** The last of every few, so that not too many are left. */
function thinned<T>(points: readonly T[]): readonly T[] {
  const step = Math.ceil(points.length / MOST_POINTS);
  return step <= 1 ? points : points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

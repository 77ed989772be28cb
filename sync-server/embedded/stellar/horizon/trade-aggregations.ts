import { mulDiv } from "#schemas/money.ts";
import type { HorizonContext } from "./context.ts";
import { priceText } from "./price-text.ts";
import type { PageQuery } from "./paging.ts";
import { badRequest } from "./problem.ts";
import { formatAmount } from "./text.ts";
import { pairIn, tradeRow, turned } from "./trades.ts";
import type { StoredTrade } from "./trades.ts";

const HOUR_MS = 3_600_000;
const RESOLUTIONS_MS = [60_000, 300_000, 900_000, HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS];
const PRICE_PLACES = 10_000_000n;

/** Candles of a pair: open, high, low, close and volume per stretch of time, without the empty ones. */
export function tradeAggregations(page: PageQuery, query: URLSearchParams, context: HorizonContext): object[] {
  const pair = pairIn(query);
  if (!pair) throw badRequest("base_asset_type", "Missing required field");
  const resolution = wholeNumber("resolution", query, 0);
  if (!RESOLUTIONS_MS.includes(resolution)) {
    throw badRequest(
      "resolution",
      "illegal or missing resolution. allowed resolutions are: 1 minute (60000), 5 minutes (300000), 15 minutes (900000), 1 hour (3600000), 1 day (86400000) and 1 week (604800000)",
    );
  }
  const offset = wholeNumber("offset", query, 0);
  if (offset % HOUR_MS !== 0 || offset >= 24 * HOUR_MS || offset > resolution) {
    throw badRequest(
      "offset",
      "illegal or missing offset. offset must be a multiple of an hour, less than or equal to the resolution, and less than 24 hours",
    );
  }
  const startMs = aligned(wholeNumber("start_time", query, 0), resolution, offset, "up");
  const endTime = wholeNumber("end_time", query, 0);
  const endMs = endTime === 0 ? Number.MAX_SAFE_INTEGER : aligned(endTime, resolution, offset, "down");
  const rows = context.network.chain.store
    .sql(
      `SELECT * FROM trades WHERE base_asset = ? AND counter_asset = ? AND closed_at >= ? AND closed_at < ? AND ledger <= ?
       ORDER BY ledger, ord, op, number`,
    )
    .iterate(pair.base, pair.counter, startMs / 1000, Math.min(endMs / 1000, 253_402_300_800), context.latest().seq);
  const buckets = new Map<number, StoredTrade[]>();
  for (const row of rows) {
    const trade = pair.isTurned ? turned(tradeRow(row)) : tradeRow(row);
    const start = aligned(trade.closedAt * 1000, resolution, offset, "down");
    const bucket = buckets.get(start);
    if (bucket) bucket.push(trade);
    else buckets.set(start, [trade]);
  }
  const sign = page.order === "asc" ? 1 : -1;
  return [...buckets]
    .toSorted(([left], [right]) => sign * (left - right))
    .slice(0, page.limit)
    .map(([start, trades]) => candle(start, trades));
}

function candle(startMs: number, trades: readonly StoredTrade[]): object {
  const prices = trades.map((trade) => trade.price);
  const [open] = prices;
  const close = prices.at(-1);
  if (!open || !close) throw new Error("a candle needs a trade");
  const high = prices.reduce((best, price) => (price.n * best.d > best.n * price.d ? price : best));
  const low = prices.reduce((best, price) => (price.n * best.d < best.n * price.d ? price : best));
  const baseVolume = trades.reduce((sum, trade) => sum + trade.base.amount, 0n);
  const counterVolume = trades.reduce((sum, trade) => sum + trade.counter.amount, 0n);
  const average =
    baseVolume > 0n ? formatAmount(mulDiv(counterVolume, PRICE_PLACES, baseVolume, "half-up")) : "0.0000000";
  return {
    timestamp: String(startMs),
    trade_count: String(trades.length),
    base_volume: formatAmount(baseVolume),
    counter_volume: formatAmount(counterVolume),
    avg: average,
    ...priced("high", high),
    ...priced("low", low),
    ...priced("open", open),
    ...priced("close", close),
  };
}

function priced(name: string, price: StoredTrade["price"]): object {
  return { [name]: priceText(price), [`${name}_r`]: { n: String(price.n), d: String(price.d) } };
}

function aligned(timeMs: number, resolution: number, offset: number, direction: "up" | "down"): number {
  const steps = (timeMs - offset) / resolution;
  return (direction === "up" ? Math.ceil(steps) : Math.floor(steps)) * resolution + offset;
}

function wholeNumber(name: string, query: URLSearchParams, fallback: number): number {
  const text = query.get(name);
  if (text === null || text === "") return fallback;
  if (!/^\d{1,15}$/.test(text)) throw badRequest(name, `${name} must be a whole number`);
  return Number(text);
}

import * as v from "valibot";
import type { StellarConfig } from "#server/config.ts";
import { type HorizonGet, openHorizonNodes } from "./horizon-nodes.ts";
import { assetQuery, Count, Int32, pageOf, TradePriceRecord, Volume } from "./horizon-records.ts";
import {
  type BookLevel,
  CANDLE_MS,
  type CandleQuery,
  type MarketPair,
  type PricedCandle,
  type PricedMarketSource,
} from "./markets.ts";
import type { StellarNetwork } from "./network.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const LEVELS = 200;
const CANDLES_PER_PAGE = 200;
/** Ten years of days, or three days of minutes, the newest: no answer is read for ever. */
const MOST_PAGES = 20;

const Level = v.pipe(
  v.object({
    price_r: v.object({ n: Int32, d: Int32 }),
    amount: Volume,
  }),
  v.transform(({ price_r: price, amount }): BookLevel => ({ price, amount })),
);
const Book = v.object({ bids: v.array(Level), asks: v.array(Level) });
const CandleRecord = v.pipe(
  v.object({
    timestamp: Count,
    trade_count: Count,
    base_volume: Volume,
    counter_volume: Volume,
    open_r: TradePriceRecord,
    high_r: TradePriceRecord,
    low_r: TradePriceRecord,
    close_r: TradePriceRecord,
  }),
  v.transform((record): PricedCandle => ({
    startMs: record.timestamp,
    trades: record.trade_count,
    baseVolume: record.base_volume,
    counterVolume: record.counter_volume,
    open: record.open_r,
    high: record.high_r,
    low: record.low_r,
    close: record.close_r,
  })),
);
const Candles = pageOf(CandleRecord);

/** Reads markets from the Horizon servers of the configuration. */
export function openHorizonMarkets(
  config: StellarConfig,
  network: Pick<StellarNetwork, "head">,
  timeoutMs = REQUEST_TIMEOUT_MS,
): PricedMarketSource {
  const nodes = openHorizonNodes(config, network, timeoutMs);
  return {
    head: nodes.head,
    orderBook: async ({ base, counter }) => {
      const pair = { ...assetQuery("selling", base), ...assetQuery("buying", counter) };
      const path = `/order_book?${new URLSearchParams({ ...pair, limit: String(LEVELS) }).toString()}`;
      return (await nodes.ask((get) => get(path, Book)))?.body ?? { bids: [], asks: [] };
    },
    candles: (pair, query) => nodes.ask((get) => readCandles(get, pair, query)),
  };
}

async function readCandles(
  get: HorizonGet,
  { base, counter }: MarketPair,
  { size, fromMs, toMs }: CandleQuery,
): Promise<readonly PricedCandle[]> {
  const found: PricedCandle[] = [];
  const resolution = CANDLE_MS[size];
  const pair = { ...assetQuery("base", base), ...assetQuery("counter", counter), resolution: String(resolution) };
  // Zero would mean "no bound" to Horizon.
  const from = Math.max(resolution, Math.floor(fromMs / resolution) * resolution);
  let to = Math.ceil(toMs / resolution) * resolution;
  for (let page = 0; page < MOST_PAGES && from < to; page += 1) {
    const span = { start_time: String(from), end_time: String(to) };
    const query = new URLSearchParams({ ...pair, ...span, limit: String(CANDLES_PER_PAGE), order: "desc" });
    const records = (await get(`/trade_aggregations?${query.toString()}`, Candles))?.body ?? [];
    found.push(...records);
    const last = records.at(-1);
    if (!last || records.length < CANDLES_PER_PAGE) break;
    to = last.startMs;
  }
  return found.toReversed();
}

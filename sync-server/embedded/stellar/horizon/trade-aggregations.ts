import { mulDiv } from "#schemas/values/money.ts";
import type { Request } from "#server/embedded/stellar/http.ts";
import type { Store } from "#server/embedded/stellar/store.ts";
import type { HorizonContext } from "./context.ts";
import { readPageQuery } from "./paging.ts";
import type { PageQuery } from "./paging.ts";
import { priceText } from "./price-text.ts";
import { badRequest, notFound } from "./problem.ts";
import { formatAmount } from "./text.ts";
import { hasTraded, pairIn, tradeRow, turned } from "./trades.ts";
import type { Pair, StoredTrade } from "./trades.ts";

const HOUR_MS = 3_600_000;
const RESOLUTIONS_MS = [60_000, 300_000, 900_000, HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS];
/** The end of the year 9999, in seconds. */
const LAST_SECOND = 253_402_300_800;
const PRICE_PLACES = 10_000_000n;

/** Candles of a pair, with links to those before or after them. */
export function tradeAggregations(request: Request, { view }: HorizonContext): object {
  const { query } = request;
  const page = readPageQuery(query, view.last.seq);
  const question = readQuestion(query);
  requireTraded("base_asset", question.base, view.store);
  requireTraded("counter_asset", question.counter, view.store);
  const records = candles(page, question, view.store);
  const self = { href: `${request.origin}${request.path}?${query.toString()}` };
  return { _links: { self, next: nextPage(request, page, question, records), prev: NO_LINK }, _embedded: { records } };
}

interface Question {
  readonly pair: Pair;
  readonly base: string;
  readonly counter: string;
  readonly resolution: number;
  readonly offset: number;
  /** Milliseconds; 0 where no end was asked for. */
  readonly start: number;
  readonly end: number;
}

interface Candle extends Readonly<Record<string, unknown>> {
  readonly timestamp: string;
}

const NO_LINK = { href: "" };

/** Open, high, low, close and volume per stretch of time, without the empty ones. */
function candles(page: PageQuery, { pair, resolution, offset, start, end }: Question, store: Store): Candle[] {
  const direction = page.order === "asc" ? "ASC" : "DESC";
  const rows = store
    .sql(
      `SELECT * FROM trades WHERE base_asset = ? AND counter_asset = ? AND closed_at >= ? AND closed_at < ?
       ORDER BY ledger ${direction}, ord ${direction}, op ${direction}, number ${direction}`,
    )
    .iterate(pair.base, pair.counter, start / 1000, end === 0 ? LAST_SECOND : end / 1000);
  const buckets: { readonly start: number; readonly trades: StoredTrade[] }[] = [];
  for (const row of rows) {
    const trade = pair.isTurned ? turned(tradeRow(row)) : tradeRow(row);
    const bucketStart = Math.floor((trade.closedAt * 1000 - offset) / resolution) * resolution + offset;
    const bucket = buckets.at(-1);
    if (bucket?.start === bucketStart) bucket.trades.push(trade);
    else if (buckets.length === page.limit) break;
    else buckets.push({ start: bucketStart, trades: [trade] });
  }
  return buckets.map(({ start: time, trades }) => candle(time, page.order === "asc" ? trades : trades.toReversed()));
}

function readQuestion(query: URLSearchParams): Question {
  const pair = pairIn(query);
  if (!pair) throw badRequest("base_asset_type", "Missing required field");
  const [base, counter] = pair.isTurned ? [pair.counter, pair.base] : [pair.base, pair.counter];
  const resolution = wholeNumber("resolution", query);
  if (!RESOLUTIONS_MS.includes(resolution)) {
    throw badRequest(
      "resolution",
      "illegal or missing resolution. allowed resolutions are: 1 minute (60000), 5 minutes (300000), 15 minutes (900000), 1 hour (3600000), 1 day (86400000) and 1 week (604800000)",
    );
  }
  const offset = wholeNumber("offset", query);
  if (offset % HOUR_MS !== 0 || offset >= 24 * HOUR_MS || offset > resolution) {
    throw badRequest(
      "offset",
      "illegal or missing offset. offset must be a multiple of an hour, less than or equal to the resolution, and less than 24 hours",
    );
  }
  const stepped = (time: number, round: (steps: number) => number) =>
    round((time - offset) / resolution) * resolution + offset;
  const givenStart = wholeNumber("start_time", query);
  const start = givenStart === 0 ? 0 : givenStart < offset ? offset : stepped(givenStart, Math.ceil);
  const givenEnd = wholeNumber("end_time", query);
  const end = givenEnd === 0 ? 0 : stepped(givenEnd, Math.floor);
  if (givenEnd !== 0 && (givenEnd < offset || end < start)) {
    throw badRequest(
      "end_time",
      "illegal end time. adjusted end time must be greater than the offset and greater than the provided start time",
    );
  }
  return { pair, base, counter, resolution, offset, start, end };
}

function requireTraded(field: string, asset: string, store: Store): void {
  if (!hasTraded(asset, store)) throw notFound({ invalid_field: field, reason: "not found" });
}

function nextPage(request: Request, page: PageQuery, { resolution }: Question, records: readonly Candle[]): object {
  const query = new URLSearchParams(request.query);
  const last = records.at(-1);
  if (last) {
    const time = Number(last.timestamp);
    const [name, next] = page.order === "asc" ? ["start_time", time + resolution] : ["end_time", time];
    query.set(name, String(next));
  }
  query.sort();
  return { href: `${request.origin}${request.path}?${query.toString()}` };
}

function candle(startMs: number, trades: readonly StoredTrade[]): Candle {
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

function wholeNumber(name: string, query: URLSearchParams): number {
  const text = query.get(name) || "0";
  if (!/^\d{1,15}$/.test(text)) throw badRequest(name, `${name} must be a whole number`);
  return Number(text);
}

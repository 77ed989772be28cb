import type { CandleSize } from "#schemas/market-data.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  CANDLE_MS,
  type LedgerTrade,
  type CandleQuery,
  type MarketPair,
  pairKey,
  type PricedCandle,
} from "#server/platform/network/markets.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";
import {
  CANDLE_SIZES,
  type KeptCandle,
  poolKey,
  seenFrom,
  startOf,
  storedCandle,
  withCandle,
  withTrade,
} from "./candles.ts";
import { candleCollection, tradeCollection } from "./market-store.ts";
import { storedTrade } from "./stored-changes.ts";

const DAY_MS = CANDLE_MS["1d"];
/** How far back candles are asked for: what screens show at first, and for good where that costs little. */
const BACK_MS: Readonly<Record<CandleSize, number>> = {
  "1m": 2 * DAY_MS,
  "5m": 7 * DAY_MS,
  "15m": 30 * DAY_MS,
  "1h": 120 * DAY_MS,
  "1d": 3650 * DAY_MS,
  "1w": 3650 * DAY_MS,
};
/** What pools did is told of so many days. */
const TRADES_BACK_MS = 7 * DAY_MS;
const MOST_TRADES = 4000;
/** Where trades were missed for longer, so many are filled. */
const MOST_MISSED_TRADES = 100_000;
/** Candles that a source tells at once. */
const CANDLES_AT_ONCE = 4000;
const TRADES_PER_PAGE = 200;

type TradeSource = Pick<SnapshotReader, "trades" | "candles">;

/** What was traded in a pair up to a ledger. */
export interface History {
  /** The oldest first. */
  readonly trades: readonly LedgerTrade[];
  /** Since when the trades are complete (ms). */
  readonly tradesSinceMs: number;
  /** From when on the candles of each size are told (ms). */
  readonly candlesSinceMs: Readonly<Record<CandleSize, number>>;
  readonly candles: readonly KeptCandle[];
}

/**
 * Reads what was traded in a pair (as it is kept) up to `head` and no further. Horizon's candles may know of later ledgers:
 * they are used only for stretches that were over by then; the one that was not is put together from smaller ones, and the
 * last minute from its trades. It goes back as far as screens show at first, and to `filledFromMs` where that is longer ago.
 */
export async function readHistoryOf(
  source: TradeSource,
  pair: MarketPair,
  head: LedgerHead,
  filledFromMs: number,
): Promise<History> {
  const toMs = head.closedAt.getTime();
  const { trades, sinceMs } = await readTrades(source, pair, head, filledFromMs);
  const key = pairKey(pair);
  const candles: KeptCandle[] = [];
  let smaller: readonly PricedCandle[] = [];
  for (const size of CANDLE_SIZES) {
    const startMs = startOf(size, toMs);
    const fromMs = candlesSince(size, toMs, filledFromMs);
    // Candles are of trades: where nothing was ever traded, there are none to ask for.
    const over =
      sinceMs === 0 && trades.length === 0 ? [] : await readCandles(source, pair, { size, fromMs, toMs: startMs });
    const open =
      size === "1m"
        ? minuteOf(pair, trades, startMs)
        : joined(
            smaller.filter((each) => each.startMs >= startMs),
            startMs,
          );
    smaller = open ? [...over, open] : over;
    candles.push(...smaller.map((candle) => ({ pair: key, size, candle })));
  }
  const since = (size: CandleSize) => candlesSince(size, toMs, filledFromMs);
  const candlesSinceMs = {
    "1m": since("1m"),
    "5m": since("5m"),
    "15m": since("15m"),
    "1h": since("1h"),
    "1d": since("1d"),
    "1w": since("1w"),
  };
  return { trades, tradesSinceMs: sinceMs, candlesSinceMs, candles };
}

function candlesSince(size: CandleSize, toMs: number, filledFromMs: number): number {
  return Math.min(startOf(size, toMs) - BACK_MS[size], startOf(size, Math.min(toMs, filledFromMs)));
}

/** No more at once than a source tells: it would leave out the oldest. */
async function readCandles(source: TradeSource, pair: MarketPair, query: CandleQuery): Promise<PricedCandle[]> {
  const { size, fromMs, toMs } = query;
  const found: PricedCandle[] = [];
  for (let start = fromMs; start < toMs; start += CANDLES_AT_ONCE * CANDLE_MS[size]) {
    const end = Math.min(toMs, start + CANDLES_AT_ONCE * CANDLE_MS[size]);
    found.push(...(await source.candles(pair, { size, fromMs: start, toMs: end })));
  }
  return found;
}

async function readTrades(
  source: TradeSource,
  pair: MarketPair,
  { sequence, closedAt }: LedgerHead,
  filledFromMs: number,
): Promise<{ readonly trades: LedgerTrade[]; readonly sinceMs: number }> {
  const minuteMs = startOf("1m", closedAt.getTime());
  const oldestMs = closedAt.getTime() - TRADES_BACK_MS;
  const found: LedgerTrade[] = [];
  let before: string | null = null;
  for (;;) {
    const page: readonly LedgerTrade[] = await source.trades(pair, before, TRADES_PER_PAGE);
    found.push(...page.filter(({ ledger }) => ledger <= sequence));
    const last = page.at(-1);
    if (!last || page.length < TRADES_PER_PAGE) return { trades: found.toReversed(), sinceMs: 0 };
    before = last.id;
    const atMs = last.closedAt.getTime();
    const isFilled = atMs < filledFromMs || found.length >= MOST_MISSED_TRADES;
    const isEnough = isFilled && (atMs < oldestMs || found.length >= MOST_TRADES);
    // Of the oldest one's moment there may be more.
    if (isEnough && atMs < minuteMs) return { trades: found.toReversed(), sinceMs: atMs + 1 };
  }
}

function minuteOf(pair: MarketPair, trades: readonly LedgerTrade[], startMs: number): PricedCandle | null {
  let candle: PricedCandle | null = null;
  for (const trade of trades)
    if (trade.closedAt.getTime() >= startMs) candle = withTrade(candle, startMs, seenFrom(pair, trade));
  return candle;
}

function joined(candles: readonly PricedCandle[], startMs: number): PricedCandle | null {
  let whole: PricedCandle | null = null;
  for (const candle of candles) whole = withCandle(whole, candle);
  return whole && { ...whole, startMs };
}

/**
 * Puts a pair's history in the place of what was kept of the same time, and takes away what was kept of later ledgers: those
 * are recorded again.
 */
export async function writeHistory(
  { database }: Pick<Runtime, "database">,
  pair: MarketPair,
  poolId: string | null,
  head: LedgerHead,
  history: History,
): Promise<void> {
  const key = pairKey(pair);
  const trades = history.trades.map(storedTrade);
  await database.transaction(async (session) => {
    await tradeCollection(database).deleteMany({ pair: key, ledger: { $gt: head.sequence } }, { session });
    const writes = trades.map(({ _id, ...replacement }) => ({
      replaceOne: { filter: { _id }, replacement, upsert: true },
    }));
    if (writes.length > 0) await tradeCollection(database).bulkWrite(writes, { session, ordered: false });
  });
  if (history.candles.length === 0) await removeCandles(database, key, history.candlesSinceMs);
  const own = Map.groupBy(history.candles, ({ size }) => size);
  for (const size of own.size === 0 ? [] : CANDLE_SIZES) {
    await replaceCandles(database, key, size, history.candlesSinceMs[size], own.get(size) ?? []);
  }
  const ofPools = poolCandles(pair, history);
  const pools = new Set([...(poolId === null ? [] : [poolKey(poolId)]), ...ofPools.byPool.keys()]);
  for (const pool of pools) await replaceCandles(database, pool, "1h", ofPools.sinceMs, ofPools.byPool.get(pool) ?? []);
}

/** What {@link replaceCandles} does of all sizes where there are none, which is so of most pairs that are listed. */
async function removeCandles(
  database: Runtime["database"],
  pair: string,
  sinceMs: History["candlesSinceMs"],
): Promise<void> {
  const kept = CANDLE_SIZES.map((size) => ({ size, at: { $gte: new Date(Math.max(0, sinceMs[size])) } }));
  await database.transaction((session) => candleCollection(database).deleteMany({ pair, $or: kept }, { session }));
}

async function replaceCandles(
  database: Runtime["database"],
  pair: string,
  size: CandleSize,
  sinceMs: number,
  candles: readonly KeptCandle[],
): Promise<void> {
  const documents = candles.filter(({ candle }) => candle.startMs >= sinceMs).map(storedCandle);
  await database.transaction(async (session) => {
    const since = { $gte: new Date(Math.max(0, sinceMs)) };
    await candleCollection(database).deleteMany({ pair, size, at: since }, { session });
    if (documents.length > 0) await candleCollection(database).insertMany(documents, { session });
  });
}

/** What each pool of the pair did in every hour of which all trades are known. */
function poolCandles(pair: MarketPair, { trades, tradesSinceMs }: History) {
  const sinceMs = Math.ceil(tradesSinceMs / CANDLE_MS["1h"]) * CANDLE_MS["1h"];
  const hours = new Map<string, KeptCandle>();
  for (const trade of trades) {
    const { maker } = trade;
    const startMs = startOf("1h", trade.closedAt.getTime());
    if (maker.kind !== "pool" || startMs < sinceMs) continue;
    const key = poolKey(maker.poolId);
    const before = hours.get(`${key} ${startMs}`)?.candle ?? null;
    const candle = withTrade(before, startMs, seenFrom(pair, trade));
    hours.set(`${key} ${startMs}`, { pair: key, size: "1h", candle });
  }
  return { sinceMs, byPool: Map.groupBy(hours.values(), (hour) => hour.pair) };
}

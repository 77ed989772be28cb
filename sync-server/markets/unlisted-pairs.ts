import { AppError } from "#schemas/errors.ts";
import {
  type CandlesOutput,
  type CandlesQuery,
  CANDLES_PER_PAGE,
  type MarketSnapshot,
  type PairQuery,
  SNAPSHOT_TRADES,
  TRADES_PER_PAGE,
  type TradesOutput,
  type TradesQuery,
} from "#schemas/market-data.ts";
import { CANDLE_MS } from "#server/platform/network/markets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";
import { candleRow } from "./candle-row.ts";
import { startOf } from "./candles.ts";
import { DayWindow } from "./day-window.ts";
import { bookRows, pairAsked, type Place, poolState, tickerRow, tradeRow } from "./market-view.ts";
import { createPacer, type Pacer } from "#server/platform/http/pacer.ts";

/** Markets of pairs that nobody listed. Every call throws `market-unreachable`, and `rate-limited`. */
export interface UnlistedPairs {
  snapshot(asked: PairQuery, userId: number): Promise<MarketSnapshot>;
  trades(query: TradesQuery, userId: number): Promise<TradesOutput>;
  candles(query: CandlesQuery, userId: number): Promise<CandlesOutput>;
}

/** An answer serves everybody who asks the same for so long. */
const FRESH_MS = 2000;
const MOST_KEPT = 500;
/** What a user may ask for that nobody asked for a moment ago: a screen needs three every two seconds. */
const QUESTIONS = { burst: 24, perSecond: 4 };
/** Horizon answers with so many candles at a time. */
const MOST_CANDLES = 200;

/** Reads pairs through Horizon, for two seconds once for all. */
export function openUnlistedPairs(source: SnapshotReader): UnlistedPairs {
  const pacer = createPacer<number>(QUESTIONS, () => performance.now());
  const snapshots = sharedAnswers<MarketSnapshot>(pacer);
  const pages = sharedAnswers<TradesOutput>(pacer);
  const charts = sharedAnswers<CandlesOutput>(pacer);

  async function place(): Promise<Place> {
    const { sequence, closedAt } = await source.head();
    return { state: "horizon", ledger: sequence, closedAt: closedAt.toISOString() };
  }

  return {
    snapshot: (asked, userId) =>
      snapshots(`${asked.base}/${asked.quote}`, userId, async () => {
        const pair = pairAsked(asked);
        const head = await source.head();
        const toMs = head.closedAt.getTime();
        const query = { size: "15m" as const, fromMs: toMs - CANDLE_MS["1d"], toMs: toMs + 1 };
        const [{ ledger, pool }, book, trades, candles] = await Promise.all([
          source.pool(pair),
          source.orderBook(pair),
          source.trades(pair, null, SNAPSHOT_TRADES),
          source.candles(pair, query),
        ]);
        const rows = trades.map((trade) => tradeRow(pair, trade));
        const day = new DayWindow(candles, null).at(toMs);
        return {
          ...asked,
          state: "horizon",
          ledger,
          closedAt: ledger === head.sequence ? head.closedAt.toISOString() : null,
          sequence: ledger,
          ...bookRows(book),
          trades: rows,
          pool: pool && poolState(pool),
          ticker: { ...tickerRow(pair, day, book), last: rows[0]?.price ?? null },
        };
      }),
    trades: ({ base, quote, before }, userId) =>
      pages(`${base}/${quote} ${before}`, userId, async () => {
        const pair = pairAsked({ base, quote });
        const [at, trades] = await Promise.all([place(), source.trades(pair, before ?? null, TRADES_PER_PAGE)]);
        return { ...at, trades: trades.map((trade) => tradeRow(pair, trade)) };
      }),
    candles: ({ base, quote, size, before }, userId) =>
      charts(`${base}/${quote} ${size} ${before}`, userId, async () => {
        const at = await place();
        const toMs = before ?? Date.parse(at.closedAt ?? "") + 1;
        const most = Math.min(CANDLES_PER_PAGE, MOST_CANDLES);
        const fromMs = startOf(size, toMs) - most * CANDLE_MS[size];
        const candles = await source.candles(pairAsked({ base, quote }), { size, fromMs, toMs });
        const own = candles.filter(({ startMs }) => startMs < toMs);
        return { ...at, candles: own.map(candleRow), hasMore: fromMs > 0 && own.length > 0 };
      }),
  };
}

/** Answers of one kind by their questions, each asked once for all who ask within two seconds. */
function sharedAnswers<T>(pacer: Pacer<number>) {
  const kept = new Map<string, { readonly atMs: number; readonly answer: Promise<T> }>();

  function forgetOld(nowMs: number): void {
    for (const [key, { atMs }] of kept) {
      if (nowMs - atMs < FRESH_MS && kept.size <= MOST_KEPT) return;
      kept.delete(key);
    }
  }

  return (key: string, userId: number, ask: () => Promise<T>): Promise<T> => {
    const nowMs = performance.now();
    forgetOld(nowMs);
    const known = kept.get(key);
    if (known) return known.answer;
    pacer.take(userId);
    const answer = ask().catch((error: unknown) => {
      kept.delete(key);
      if (error instanceof NetworkError) throw new AppError("market-unreachable", {}, { cause: error });
      throw error;
    });
    kept.set(key, { atMs: nowMs, answer });
    return answer;
  };
}

import {
  CANDLES_PER_PAGE,
  type CandlesOutput,
  type CandlesQuery,
  type PoolSummary,
  TRADES_PER_PAGE,
  type TradesOutput,
  type TradesQuery,
} from "#schemas/market-data.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import {
  canonicalPair,
  CANDLE_MS,
  type LedgerPool,
  pairKey,
  type PricedCandle,
} from "#server/platform/network/markets.ts";
import { candleRow } from "./candle-row.ts";
import { candleOf, poolKey, turnedCandle } from "./candles.ts";
import { candleCollection, tradeCollection } from "./market-store.ts";
import { pairAsked, type Place, poolState, tradeRow } from "./market-view.ts";
import { tradeKey, tradeOf } from "./stored-changes.ts";

type Store = Pick<Runtime, "database">;

const WEEK_MS = CANDLE_MS["1w"];
/** Weeks in a hundred years. */
const WEEKS = 5214n;

/** What was traded in a listed pair before a trade, or up to now, the newest first. */
export async function readTrades({ database }: Store, place: Place, query: TradesQuery): Promise<TradesOutput> {
  const pair = pairAsked(query);
  const before = query.before === undefined ? {} : { _id: { $lt: tradeKey(query.before) } };
  const stored = await tradeCollection(database)
    .find(
      { pair: pairKey(canonicalPair(pair.base, pair.counter)), ...before },
      { sort: { _id: -1 }, limit: TRADES_PER_PAGE },
    )
    .toArray();
  return { ...place, trades: stored.map((each) => tradeRow(pair, tradeOf(each))) };
}

/** The newest candles of a listed pair before a time, the oldest first. */
export async function readCandles({ database }: Store, place: Place, query: CandlesQuery): Promise<CandlesOutput> {
  const asked = pairAsked(query);
  const pair = canonicalPair(asked.base, asked.counter);
  const isTurned = assetKey(pair.base) !== assetKey(asked.base);
  const before = query.before === undefined ? {} : { at: { $lt: new Date(query.before) } };
  const stored = await candleCollection(database)
    .find({ pair: pairKey(pair), size: query.size, ...before }, { sort: { at: -1 }, limit: CANDLES_PER_PAGE + 1 })
    .toArray();
  const candles = stored.slice(0, CANDLES_PER_PAGE).map(candleOf).toReversed();
  return {
    ...place,
    candles: candles.map((candle) => candleRow(isTurned ? turnedCandle(candle) : candle)),
    hasMore: stored.length > CANDLES_PER_PAGE,
  };
}

/** What pools did in each hour within seven days before a time, by {@link poolKey}. */
export async function readPoolHours(
  { database }: Store,
  pools: readonly LedgerPool[],
  nowMs: number,
): Promise<ReadonlyMap<string, readonly PricedCandle[]>> {
  const keys = pools.map(({ poolId }) => poolKey(poolId));
  const hours = await candleCollection(database)
    .find({ pair: { $in: keys }, size: "1h", at: { $gt: new Date(nowMs - WEEK_MS) } })
    .toArray();
  const byPool = Map.groupBy(hours, ({ pair }) => pair);
  return new Map([...byPool].map(([key, own]) => [key, own.map(candleOf)]));
}

/** A pool as it stands, with what it did in some hours. */
export function poolSummary(pool: LedgerPool, hours: readonly PricedCandle[]): PoolSummary {
  const isTurned = assetKey(canonicalPair(pool.assetA, pool.assetB).base) !== assetKey(pool.assetA);
  let [volumeA, volumeB, trades] = [0n, 0n, 0];
  for (const hour of hours) {
    volumeA += isTurned ? hour.counterVolume : hour.baseVolume;
    volumeB += isTurned ? hour.baseVolume : hour.counterVolume;
    trades += hour.trades;
  }
  return {
    ...poolState(pool),
    volumeA: formatAmount(volumeA),
    volumeB: formatAmount(volumeB),
    trades,
    yearlyRate: yearlyRate(pool, volumeA),
  };
}

/** Both sides of a pool are worth the same, and each exchange pays its fee on what it brings. */
function yearlyRate({ reserveA, feeBasisPoints }: LedgerPool, volumeA: bigint): string | null {
  if (reserveA <= 0n) return null;
  // A hundredth of a percent is a basis point.
  const hundredths = (volumeA * BigInt(feeBasisPoints) * WEEKS) / (2n * reserveA * 100n);
  const text = hundredths.toString().padStart(3, "0");
  return text.length > 11 ? null : `${text.slice(0, -2)}.${text.slice(-2)}`;
}

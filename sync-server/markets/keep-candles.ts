import type { CandleSize } from "#schemas/market-data.ts";
import type { Database } from "#server/platform/db/database.ts";
import {
  canonicalPair,
  type LedgerTrade,
  type MarketPair,
  pairKey,
  type PricedCandle,
} from "#server/platform/network/markets.ts";
import {
  CANDLE_SIZES,
  candleKey,
  candleOf,
  type KeptCandle,
  poolKey,
  seenFrom,
  startOf,
  storedCandle,
  withTrade,
} from "./candles.ts";
import { candleCollection, type CandleDocument } from "./market-store.ts";

/** Pools are told of by the days they had: their trades by themselves are kept in one size. */
const POOL_SIZES = ["1h"] as const satisfies readonly CandleSize[];
/** Of more than this those of past stretches are dropped: they are read again should they be needed. */
const MOST_KEPT = 5000;

/** The candles that one trade belongs to: its pair's, and its pool's, which are seen from the same asset. */
interface Place {
  readonly key: string;
  readonly pair: MarketPair;
  readonly sizes: readonly CandleSize[];
}

/**
 * The newest candles, as whoever moves the cursor last wrote them. As long as nobody else moves it they need not be read
 * again; whoever fails to move it calls {@link CandleKeeper.forget}.
 */
export class CandleKeeper {
  readonly #kept = new Map<string, KeptCandle>();

  forget(): void {
    this.#kept.clear();
  }

  /** The candles that trades change, as they are with them. Trades come in the order in which they happened. */
  async withTrades(database: Database, trades: readonly LedgerTrade[]): Promise<CandleDocument[]> {
    if (trades.length === 0) return [];
    const wanted = new Set<string>();
    for (const trade of trades)
      for (const { key, sizes } of placesOf(trade))
        for (const size of sizes) wanted.add(candleKey(key, size, startOf(size, trade.closedAt.getTime())));
    await this.#read(database, wanted);
    for (const trade of trades) for (const place of placesOf(trade)) this.#add(place, trade);
    const changed = [...wanted].flatMap((id) => this.#kept.get(id) ?? []);
    this.#dropOld(wanted);
    return changed.map(storedCandle);
  }

  async #read(database: Database, wanted: ReadonlySet<string>): Promise<void> {
    const missing = [...wanted].filter((id) => !this.#kept.has(id));
    if (missing.length === 0) return;
    const found = await candleCollection(database)
      .find({ _id: { $in: missing } })
      .toArray();
    for (const stored of found)
      this.#kept.set(stored._id, { pair: stored.pair, size: stored.size, candle: candleOf(stored) });
  }

  #add({ key, pair, sizes }: Place, trade: LedgerTrade): void {
    for (const size of sizes) {
      const startMs = startOf(size, trade.closedAt.getTime());
      const id = candleKey(key, size, startMs);
      const before: PricedCandle | null = this.#kept.get(id)?.candle ?? null;
      this.#kept.set(id, { pair: key, size, candle: withTrade(before, startMs, seenFrom(pair, trade)) });
    }
  }

  #dropOld(current: ReadonlySet<string>): void {
    if (this.#kept.size <= MOST_KEPT) return;
    for (const id of this.#kept.keys()) if (!current.has(id)) this.#kept.delete(id);
  }
}

export function placesOf({ sold, bought, maker }: LedgerTrade): Place[] {
  const pair = canonicalPair(sold, bought);
  const places: Place[] = [{ key: pairKey(pair), pair, sizes: CANDLE_SIZES }];
  if (maker.kind === "pool") places.push({ key: poolKey(maker.poolId), pair, sizes: POOL_SIZES });
  return places;
}

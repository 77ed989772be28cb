import type { Price } from "#schemas/money.ts";
import type { AssetName } from "./assets.ts";
import type { LedgerHead } from "./network.ts";

/** Two assets that trade against each other; prices are units of the counter asset for one of the base asset. */
export interface MarketPair {
  readonly base: AssetName;
  readonly counter: AssetName;
}

/** All that is offered at one price; `amount` is stroops of what the offers give: the counter asset of bids, the base asset of asks. */
export interface BookLevel {
  readonly price: Price;
  readonly amount: bigint;
}

/** Both sides with the best price first, as far as they were asked for. Pools are not in it. */
export interface OrderBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** What was traded within a stretch of time, with offers and pools; volumes in stroops. */
export interface Candle {
  readonly startMs: number;
  readonly trades: number;
  readonly baseVolume: bigint;
  readonly counterVolume: bigint;
}

export const CANDLE_MS = { "15m": 900_000, "1h": 3_600_000, "1d": 86_400_000 } as const;
export type CandleSize = keyof typeof CANDLE_MS;

export interface CandleQuery {
  readonly size: CandleSize;
  /** Both in ms since the epoch; the end is not in it. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where markets are read. Every call throws NetworkError when none of its nodes gives a usable answer. */
export interface MarketSource {
  /** The last ledger that the other answers know of. */
  head(): Promise<LedgerHead>;
  orderBook(pair: MarketPair): Promise<OrderBook>;
  /** Oldest first; none for a stretch without trades. */
  candles(pair: MarketPair, query: CandleQuery): Promise<readonly Candle[]>;
}

import type { CandleSize } from "#schemas/market-data.ts";
import type { Price } from "#schemas/values/money.ts";
import { type AssetName, assetKey, isNative } from "./assets.ts";
import type { LedgerHead } from "./ledgers.ts";

/** Two assets that trade against each other; prices are units of the counter asset for one of the base asset. */
export interface MarketPair {
  readonly base: AssetName;
  readonly counter: AssetName;
}

/** The pair in the order in which markets are kept: XLM first, then by the text of {@link assetKey}. */
export function canonicalPair(left: AssetName, right: AssetName): MarketPair {
  const isKept = isNative(left) || (!isNative(right) && assetKey(left) < assetKey(right));
  return isKept ? { base: left, counter: right } : { base: right, counter: left };
}

/** One text per pair, in the order that it is given: `XLM/CODE-ISSUER`. */
export function pairKey({ base, counter }: MarketPair): string {
  return `${assetKey(base)}/${assetKey(counter)}`;
}

/** A price as traded, whose parts may be amounts. */
export interface TradePrice {
  readonly n: bigint;
  readonly d: bigint;
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

/** With the prices of its first, highest, lowest and last trade. */
export interface PricedCandle extends Candle {
  readonly open: TradePrice;
  readonly high: TradePrice;
  readonly low: TradePrice;
  readonly close: TradePrice;
}

export const CANDLE_MS: Readonly<Record<CandleSize, number>> = {
  "1m": 60_000,
  "5m": 300_000,
  "15m": 900_000,
  "1h": 3_600_000,
  "1d": 86_400_000,
  "1w": 604_800_000,
};

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
  /** Oldest first; none for a stretch without trades, and of more than 4000 only the newest. */
  candles(pair: MarketPair, query: CandleQuery): Promise<readonly Candle[]>;
}

/** One that also tells at which prices a stretch began, ended, and went in between. */
export interface PricedMarketSource extends MarketSource {
  candles(pair: MarketPair, query: CandleQuery): Promise<readonly PricedCandle[]>;
}

/** An offer as a ledger holds it: it gives `amount` stroops of `selling` for `price` of `buying` each. */
export interface LedgerOffer {
  readonly offerId: string;
  /** G... */
  readonly seller: string;
  readonly selling: AssetName;
  readonly buying: AssetName;
  readonly amount: bigint;
  /** Units of `buying` for one of `selling`. */
  readonly price: Price;
  /** The ledger that last changed it. */
  readonly ledger: number;
}

/** A constant-product pool as a ledger holds it; amounts in stroops. */
export interface LedgerPool {
  /** Hex. */
  readonly poolId: string;
  readonly assetA: AssetName;
  readonly assetB: AssetName;
  readonly reserveA: bigint;
  readonly reserveB: bigint;
  readonly totalShares: bigint;
  readonly feeBasisPoints: number;
  /** Accounts that hold a share. */
  readonly holders: number;
  /** The ledger that last changed it. */
  readonly ledger: number;
}

/** One exchange of a taker with an offer or a pool, both of which give `sold` to the taker; amounts in stroops. */
export interface LedgerTrade {
  /** The operation's id (SEP-35) and the trade's place in it, from 0: `id-0`. */
  readonly id: string;
  readonly ledger: number;
  readonly closedAt: Date;
  readonly sold: AssetName;
  readonly soldAmount: bigint;
  readonly bought: AssetName;
  readonly boughtAmount: bigint;
  /** Units of `bought` for one of `sold`: the offer's own price, or what was paid where a pool was the other side. */
  readonly price: TradePrice;
  readonly maker:
    | { readonly kind: "offer"; readonly offerId: string; readonly seller: string }
    | { readonly kind: "pool"; readonly poolId: string };
  /** G... */
  readonly taker: string;
}

/** What a ledger did to its markets; of an offer or a pool that changed more than once, its last state. */
export interface MarketChanges {
  readonly offers: readonly LedgerOffer[];
  readonly goneOffers: readonly string[];
  readonly pools: readonly LedgerPool[];
  readonly gonePools: readonly string[];
  /** In the order in which they happened. */
  readonly trades: readonly LedgerTrade[];
}

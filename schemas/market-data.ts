import * as v from "valibot";
import { AssetCode, Instant, textUpTo } from "./values/fields.ts";
import { AssetKey } from "./markets.ts";
import { says } from "./values/field-sentences.ts";
import { PriceText } from "./values/price.ts";
import { Amount } from "./values/money.ts";

/** Levels of one side of a book that are told, the best first. */
export const BOOK_LEVELS = 200;
/** Trades that come with a snapshot, the newest first. */
export const SNAPSHOT_TRADES = 50;
export const TRADES_PER_PAGE = 200;
/** Exchanges that one payment goes through, at most. */
export const MAX_HOPS = 5;

/** Two assets in the order in which they are looked at: prices are units of `quote` for one of `base`. */
const pair = { base: AssetKey, quote: AssetKey };
export const PairQuery = v.pipe(
  v.strictObject(pair),
  v.check(({ base, quote }) => base !== quote, says("same-assets")),
);
export type PairQuery = v.InferOutput<typeof PairQuery>;

/** A sum of amounts: it may be more than one amount can be. */
export const Volume = v.pipe(v.string(), v.regex(/^\d{1,30}\.\d{7}$/, "Malformed volume"));

const Int32 = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647));
/** A price as on the ledger. */
export const LedgerPrice = v.strictObject({ n: Int32, d: Int32 });

/**
 * All that is offered at one price: its numerator and denominator, and what the offers give together, which is the quote
 * asset for bids and the base asset for asks. In a change an amount of zero takes the level away.
 */
export const BookLevelRow = v.strictTuple([Int32, Int32, Volume]);
export type BookLevelRow = v.InferOutput<typeof BookLevelRow>;
const BookSide = v.pipe(v.array(BookLevelRow), v.maxLength(2 * BOOK_LEVELS));
const book = { bids: BookSide, asks: BookSide };

/** One exchange with an offer or a pool; `side` is the taker's, as seen from the base asset. */
export const MarketTrade = v.strictObject({
  /** The operation's id (SEP-35) and the place among its trades: `id-0`. */
  id: v.pipe(v.string(), v.regex(/^\d{1,19}-\d{1,4}$/)),
  ledger: v.number(),
  at: Instant,
  side: v.picklist(["buy", "sell"]),
  price: PriceText,
  baseAmount: Amount,
  quoteAmount: Amount,
});
export type MarketTrade = v.InferOutput<typeof MarketTrade>;

/** A pair within the last 24 hours; prices are null, and volumes zero, where nothing was traded or offered. */
export const Ticker = v.strictObject({
  ...pair,
  /** Of the last trade, however long ago that was. */
  last: v.nullable(PriceText),
  bid: v.nullable(PriceText),
  ask: v.nullable(PriceText),
  high: v.nullable(PriceText),
  low: v.nullable(PriceText),
  /** In percent, with two places and a minus where it fell. */
  change: v.nullable(v.pipe(v.string(), v.regex(/^-?\d{1,15}\.\d{2}$/))),
  baseVolume: Volume,
  quoteVolume: Volume,
  trades: v.number(),
});
export type Ticker = v.InferOutput<typeof Ticker>;

const AssetRef = v.strictObject({ assetCode: AssetCode, /** Empty for XLM. */ issuer: textUpTo(56) });

const PoolId = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "Malformed pool id"));
/** A constant-product pool as the ledger holds it (CAP-38). */
export const PoolState = v.strictObject({
  poolId: PoolId,
  assetA: AssetRef,
  assetB: AssetRef,
  reserveA: Amount,
  reserveB: Amount,
  totalShares: Amount,
  feeBasisPoints: v.number(),
  /** Accounts that hold a share. */
  holders: v.number(),
});
export type PoolState = v.InferOutput<typeof PoolState>;

/** A pool with what it did in the last seven days; `yearlyRate` is the fees of these days in percent of its worth, for a year. */
export const PoolSummary = v.strictObject({
  ...PoolState.entries,
  volumeA: Volume,
  volumeB: Volume,
  trades: v.number(),
  yearlyRate: v.nullable(v.pipe(v.string(), v.regex(/^\d{1,9}\.\d{2}$/))),
});
export type PoolSummary = v.InferOutput<typeof PoolSummary>;

/**
 * Where a market is read: `live` from the index, exact as of its ledger; `behind` from an index that is more than a few
 * ledgers behind the network; `building` where there is no index yet; `horizon` for a pair that this service does not list.
 */
export const MarketState = v.picklist(["live", "behind", "building", "horizon"]);
export type MarketState = v.InferOutput<typeof MarketState>;

/** How things stand: the ledger that everything beside is of, and when that closed. */
const place = { state: MarketState, ledger: v.number(), closedAt: v.nullable(Instant) };

export const MarketsOutput = v.strictObject({ ...place, tickers: v.array(Ticker) });
export type MarketsOutput = v.InferOutput<typeof MarketsOutput>;

/** Everything that a screen shows of a pair. `sequence` is that of the next change's `previous`. */
export const MarketSnapshot = v.strictObject({
  ...pair,
  ...place,
  sequence: v.number(),
  ...book,
  /** The newest first. */
  trades: v.pipe(v.array(MarketTrade), v.maxLength(SNAPSHOT_TRADES)),
  pool: v.nullable(PoolState),
  ticker: Ticker,
});
export type MarketSnapshot = v.InferOutput<typeof MarketSnapshot>;

/**
 * What changed in a pair. Whoever holds another sequence than `previous` has missed something and asks for a snapshot.
 * `pool` and `ticker` are absent where they stayed the same; levels that fell out of those told have an amount of zero.
 */
export const MarketDelta = v.strictObject({
  ...pair,
  ...place,
  previous: v.number(),
  sequence: v.number(),
  ...book,
  /** The newest first. */
  trades: v.array(MarketTrade),
  pool: v.optional(v.nullable(PoolState)),
  ticker: v.optional(Ticker),
});
export type MarketDelta = v.InferOutput<typeof MarketDelta>;

/**
 * `watch` is answered with a snapshot, after which the changes of the pair come as `market` until `unwatch`; a pair in the
 * state `horizon` is answered with a snapshot alone. Whoever is given a change that does not go on from theirs, and whoever
 * did not read what was sent for a while, says `watch` again.
 */
export const WatchMessage = PairQuery;
/** Pairs that one socket watches at once, at most. */
export const MAX_WATCHED = 12;

/** Before which trade to go on; without it, the newest. */
export const TradesQuery = v.strictObject({ ...pair, before: v.optional(MarketTrade.entries.id) });
export type TradesQuery = v.InferOutput<typeof TradesQuery>;
export const TradesOutput = v.strictObject({ ...place, trades: v.array(MarketTrade) });
export type TradesOutput = v.InferOutput<typeof TradesOutput>;

export const CandleSize = v.picklist(["1m", "5m", "15m", "1h", "1d", "1w"]);
export type CandleSize = v.InferOutput<typeof CandleSize>;
/** Candles in one answer, at most: the newest of those asked for. */
export const CANDLES_PER_PAGE = 1000;
/** `before` is in ms since the epoch and not among them; without it, up to the newest. */
export const CandlesQuery = v.strictObject({
  ...pair,
  size: CandleSize,
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
});
export type CandlesQuery = v.InferOutput<typeof CandlesQuery>;

/** What was traded within a stretch of time: when it began (ms), open, high, low, close, both volumes, trades. */
export const CandleRow = v.strictTuple([
  v.number(),
  PriceText,
  PriceText,
  PriceText,
  PriceText,
  Volume,
  Volume,
  v.number(),
]);
export type CandleRow = v.InferOutput<typeof CandleRow>;
/** The oldest first, none for a stretch without trades. */
export const CandlesOutput = v.strictObject({ ...place, candles: v.array(CandleRow), hasMore: v.boolean() });
export type CandlesOutput = v.InferOutput<typeof CandlesOutput>;

export const PoolsOutput = v.strictObject({ ...place, pools: v.array(PoolSummary) });
export type PoolsOutput = v.InferOutput<typeof PoolsOutput>;

export const PoolParams = v.strictObject({ poolId: PoolId });
export const PoolOutput = v.strictObject({ ...place, pool: PoolSummary });
export type PoolOutput = v.InferOutput<typeof PoolOutput>;

/** `send` fixes what leaves, `receive` what arrives; `amount` is of the fixed one. */
export const QuoteQuery = v.strictObject({
  direction: v.picklist(["send", "receive"]),
  send: AssetKey,
  receive: AssetKey,
  amount: Amount,
});
export type QuoteQuery = v.InferOutput<typeof QuoteQuery>;

/** One exchange on the way, through the offers or the pool of two assets: the ledger takes whichever gives more, whole. */
export const QuoteHop = v.strictObject({
  from: AssetRef,
  to: AssetRef,
  sent: Amount,
  received: Amount,
  via: v.picklist(["book", "pool"]),
});
export type QuoteHop = v.InferOutput<typeof QuoteHop>;

/** What a path payment would do if the ledger took it right after `ledger`. */
export const QuoteOutput = v.strictObject({
  ...place,
  sendAmount: Amount,
  receiveAmount: Amount,
  hops: v.pipe(v.array(QuoteHop), v.minLength(1), v.maxLength(MAX_HOPS)),
  /** How much worse than the price of the very first stroop, in percent with two places. */
  priceImpact: v.pipe(v.string(), v.regex(/^\d{1,3}\.\d{2}$/)),
});
export type QuoteOutput = v.InferOutput<typeof QuoteOutput>;

import * as v from "valibot";
import { AssetKey } from "./markets.ts";
import { DETAIL_LENGTH } from "./notifications.ts";
import { syncRow } from "./sync-row.ts";
import { Entered, OfferId, OrderSide } from "./trading.ts";
import { Id, Instant, textUpTo, Uid } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";
import { Amount, Decimal } from "./values/money.ts";
import { PriceText } from "./values/price.ts";

/** One transaction has at most 20 signatures: those of the wallets, and of the owner's account that opens and closes them. */
export const MAX_WALLETS = 19;
export const USUAL_WALLETS = 10;
/** Offers on each side of a pool's ladder. */
export const MAX_LEVELS = 10;
/** Pools of one person that are not closed. */
export const MAX_MARKET_POOLS = 5;

function whole(least: number, most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

/** Above zero, with at most 4 places: a percent is ten thousand millionths. */
const Percent = v.pipe(v.string(), v.regex(/^(?=.*[1-9])\d{1,2}(?:\.\d{1,4})?$/, says("stake-percent")));

/** What the ladder stands around, in quote for one base. */
export const PoolReference = v.variant("kind", [
  /** A price that its owner names. */
  v.strictObject({ kind: v.literal("fixed"), targetPrice: Entered }),
  /** Halfway between the best offers of others on the pool's own pair. */
  v.strictObject({ kind: v.literal("mid") }),
  /** The same of another listed pair, as it is. */
  v.strictObject({ kind: v.literal("pair"), base: AssetKey, quote: AssetKey }),
  /** The ledger's own liquidity pool of the pair. */
  v.strictObject({ kind: v.literal("pool") }),
]);
export type PoolReference = v.InferOutput<typeof PoolReference>;

/** What its owner may change of a pool at any time. Sizes are of base, `maxDailyLoss` of quote. */
const changeable = {
  /** Offers on each side. */
  levels: whole(1, MAX_LEVELS),
  /** Between the best offer of either side, in percent of the reference. */
  spreadPercentage: Percent,
  /** From the reference to the farthest offer, in percent of it. */
  depthPercentage: Percent,
  /** No offer is less than this; where a wallet has less, there is none. */
  minTradeSize: Entered,
  maxTradeSize: Entered,
  reference: PoolReference,
  /** It stops where the reference has left that at its start by more percent than this. */
  priceMargin: Percent,
  /** What part of the worth is to be base, in percent. */
  inventoryTarget: whole(0, 100),
  /** How much offers that lead away from the target shrink, in percent: at 100 there are none once all is on one side. */
  skew: whole(0, 100),
  /** Whether its wallets may pay each other what their offers need. */
  autoRebalance: v.boolean(),
  /** It stops that many percent below the most that it was worth. */
  maxDrawdown: whole(1, 90),
  /** It stops once it is worth so much less than at the day's beginning (UTC). */
  maxDailyLoss: Entered,
  /** It stops beyond that many fills within a minute. */
  maxFillsPerMinute: whole(1, 1000),
};

export const PoolSettings = v.strictObject(changeable);
export type PoolSettings = v.InferOutput<typeof PoolSettings>;

/** What a pool is and does, as its owner confirms it. */
export const PoolTerms = v.pipe(
  v.strictObject({
    base: AssetKey,
    quote: AssetKey,
    /** What its owner puts in; one of them may be zero. */
    baseAmount: Entered,
    quoteAmount: Entered,
    walletCount: whole(1, MAX_WALLETS),
    ...changeable,
  }),
  v.check(({ base, quote }) => base !== quote, says("same-assets")),
);
export type PoolTerms = v.InferOutput<typeof PoolTerms>;

/**
 * `opening` until a ledger has its wallets; `stopping` while its offers are taken out of the book, from which on nothing else is
 * signed for it; `stopped` until its owner starts it; `draining` while all goes back to its owner; `closed` once it has.
 */
export const PoolStatus = v.picklist(["opening", "failed", "stopped", "active", "stopping", "draining", "closed"]);
export type PoolStatus = v.InferOutput<typeof PoolStatus>;

/** What stopped a pool. Of `operator`, an operator has to let it go before its owner may start it. */
export const PoolStop = v.picklist([
  "owner",
  "operator",
  "price-margin",
  "drawdown",
  "daily-loss",
  "fills",
  "feed",
  "reconciliation",
  "account",
  "market",
  "fee",
  "refused",
  "check",
]);
export type PoolStop = v.InferOutput<typeof PoolStop>;

/** One offer of a ladder. `price` is quote for one base, `amount` of base. */
export const LadderOffer = v.strictObject({
  side: OrderSide,
  price: PriceText,
  amount: Amount,
});
export type LadderOffer = v.InferOutput<typeof LadderOffer>;

/** What a pool came to since it was opened, in quote; `network` is of XLM and in none of the others where the pair has no XLM. */
export const PoolResult = v.strictObject({
  /** Beside holding what it was opened with: spread, inventory and network fees of a pair with XLM together. */
  profitLoss: Decimal,
  /** What fills were better than the reference of their time. */
  spread: Decimal,
  /** What the reference did to what fills had changed. */
  inventory: Decimal,
  /** XLM that the network took. */
  networkFees: Amount,
});
export type PoolResult = v.InferOutput<typeof PoolResult>;

/** Code and facts of a sentence (`said.ts`). */
const Said = textUpTo(DETAIL_LENGTH);

/** A pool as its owner's devices have it; `uid` is the idempotency key under which it was opened. */
export const LiquidityPoolRow = syncRow({
  terms: PoolTerms,
  status: PoolStatus,
  isActive: v.boolean(),
  /** Null for a pool that runs, that was never started, or that an operator let go. */
  stop: v.nullable(PoolStop),
  /** Why it stopped, or why it has no offers, or does not get on; empty otherwise. */
  reason: Said,
  /** Of all its wallets, what offers have in them too. */
  baseBalance: Amount,
  quoteBalance: Amount,
  /** XLM of its wallets that is not traded: reserves, and what the network's fees are paid of. */
  xlmAside: Amount,
  /** The reference as it was last seen, and at the start. */
  lastPrice: v.nullable(PriceText),
  startPrice: v.nullable(PriceText),
  profitLoss: Decimal,
  result: PoolResult,
  tradeCount: v.number(),
  /** The worth in quote, and the most it was since it was started. */
  worth: Decimal,
  peak: Decimal,
  /** Its offers as the ledger has them. */
  offers: v.pipe(v.array(v.strictObject({ ...LadderOffer.entries, offerId: OfferId })), v.maxLength(2 * MAX_LEVELS)),
  openedAt: Instant,
  startedAt: v.nullable(Instant),
  changedAt: Instant,
});
export type LiquidityPoolRow = v.InferOutput<typeof LiquidityPoolRow>;

export const TradingWalletRow = syncRow({
  poolId: Id,
  walletAddress: textUpTo(56),
  /** "1" for the first, whose sequence number all of them use. */
  label: textUpTo(10),
  isActive: v.boolean(),
  baseBalance: Amount,
  quoteBalance: Amount,
  lastUsed: v.nullable(Instant),
});
export type TradingWalletRow = v.InferOutput<typeof TradingWalletRow>;

/** A fill, as the ledger's results tell of it. `type` is what the pool did. */
export const MarketMakingTradeRow = syncRow({
  poolId: Id,
  type: OrderSide,
  base: AssetKey,
  quote: AssetKey,
  amount: Amount,
  price: PriceText,
  total: Amount,
  /** Who traded with it (G...). */
  filledBy: textUpTo(56),
  walletAddress: textUpTo(56),
  hash: textUpTo(64),
  /** Whether the pool's own offer came to another: the book had moved. */
  isTaker: v.boolean(),
  /** The reference at that time; null where there was none. */
  reference: v.nullable(PriceText),
  timestamp: Instant,
});
export type MarketMakingTradeRow = v.InferOutput<typeof MarketMakingTradeRow>;

export const PoolUid = v.strictObject({ uid: Uid });

import * as v from "valibot";
import { AccountAddress, AssetCode, IdempotencyKey, Instant, textUpTo } from "./values/fields.ts";
import { LedgerPrice, MAX_HOPS, PoolState, Volume } from "./market-data.ts";
import { AssetKey } from "./markets.ts";
import { PasskeyAnswerInput } from "./passkey-answer.ts";
import { ToldRefusal } from "./said.ts";
import { PriceText } from "./values/price.ts";
import { Amount } from "./values/money.ts";
import { syncRow } from "./sync-row.ts";
import { SecondFactorCode } from "./two-factor.ts";
import { says } from "./values/field-sentences.ts";
import { ComingFees, Cost, LeftOutput, SubmissionOutput } from "./wallet.ts";

/** As seen from the base asset: whoever buys gives the quote asset for it. */
export const OrderSide = v.picklist(["buy", "sell"]);
export type OrderSide = v.InferOutput<typeof OrderSide>;

/**
 * `limit` trades at its price or better, and what is left stays in the book; `passive` takes nothing at its very price; `scaled`
 * is several limit offers at evenly spaced prices; `market` trades all of it at once, at its price or better on average, or nothing.
 */
export const OrderKind = v.picklist(["limit", "market", "passive", "scaled"]);
export type OrderKind = v.InferOutput<typeof OrderKind>;

/** Offers of one scaled order. */
export const MIN_SCALED = 2;
export const MAX_SCALED = 50;
/** Orders cancelled by one transaction. */
export const MAX_CANCELLED = 100;

/** What a person typed: the rules of trading read it, so that each kind of bad number has its own code. */
export const Entered = v.pipe(v.string(), v.maxLength(64));
export const OfferId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,18}$/, "Malformed offer number"));

/** `amount` is of the base asset, prices are units of the quote asset for one of it. */
const terms = { side: OrderSide, base: AssetKey, quote: AssetKey, amount: Entered, price: Entered };

/** An order as it was filled in. */
export const OrderTerms = v.pipe(
  v.variant("kind", [
    v.strictObject({ kind: v.literal("limit"), ...terms }),
    /** `price` is the worst average that is still taken. */
    v.strictObject({ kind: v.literal("market"), ...terms }),
    v.strictObject({ kind: v.literal("passive"), ...terms }),
    /** From `price` to `priceTo`, each offer with the same part of the amount. */
    v.strictObject({
      kind: v.literal("scaled"),
      ...terms,
      priceTo: Entered,
      count: v.pipe(v.number(), v.integer(), v.minValue(MIN_SCALED), v.maxValue(MAX_SCALED)),
    }),
  ]),
  v.check(({ base, quote }) => base !== quote, says("same-assets")),
);
export type OrderTerms = v.InferOutput<typeof OrderTerms>;

/** Own orders that one trade takes back at most. */
export const MAX_TAKEN_BACK = 20;

/** An order of one's own that a trade would come to, as its row tells of it. */
export const OwnInTheWay = v.strictObject({
  offerId: OfferId,
  side: OrderSide,
  base: AssetKey,
  quote: AssetKey,
  amount: Amount,
  price: LedgerPrice,
});
export type OwnInTheWay = v.InferOutput<typeof OwnInTheWay>;

/** What a person was shown beside the trade itself, and agreed to pay at most. */
export const TradeAgreed = v.strictObject({
  /** In XLM; zero where the house pays it. */
  networkFee: Amount,
  operatorFees: v.pipe(v.array(Cost), v.maxLength(2)),
});
export type TradeAgreed = v.InferOutput<typeof TradeAgreed>;

/** What a confirmation comes with. */
export const TRADE_CONFIRMATION = {
  agreed: TradeAgreed,
  idempotencyKey: IdempotencyKey,
  /** Asked for where something is given away. */
  password: v.optional(textUpTo(1024)),
  /** Of the second factor, likewise. */
  code: v.optional(SecondFactorCode),
  /** Of one's own, for both of them. Good for this once. */
  passkey: v.optional(PasskeyAnswerInput),
};

/** Own orders that are taken back where they are in its way, as its check told, and no others. */
const TAKING_BACK = { takesBack: v.optional(v.pipe(v.array(OfferId), v.maxLength(MAX_TAKEN_BACK))) };

/** What a trade takes beside itself, and everything that stands against it, the first first. */
export const TRADE_COST = {
  /** The most that the network may charge, in XLM. */
  networkFee: Amount,
  /** Whether the house pays the network fee. */
  isFeeSponsored: v.boolean(),
  operatorFees: v.array(Cost),
  comingFees: v.optional(ComingFees),
  /** XLM that the network keeps aside beyond what it does now, as long as the orders, lines and shares stand. */
  reserve: Amount,
  /** Assets that the same transaction adds to the account. */
  adds: v.array(v.strictObject({ assetCode: AssetCode, issuer: AccountAddress })),
  /** The most that leaves the account, by asset; none where the terms cannot be read. */
  total: v.array(Cost),
  /**
   * What the account has afterwards, of all that it moves and of XLM: of payments and pools as the markets stand, of offers as if all
   * they give were bound. None where something stands against it.
   */
  left: v.array(LeftOutput),
  /** Orders of one's own in its way, which the same transaction takes back first. */
  takesBack: v.array(OwnInTheWay),
  /**
   * What it gives away beyond what it surely brings, in USD, in XLM, or in units of an asset that never had a price, which `unit` then
   * names: that counts as a payment. None where it is so little that it is tolerated.
   */
  givesAway: v.array(v.strictObject({ unit: v.string(), amount: Amount })),
  /** Whether it waits for an operator. */
  needsApproval: v.boolean(),
  /** What whoever confirms it has to show. */
  needsPassword: v.boolean(),
  needsSecondFactor: v.boolean(),
  refusals: v.array(ToldRefusal),
};

/** An offer as the ledger will be asked for it. */
export const PlannedOffer = v.strictObject({
  /** Of the base asset: what the network can trade of what was asked for at this price. */
  amount: Amount,
  /** The ledger's price next to the one that was asked for, on the safe side: never more to pay, never less to receive. */
  price: LedgerPrice,
  priceText: PriceText,
  /** Of the quote asset: the most that is paid, or the least that is received, for the whole amount. */
  total: Amount,
});
export type PlannedOffer = v.InferOutput<typeof PlannedOffer>;

/** `offers` has one entry, or those of a scaled order; none where the terms cannot be read. */
export const OrderCheckOutput = v.strictObject({ offers: v.array(PlannedOffer), ...TRADE_COST });
export type OrderCheckOutput = v.InferOutput<typeof OrderCheckOutput>;

export const OrderInput = v.strictObject({ order: OrderTerms, ...TRADE_CONFIRMATION, ...TAKING_BACK });
export type OrderInput = v.InferOutput<typeof OrderInput>;

/** An open order with a new amount that is left to trade, of the base asset, and a new price. Its side and assets stay. */
export const OrderEdit = v.strictObject({
  offerId: OfferId,
  amount: Entered,
  price: Entered,
  /** The order as its row was when it was looked at: if it moved since, nothing is changed. */
  seen: v.strictObject({ amount: Amount, price: LedgerPrice, ledger: v.number() }),
});
export type OrderEdit = v.InferOutput<typeof OrderEdit>;
export const OrderEditInput = v.strictObject({ edit: OrderEdit, ...TRADE_CONFIRMATION, ...TAKING_BACK });
export type OrderEditInput = v.InferOutput<typeof OrderEditInput>;

/** Which open orders to cancel: some, those of a pair, or all; of the latter as many as one transaction takes, the oldest first. */
export const OrderCancel = v.variant("which", [
  v.strictObject({
    which: v.literal("these"),
    offerIds: v.pipe(v.array(OfferId), v.minLength(1), v.maxLength(MAX_CANCELLED)),
  }),
  v.strictObject({ which: v.literal("pair"), base: AssetKey, quote: AssetKey }),
  v.strictObject({ which: v.literal("all") }),
]);
export type OrderCancel = v.InferOutput<typeof OrderCancel>;
export const OrderCancelInput = v.strictObject({ cancel: OrderCancel, ...TRADE_CONFIRMATION });
export type OrderCancelInput = v.InferOutput<typeof OrderCancelInput>;

export const OrderCancelCheckOutput = v.strictObject({
  /** Those that one transaction cancels. */
  offerIds: v.array(OfferId),
  /** How many more there are. */
  more: v.number(),
  /** What can be spent again, by asset, the network's reserve among it. */
  frees: v.array(Cost),
  ...TRADE_COST,
});
export type OrderCancelCheckOutput = v.InferOutput<typeof OrderCancelCheckOutput>;

/**
 * A payment of one's own account to itself through the assets of `path`, as a quote named them. `send` fixes what leaves, and
 * `receiveAmount` is the least that arrives; `receive` fixes what arrives, and `sendAmount` is the most that leaves.
 */
export const SwapTerms = v.pipe(
  v.strictObject({
    direction: v.picklist(["send", "receive"]),
    send: AssetKey,
    receive: AssetKey,
    sendAmount: Entered,
    receiveAmount: Entered,
    /** Between the two, in the order in which they are passed. */
    path: v.pipe(v.array(AssetKey), v.maxLength(MAX_HOPS - 1)),
  }),
  v.check(({ send, receive, path }) => {
    const passed = [send, ...path, receive];
    return new Set(passed).size === passed.length;
  }, says("asset-twice")),
);
export type SwapTerms = v.InferOutput<typeof SwapTerms>;
export const SwapCheckOutput = v.strictObject({
  /** Null where they cannot be read. */
  sendAmount: v.nullable(Amount),
  receiveAmount: v.nullable(Amount),
  ...TRADE_COST,
});
export type SwapCheckOutput = v.InferOutput<typeof SwapCheckOutput>;
export const SwapInput = v.strictObject({ swap: SwapTerms, ...TRADE_CONFIRMATION, ...TAKING_BACK });
export type SwapInput = v.InferOutput<typeof SwapInput>;

/**
 * Both assets for shares of their pool, in its own ratio and so much of them as both amounts allow. Nothing happens where the
 * units of A for one of B are not within the two prices. A pool without shares takes both amounts whole.
 */
export const PoolDepositTerms = v.pipe(
  v.strictObject({
    assetA: AssetKey,
    assetB: AssetKey,
    maxA: Entered,
    maxB: Entered,
    minPrice: Entered,
    maxPrice: Entered,
  }),
  v.check(({ assetA, assetB }) => assetA !== assetB, says("same-assets")),
);
export type PoolDepositTerms = v.InferOutput<typeof PoolDepositTerms>;

/** Shares of a pool, and what both assets must come to at least. */
export const PoolWithdrawTerms = v.strictObject({
  poolId: PoolState.entries.poolId,
  shares: Entered,
  minA: Entered,
  minB: Entered,
});
export type PoolWithdrawTerms = v.InferOutput<typeof PoolWithdrawTerms>;

/** What a deposit or withdrawal comes to as the pool stands; A and B are those of the request, of a withdrawal the pool's own. */
const poolOutcome = {
  poolId: PoolState.entries.poolId,
  /** The ledger that the pool was read at. */
  ledger: v.number(),
  /** Null where the terms cannot be read or something is in the way. */
  now: v.nullable(v.strictObject({ amountA: Amount, amountB: Amount, shares: Amount })),
};
export const PoolDepositCheckOutput = v.strictObject({
  ...poolOutcome,
  /** Whether there is such a pool yet; if not, the deposit makes it. */
  exists: v.boolean(),
  ...TRADE_COST,
});
export type PoolDepositCheckOutput = v.InferOutput<typeof PoolDepositCheckOutput>;
export const PoolDepositInput = v.strictObject({ deposit: PoolDepositTerms, ...TRADE_CONFIRMATION });
export type PoolDepositInput = v.InferOutput<typeof PoolDepositInput>;

export const PoolWithdrawCheckOutput = v.strictObject({
  ...poolOutcome,
  /** Whether these are all of one's shares: the network's reserve for them is then free again. */
  isAll: v.boolean(),
  ...TRADE_COST,
});
export type PoolWithdrawCheckOutput = v.InferOutput<typeof PoolWithdrawCheckOutput>;
export const PoolWithdrawInput = v.strictObject({ withdrawal: PoolWithdrawTerms, ...TRADE_CONFIRMATION });
export type PoolWithdrawInput = v.InferOutput<typeof PoolWithdrawInput>;

export const TradeOutput = SubmissionOutput;

/**
 * `removed` is by the network: its issuer took the consent back, or the account had to let it go. So is one that ended in
 * ledgers of which nobody could tell any more.
 */
export const OrderState = v.picklist(["open", "filled", "cancelled", "removed"]);
export type OrderState = v.InferOutput<typeof OrderState>;

/**
 * An order of one's own as ledgers hold it, and its end. `uid` is the offer's number, or `op-` and the operation's id where all
 * was traded at once and nothing came into the book.
 */
export const OrderRow = syncRow({
  /** Empty where it never was in the book. */
  offerId: textUpTo(19),
  kind: OrderKind,
  side: OrderSide,
  base: AssetKey,
  quote: AssetKey,
  /** Units of the quote asset for one of the base asset. */
  price: LedgerPrice,
  /** Of the base asset, what is left to trade; of an order to buy, what the rest buys at its price. Zero once it ended. */
  amount: Amount,
  /** What the offer still gives, as the ledger has it: the base asset where it sells, the quote asset where it buys. */
  offered: Amount,
  /** Of the base asset, when it was placed or last edited. */
  placedAmount: Amount,
  /** What was traded so far. */
  filledBase: Volume,
  filledQuote: Volume,
  state: OrderState,
  /** Of the transaction that placed it. */
  hash: textUpTo(64),
  /** The last that changed it. */
  ledger: v.number(),
  placedAt: Instant,
  changedAt: Instant,
});
export type OrderRow = v.InferOutput<typeof OrderRow>;

/**
 * One exchange of one's own with an offer or a pool. `maker` waited in the book, `taker` came to it. Through several markets in
 * one payment each is a fill of its own.
 */
export const FillRow = syncRow({
  /** `uid` of the order's row; empty for a swap. */
  orderUid: textUpTo(64),
  base: AssetKey,
  quote: AssetKey,
  /** One's own. */
  side: OrderSide,
  /** What was paid: units of the quote asset for one of the base asset. */
  price: PriceText,
  baseAmount: Amount,
  quoteAmount: Amount,
  role: v.picklist(["maker", "taker"]),
  via: v.picklist(["offer", "pool"]),
  hash: textUpTo(64),
  ledger: v.number(),
  timestamp: Instant,
});
export type FillRow = v.InferOutput<typeof FillRow>;

/** One's own shares of a pool; `uid` is the pool's id. */
export const PoolShareRow = syncRow({
  assetA: AssetKey,
  assetB: AssetKey,
  shares: Amount,
  asOfLedger: v.number(),
});
export type PoolShareRow = v.InferOutput<typeof PoolShareRow>;

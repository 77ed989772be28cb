import * as v from "valibot";
import { entity, optionalDate, optionalText } from "./entity.ts";
import { AssetKey } from "./markets.ts";
import { DETAIL_LENGTH } from "./notifications.ts";
import { syncRow } from "./sync-row.ts";
import { Entered, TradeAgreed } from "./trading.ts";
import { AssetCode, Id, Instant, Json, JsonList, textUpTo, Uid } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";
import { Amount, Decimal } from "./values/money.ts";
import { PriceText } from "./values/price.ts";

export const StrategyKind = v.picklist(["trend-following", "mean-reversion", "breakout", "dca", "grid"]);
export type StrategyKind = v.InferOutput<typeof StrategyKind>;
/** `alert` tells of what it would do, and keeps a book on paper of it; `auto` does it. */
export const ExecutionMode = v.picklist(["alert", "auto"]);
export type ExecutionMode = v.InferOutput<typeof ExecutionMode>;
/** `inactive` until what its start costs is paid; `paused` by its owner or by a lock, until they go on; `stopped` for good. */
export const AutomationStatus = v.picklist(["inactive", "active", "paused", "stopped"]);
export type AutomationStatus = v.InferOutput<typeof AutomationStatus>;
export const PaymentStatus = v.picklist(["pending", "paid", "failed"]);
/** How long the candles are that a strategy is shown. */
export const CandleChoice = v.picklist(["1m", "5m", "15m", "1h", "1d"]);
export type CandleChoice = v.InferOutput<typeof CandleChoice>;

export const AutomatedTrading = entity("automated_trading", {
  userId: Id,
  isActive: v.optional(v.boolean(), false),
  activationDate: optionalDate,
  paymentId: optionalText,
  paymentStatus: v.optional(PaymentStatus, "pending"),
  executionMode: v.optional(ExecutionMode, "alert"),
  selectedStrategy: v.optional(StrategyKind, "trend-following"),
  tradingPairs: v.optional(JsonList, []),
  parameters: v.optional(Json, {}),
  lastTradeDate: optionalDate,
  profitLoss: v.optional(Decimal, "0"),
  tradeCount: v.optional(v.number(), 0),
  status: v.optional(AutomationStatus, "inactive"),
  riskAccepted: v.optional(v.boolean(), false),
});

export const TradingSignals = entity("trading_signals", {
  automatedTradingId: Id,
  signalType: v.picklist(["buy", "sell", "hold"]),
  baseAsset: AssetCode,
  quoteAsset: AssetCode,
  price: Decimal,
  confidence: Decimal,
  description: v.string(),
  signalSource: v.string(),
  executed: v.optional(v.boolean(), false),
  executionDate: optionalDate,
  result: optionalText,
  profitLoss: v.optional(v.nullable(Decimal), null),
});

/** Pairs of one automation: all are traded for the same asset. */
export const MAX_PAIRS = 5;
/** Automations of one person that are not over. */
export const MAX_AUTOMATIONS = 10;
/** Days of which it is told whether they were the same when played again. */
export const REPLAYS_TOLD = 30;
/** Points of a curve that are told. */
export const CURVE_POINTS = 200;
/** Trades of a back-test that are told, the latest. */
export const TRADES_TOLD = 100;

function whole(least: number, most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

/** What a strategy is told, by name; which there are and how far each goes is said by `strategies/`. They decide, and pay nothing. */
export const Parameters = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[a-zA-Z]{1,30}$/)), v.pipe(v.number(), v.finite())),
  v.check((all) => Object.keys(all).length <= 10),
);

/** What an automation does, as its owner confirms it. Amounts are of the quote asset. */
export const AutomationTerms = v.pipe(
  v.strictObject({
    strategy: StrategyKind,
    candle: CandleChoice,
    bases: v.pipe(v.array(AssetKey), v.minLength(1), v.maxLength(MAX_PAIRS)),
    quote: AssetKey,
    parameters: Parameters,
    /** What each pair may bind at most: nothing beyond it, and beyond what it earned, is ever given. */
    budget: Entered,
    /** What one trade gives at most. */
    perTrade: Entered,
    /** What all purchases within a day (UTC) give at most. */
    perDay: Entered,
    /** Percent below its height at which it pauses until its owner goes on. */
    maxDrawdown: whole(1, 90),
    /** Candles without a purchase after one that ended in a loss. */
    cooldown: whole(0, 1000),
    /** How much worse than quoted a trade may be, in hundredths of a percent. */
    slippage: whole(1, 1000),
  }),
  v.check(({ bases, quote }) => !bases.includes(quote), says("same-assets")),
  v.check(({ bases }) => new Set(bases).size === bases.length, says("asset-twice")),
);
export type AutomationTerms = v.InferOutput<typeof AutomationTerms>;

/** Shares of what there was, in millionths. */
const Ppm = v.pipe(v.number(), v.safeInteger());

/** What a strategy would have come to, beside holding what there was. */
export const BackTestSummary = v.strictObject({
  resultPpm: Ppm,
  heldPpm: Ppm,
  /** The deepest fall from a height before it. */
  drawdownPpm: Ppm,
  /** Sales: with fewer than 30 of them nothing is meant by it. */
  trades: v.number(),
  isTooFew: v.boolean(),
  worstMonth: v.nullable(v.strictObject({ month: textUpTo(7), ppm: Ppm })),
});
export type BackTestSummary = v.InferOutput<typeof BackTestSummary>;

/** Code and facts of a sentence that says why (`said.ts`). */
const Said = textUpTo(DETAIL_LENGTH);

export const BackTestTrade = v.strictObject({
  at: Instant,
  side: v.picklist(["buy", "sell"]),
  price: PriceText,
  base: Amount,
  quote: Amount,
  fee: Amount,
  why: Said,
});
export type BackTestTrade = v.InferOutput<typeof BackTestTrade>;

/** One pair, back-tested over the candles from `from` until `to`. Worths are of the quote asset. */
export const PairTest = v.strictObject({
  base: AssetKey,
  from: Instant,
  to: Instant,
  candles: v.number(),
  /** Candles that are missing since nothing was traded: nothing is met in them. */
  gaps: v.number(),
  summary: BackTestSummary,
  /** When, what it was worth, and what holding would have been, the oldest first. */
  curve: v.pipe(v.array(v.strictTuple([v.number(), Decimal, Decimal])), v.maxLength(CURVE_POINTS)),
  trades: v.pipe(v.array(BackTestTrade), v.maxLength(TRADES_TOLD)),
});
export type PairTest = v.InferOutput<typeof PairTest>;

/** What a back-test takes for granted; in millionths, `flat` of the quote asset for each trade. */
export const TestCosts = v.strictObject({ feePpm: Ppm, flat: Amount, spreadPpm: Ppm, depthPpm: Ppm });
export type TestCosts = v.InferOutput<typeof TestCosts>;

/** `tune` looks for parameters on the first 70 percent of the candles, and reports them on the last 30 percent alone. */
export const BackTestInput = v.strictObject({ terms: AutomationTerms, tune: v.boolean() });
export type BackTestInput = v.InferOutput<typeof BackTestInput>;
export const BackTestOutput = v.strictObject({
  /** As they were tested: tuned where that was asked for. */
  terms: AutomationTerms,
  pairs: v.pipe(v.array(PairTest), v.maxLength(MAX_PAIRS)),
  costs: TestCosts,
  /** How many sets of parameters were tried, and since when what is reported was kept from the search; null where none were. */
  tuned: v.nullable(v.strictObject({ tried: v.number(), reportedFrom: Instant })),
  at: Instant,
});
export type BackTestOutput = v.InferOutput<typeof BackTestOutput>;

const signal = {
  /** The number of its automation. */
  automatedTradingId: Id,
  signalType: v.picklist(["buy", "sell", "hold"]),
  base: AssetKey,
  quote: AssetKey,
  /** At which it was given: the close of its candle, or the price that was reached. */
  price: PriceText,
  /** Between 0 and 1. */
  confidence: Decimal,
  description: Said,
  /** The strategy and its candles. */
  signalSource: textUpTo(60),
  /** The beginning of the candle that it came of. */
  candleAt: Instant,
  /** Whether it was traded, on paper or on the ledger. */
  executed: v.boolean(),
  executionDate: v.nullable(Instant),
  isPaper: v.boolean(),
  /** `open` until it is traded or over; why it was not is in `why`. */
  result: v.picklist(["open", "told", "done", "missed", "failed"]),
  why: Said,
  /** What was traded; null before. */
  baseAmount: v.nullable(Amount),
  quoteAmount: v.nullable(Amount),
  averagePrice: v.nullable(PriceText),
  /** Of a sale, in the quote asset, beside what was paid for what was sold; null of others. */
  profitLoss: v.nullable(Decimal),
  hash: textUpTo(64),
};
export const TradingSignalRow = syncRow(signal);
export type TradingSignalRow = v.InferOutput<typeof TradingSignalRow>;

/** What an automation has of a pair: on paper in `alert`, of its owner's account in `auto`. */
export const PairHolding = v.strictObject({
  base: AssetKey,
  baseAmount: Amount,
  quoteAmount: Amount,
  /** Of both in the quote asset, by the last candle that closed. */
  worth: Decimal,
  /** What was bought is sold once the price falls to it. */
  stop: v.nullable(PriceText),
  /** Until when it buys nothing after a loss; null for not. */
  coolsUntil: v.nullable(Instant),
  lastCandleAt: v.nullable(Instant),
});
export type PairHolding = v.InferOutput<typeof PairHolding>;

/** A day (UTC) that was played again over its stored candles. */
export const Replay = v.strictObject({
  day: textUpTo(10),
  signals: v.number(),
  /** Whether each of them was given again, and no other. */
  isEqual: v.boolean(),
  /** What was really traded came to so much more or less than the back-test of the same day, in the quote asset. */
  difference: Decimal,
});
export type Replay = v.InferOutput<typeof Replay>;

/** An automation as its owner's devices have it; `uid` is the idempotency key under which it was started. */
export const AutomatedTradingRow = syncRow({
  terms: AutomationTerms,
  executionMode: ExecutionMode,
  riskAccepted: v.boolean(),
  status: AutomationStatus,
  /** Why it is paused or stopped by itself, or what keeps it from trading; empty otherwise. */
  reason: Said,
  isActive: v.boolean(),
  activationDate: v.nullable(Instant),
  /** Of the submission that pays what its start costs; empty where that costs nothing. */
  paymentId: textUpTo(20),
  paymentStatus: PaymentStatus,
  lastTradeDate: v.nullable(Instant),
  /** Of all pairs, in the quote asset, by the last candles that closed. */
  profitLoss: Decimal,
  tradeCount: v.number(),
  /** The most that all pairs together were worth, since its owner last let it go on. */
  height: Decimal,
  /** What purchases of `spentDay` (UTC) gave. */
  spentDay: textUpTo(10),
  spentToday: Amount,
  holdings: v.pipe(v.array(PairHolding), v.maxLength(MAX_PAIRS)),
  replays: v.pipe(v.array(Replay), v.maxLength(REPLAYS_TOLD)),
  /** What it came to before it was started. */
  tested: v.pipe(v.array(BackTestSummary), v.maxLength(MAX_PAIRS)),
  /** What each trade may cost beside itself. */
  agreed: TradeAgreed,
  startedAt: Instant,
  changedAt: Instant,
});
export type AutomatedTradingRow = v.InferOutput<typeof AutomatedTradingRow>;

export const AutomationUid = v.strictObject({ uid: Uid });

import * as v from "valibot";
import { LadderOffer, MAX_LEVELS, PoolSettings, PoolStatus, PoolTerms } from "./market-making.ts";
import { ToldRefusal } from "./said.ts";
import { TRADE_CONFIRMATION, TRADE_COST } from "./trading.ts";
import { Instant, Uid } from "./values/fields.ts";
import { Amount, Decimal } from "./values/money.ts";
import { PriceText } from "./values/price.ts";

/** Nothing trades for anybody who did not say that they know what can be lost. */
export const PoolWish = v.strictObject({ terms: PoolTerms, riskAccepted: v.boolean() });
export type PoolWish = v.InferOutput<typeof PoolWish>;

/** What a pool binds, and its ladder as it would stand now; the ladder is null where nobody can tell the reference. */
const POOL_PREVIEW = {
  reference: v.nullable(PriceText),
  ladder: v.nullable(v.pipe(v.array(LadderOffer), v.maxLength(2 * MAX_LEVELS))),
  /** XLM beside what it trades: the network's reserves of wallets, lines and offers, and what its fees are paid of. */
  reserves: Amount,
  feeBuffer: Amount,
  /** What a start, or a ladder, would come to now that is no reason not to open it. */
  warnings: v.array(ToldRefusal),
};

/** What opening costs beside what is put in, what is bound, and everything that stands against it. */
export const PoolCheckOutput = v.strictObject({ ...TRADE_COST, ...POOL_PREVIEW });
export type PoolCheckOutput = v.InferOutput<typeof PoolCheckOutput>;

export const PoolInput = v.strictObject({ pool: PoolWish, ...TRADE_CONFIRMATION });
export type PoolInput = v.InferOutput<typeof PoolInput>;

/** Starts one that is stopped; what it did until then no longer counts for its stops. */
export const PoolStart = v.strictObject({ uid: Uid, riskAccepted: v.boolean() });
export type PoolStart = v.InferOutput<typeof PoolStart>;
export const PoolStartInput = v.strictObject({ start: PoolStart, ...TRADE_CONFIRMATION });
export type PoolStartInput = v.InferOutput<typeof PoolStartInput>;

/** Gives it other settings, running or not. */
export const PoolChange = v.strictObject({ uid: Uid, settings: PoolSettings });
export type PoolChange = v.InferOutput<typeof PoolChange>;
export const PoolChangeInput = v.strictObject({ change: PoolChange, ...TRADE_CONFIRMATION });
export type PoolChangeInput = v.InferOutput<typeof PoolChangeInput>;

export const PoolOutput = v.strictObject({ uid: Uid, status: PoolStatus });
export type PoolOutput = v.InferOutput<typeof PoolOutput>;

/** Points of a simulated curve. */
export const SIMULATED_POINTS = 180;

/** What the pool would have come to over the stored candles of the last 90 days. Worths are of quote. */
export const PoolSimulation = v.strictObject({
  from: Instant,
  to: Instant,
  candles: v.number(),
  /** Candles that are missing since nothing was traded: nothing is filled in them. */
  gaps: v.number(),
  fills: v.number(),
  /** Fewer than 30 mean nothing. */
  isTooFew: v.boolean(),
  /** Beside holding, and what of it was spread and inventory. */
  result: Decimal,
  spread: Decimal,
  inventory: Decimal,
  /** The deepest fall of its worth from a height before it, in millionths. */
  drawdownPpm: v.number(),
  /** When it would have stopped, and by what; null for never. */
  stopped: v.nullable(v.strictObject({ at: Instant, by: v.picklist(["price-margin", "drawdown", "daily-loss"]) })),
  /** When, what it was worth, and what holding would have been, the oldest first. */
  curve: v.pipe(v.array(v.strictTuple([v.number(), Decimal, Decimal])), v.maxLength(SIMULATED_POINTS)),
});
export type PoolSimulation = v.InferOutput<typeof PoolSimulation>;

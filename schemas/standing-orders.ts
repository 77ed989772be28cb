import * as v from "valibot";
import { Instant, textUpTo, Uid } from "./values/fields.ts";
import { MarketState } from "./market-data.ts";
import { AssetKey } from "./markets.ts";
import { PriceText } from "./values/price.ts";
import { Amount } from "./values/money.ts";
import { KeptPayment } from "./standing-payments.ts";
import { syncRow } from "./sync-row.ts";
import { Entered, OrderSide, PlannedOffer, TRADE_CONFIRMATION, TRADE_COST, TradeAgreed } from "./trading.ts";
import { says } from "./values/field-sentences.ts";

/**
 * Orders that this service keeps, beyond the ledger's own. `stop-limit` and `take-profit` become one limit order when a price is
 * reached, `trailing-stop` where the price turns back so far from the best one seen, `oco` at the first of two prices; `twap` trades an
 * amount in equal parts, one after another; `recurring` buys for the same amount again and again.
 */
export const StandingKind = v.picklist(["stop-limit", "take-profit", "trailing-stop", "oco", "twap", "recurring"]);
export type StandingKind = v.InferOutput<typeof StandingKind>;

export const Calendar = v.picklist(["day", "week", "month"]);
export type Calendar = v.InferOutput<typeof Calendar>;

export const MIN_SLICES = 2;
export const MAX_SLICES = 200;
/** A part has to be on the ledger before the next one. */
export const MIN_SLICE_SECONDS = 30;
export const MAX_SLICE_SECONDS = 7 * 86_400;
export const MAX_TIMES = 520;
/** From placing an order to its end, where it has one. */
export const MAX_STANDING_DAYS = 400;
/** Orders of one person that are not over. */
export const MAX_STANDING_ORDERS = 100;
/** In hundredths of a percent. */
export const MAX_SLIPPAGE = 5000;
/** How far a trailing stop stays behind, in hundredths of a percent. */
export const MIN_TRAIL = 10;
export const MAX_TRAIL = 5000;
/** How far beyond its trigger its limit may be, in hundredths of a percent. */
export const MAX_LIMIT_OFFSET = 2000;
/** The latest runs that a row tells of. */
export const RUNS_TOLD = 30;

function whole(least: number, most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

/** Prices are units of the quote asset for one of the base asset. */
const terms = {
  base: AssetKey,
  quote: AssetKey,
  /** When it ends by itself; null for never. */
  expiresAt: v.nullable(Instant),
};
/** Of the base asset. */
const offered = { side: OrderSide, amount: Entered };
/**
 * `triggerPrice` is compared with the price at which one could trade as a ledger leaves it: the best bid where it sells, the best
 * ask where it buys. `price` is then the limit.
 */
const triggered = { ...terms, ...offered, triggerPrice: Entered, price: Entered };

/** A standing order as it was filled in; its row says the amounts and prices as they were read. */
export const StandingTerms = v.pipe(
  v.variant("kind", [
    /** Sells once the bid is at or below the trigger, buys once the ask is at or above it. */
    v.strictObject({ kind: v.literal("stop-limit"), ...triggered }),
    /** Sells once the bid is at or above the trigger, buys once the ask is at or below it. */
    v.strictObject({ kind: v.literal("take-profit"), ...triggered }),
    /**
     * Sells once the bid has fallen so far from the highest one that a ledger left since it was placed, buys once the ask has risen so
     * far from the lowest one; the rest is in `values/trailing.ts`.
     */
    v.strictObject({
      kind: v.literal("trailing-stop"),
      ...terms,
      ...offered,
      trail: whole(MIN_TRAIL, MAX_TRAIL),
      limitOffset: whole(0, MAX_LIMIT_OFFSET),
      /** The price from which on it follows; null for at once. */
      activationPrice: v.nullable(Entered),
    }),
    /**
     * A stop-limit by `triggerPrice` and `price` and a take-profit by the other two, of which one goes out: the one whose price is
     * reached first, and the stop where that cannot be told.
     */
    v.strictObject({
      kind: v.literal("oco"),
      ...triggered,
      profitTrigger: Entered,
      profitPrice: Entered,
    }),
    /** The first part at once. */
    v.strictObject({
      kind: v.literal("twap"),
      ...terms,
      ...offered,
      /** The worst average at which a part is still traded. */
      price: Entered,
      slices: whole(MIN_SLICES, MAX_SLICES),
      intervalSeconds: whole(MIN_SLICE_SECONDS, MAX_SLICE_SECONDS),
    }),
    v.strictObject({
      kind: v.literal("recurring"),
      ...terms,
      /** Of the quote asset, each time. */
      spend: Entered,
      every: Calendar,
      /** Planned dates, those that were missed too; null until it is cancelled or ends. */
      times: v.nullable(whole(1, MAX_TIMES)),
      /** The highest average at which it still buys; null for any. */
      highestPrice: v.nullable(Entered),
      /** How much less than quoted may arrive, in hundredths of a percent. */
      slippage: whole(1, MAX_SLIPPAGE),
      /** The first date, by which the others go: of months the same day, or the last there is. Null for now. */
      startsAt: v.nullable(Instant),
    }),
  ]),
  v.check(({ base, quote }) => base !== quote, says("same-assets")),
);
export type StandingTerms = v.InferOutput<typeof StandingTerms>;

/**
 * What placing an order would come to. The costs are those of one run (the largest), `networkFee` the most that the network may
 * charge for each. Nothing is kept back until a run begins.
 */
export const StandingCheckOutput = v.strictObject({
  /** What a run asks the ledger for; null of a recurring buy, and where the terms cannot be read. */
  offer: v.nullable(PlannedOffer),
  /** Of a recurring buy: what one brings of the base asset as the market stands, before the slippage. */
  estimate: v.nullable(Amount),
  /** At which prices one could trade, of book or pool, and as of which ledger. */
  market: v.strictObject({
    state: MarketState,
    ledger: v.number(),
    bid: v.nullable(PriceText),
    ask: v.nullable(PriceText),
  }),
  /** How many runs are planned; null where it goes on until it is cancelled or ends. */
  runs: v.nullable(v.number()),
  /** When the first run is planned; null where a price decides. */
  firstAt: v.nullable(Instant),
  /** When the last one is; null where that is open. */
  lastAt: v.nullable(Instant),
  ...TRADE_COST,
  /** What would keep a run from going out if it were now, though the order can be placed. */
  warnings: TRADE_COST.refusals,
});
export type StandingCheckOutput = v.InferOutput<typeof StandingCheckOutput>;

/** `agreed` is what each run may cost beside itself, as the check told. */
export const StandingOrderInput = v.strictObject({
  order: StandingTerms,
  ...TRADE_CONFIRMATION,
});
export type StandingOrderInput = v.InferOutput<typeof StandingOrderInput>;

/**
 * `waiting` for its price or its time, `running` while a run is under way. `done` when nothing more is planned, `failed` where
 * nothing came of it.
 */
export const StandingOrderState = v.picklist(["waiting", "running", "done", "cancelled", "failed", "expired"]);
export type StandingOrderState = v.InferOutput<typeof StandingOrderState>;

export const StandingOrderOutput = v.strictObject({ uid: Uid, state: StandingOrderState });
export type StandingOrderOutput = v.InferOutput<typeof StandingOrderOutput>;

export const StandingCancelInput = v.strictObject({ uid: Uid });
export type StandingCancelInput = v.InferOutput<typeof StandingCancelInput>;

/**
 * `submissionId` names a run that was signed already and is under way: it ends as the ledger says. An order of one run is then not
 * cancelled; of another, all that would have come after is.
 */
export const StandingCancelOutput = v.strictObject({
  uid: Uid,
  state: StandingOrderState,
  submissionId: v.nullable(v.number()),
});
export type StandingCancelOutput = v.InferOutput<typeof StandingCancelOutput>;

/**
 * One run: `missed` was refused before anything was sent, `failed` by the network. Done, a limit order stands in the book, and anything
 * else is traded or paid.
 */
export const StandingRun = v.strictObject({
  /** From 1. */
  number: v.number(),
  outcome: v.picklist(["under-way", "done", "missed", "failed", "cancelled"]),
  /** A sentence; empty where there is nothing to say. */
  reason: textUpTo(300),
  /** When it began. */
  at: Instant,
  /** Of the market that it looked at. */
  ledger: v.number(),
  /** The price that it saw there: the best bid or ask of a trigger, the average that was quoted of anything else. */
  price: v.nullable(PriceText),
  /** Null where it was missed. */
  submissionId: v.nullable(v.number()),
  /** Of its transaction; empty until it is done. */
  hash: textUpTo(64),
});
export type StandingRun = v.InferOutput<typeof StandingRun>;

/** Whatever this service keeps and carries out later: a trade, or a payment that is repeated. */
export const KeptTerms = v.union([StandingTerms, KeptPayment]);
export type KeptTerms = v.InferOutput<typeof KeptTerms>;

/** A standing order of one's own; `uid` is the idempotency key under which it was placed. */
export const StandingOrderRow = syncRow({
  terms: KeptTerms,
  state: StandingOrderState,
  /** Why it ended, or what keeps a run that is due from going out; empty where there is nothing to say. */
  reason: textUpTo(300),
  /** The latest of them, the newest last. */
  runs: v.pipe(v.array(StandingRun), v.maxLength(RUNS_TOLD)),
  /** Counts of all. */
  runsDone: v.number(),
  runsMissed: v.number(),
  /** When the next run is planned; null where a price decides, or none is. */
  nextAt: v.nullable(Instant),
  /** Of a trailing stop: the best price seen, which its trigger goes by. Null of others, and until it follows. */
  mark: v.nullable(PriceText),
  /** What each run may cost beside itself. */
  agreed: TradeAgreed,
  placedAt: Instant,
  changedAt: Instant,
});
export type StandingOrderRow = v.InferOutput<typeof StandingOrderRow>;

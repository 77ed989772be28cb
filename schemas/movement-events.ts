import * as v from "valibot";
import { AssetKey } from "./markets.ts";
import { MAX_HOPS, Volume } from "./market-data.ts";
import { OrderKind, OrderSide } from "./trading.ts";
import { Instant, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { PriceText } from "./values/price.ts";

/**
 * What happened by an operation, beyond the amount of one asset that its row holds. `exchanged` gave one asset for another, or moved
 * both of a pool; `leg` is the row of the other asset, which tells nothing by itself. An order was `placed`, `changed` or `cancelled`
 * without any trade; a line was `added`, `removed`, or another limit `set`. `opened` is one's own account, its reserve paid by the house,
 * `claimed` what somebody had set aside, `paid` any payment with a fee to the house beside it, `failed` what was charged and did nothing, `missing` that all movements of a time are.
 */
export const EventAct = v.picklist([
  "exchanged",
  "leg",
  "placed",
  "changed",
  "cancelled",
  "added",
  "removed",
  "set",
  "opened",
  "claimed",
  "paid",
  "failed",
  "missing",
]);
export type EventAct = v.InferOutput<typeof EventAct>;

/** What a failed transaction was for. */
export const Tried = v.picklist(["send", "order", "exchange", "trust", "claim", "pool", "account", "other"]);
export type Tried = v.InferOutput<typeof Tried>;

/** An amount of the asset `XLM` or `CODE-ISSUER`. */
export const EventLeg = v.strictObject({ asset: AssetKey, amount: Amount, isIncoming: v.boolean() });
export type EventLeg = v.InferOutput<typeof EventLeg>;

/** An order right after what happened to it; amounts are of the base asset. */
export const EventOrder = v.strictObject({
  /** `uid` of the order's row. */
  uid: textUpTo(64),
  kind: OrderKind,
  side: OrderSide,
  base: AssetKey,
  quote: AssetKey,
  price: PriceText,
  /** All that was to be traded. */
  amount: Amount,
  /** What was traded until then, and what stood in the book afterwards. */
  filled: Volume,
  left: Amount,
  /** Whether somebody took it while it waited in the book; its owner did something otherwise. */
  wasTaken: v.boolean(),
});
export type EventOrder = v.InferOutput<typeof EventOrder>;

export const MovementEvent = v.strictObject({
  act: EventAct,
  /** Of a `leg`: `uid` of the row that tells the event. */
  of: v.exactOptional(textUpTo(64)),
  /** The other asset of an exchange. */
  other: v.exactOptional(EventLeg),
  /** Of an exchange through several markets: the assets between the two. */
  path: v.exactOptional(v.pipe(v.array(AssetKey), v.maxLength(MAX_HOPS))),
  order: v.exactOptional(EventOrder),
  /** What went to the house beside it. */
  charged: v.exactOptional(v.array(EventLeg)),
  tried: v.exactOptional(Tried),
  /** Of movements that are missing: from when on. */
  since: v.exactOptional(Instant),
});
export type MovementEvent = v.InferOutput<typeof MovementEvent>;

import type { EventOrder } from "#schemas/movement-events.ts";
import { formatAmount, parseAmount, parseVolume } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import { deedKey, type OrderDeed } from "#server/platform/ingest/movement-events.ts";
import type { OfferChange, OwnTrading } from "#server/platform/ingest/own-trading.ts";
import { isOwnOffer, standing } from "./order-changes.ts";
import type { StoredOrder } from "./order-rows.ts";

/** Collects what operations did to orders, so that the history can tell it. */
export interface Deeds {
  /** An operation changed the offer of an order, which is now as `order` says. */
  add(operation: OwnTrading, change: OfferChange, order: StoredOrder): void;
  /** An operation placed an order that never came into the book. */
  addAtOnce(operation: OwnTrading, uid: string, order: StoredOrder): void;
  /** By `deedKey`. */
  read(): ReadonlyMap<string, OrderDeed>;
}

export function openDeeds(): Deeds {
  const deeds = new Map<string, OrderDeed>();
  /** Several orders of one account changed by one operation: which of them it was about cannot be said in a line. */
  const several = new Set<string>();
  const put = (key: string, deed: OrderDeed): void => {
    if (deeds.has(key)) several.add(key);
    deeds.set(key, deed);
  };
  return {
    add(operation, change, order) {
      const act = actOf(operation, change);
      const amount = wholeAmount(act, change, order);
      const told = orderOf(change.offerId, order, amount, !isOwnOffer(operation, change));
      put(deedKey(operation.operationId, change.seller), { act, order: told });
    },
    addAtOnce(operation, uid, order) {
      const told = orderOf(uid, order, parseVolume(order.placedAmount), false);
      put(deedKey(operation.operationId, operation.source), { act: "placed", order: told });
    },
    read: () => new Map([...deeds].filter(([key]) => !several.has(key))),
  };
}

function actOf({ asked }: OwnTrading, { before }: OfferChange): OrderDeed["act"] {
  if (asked && asked.type !== "path" && asked.amount === 0n) return "cancelled";
  return before === null ? "placed" : "changed";
}

/** Of what was cancelled or taken, all there ever was of it: an edit since may have left it more or less than was placed. */
function wholeAmount(act: OrderDeed["act"], { before, after }: OfferChange, order: StoredOrder): bigint {
  const placed = parseAmount(order.placedAmount);
  const stood = after ?? (act === "cancelled" ? before : null);
  const left = stood ? parseAmount(standing(order.side, stood).amount) : 0n;
  const whole = left + parseVolume(order.filledBase);
  return act === "placed" || placed > whole ? placed : whole;
}

/** The order as the history tells of it. */
export function orderOf(uid: string, order: StoredOrder, amount: bigint, wasTaken: boolean): EventOrder {
  const { kind, side, base, quote, price, filledBase, amount: left } = order;
  return {
    uid,
    kind,
    side,
    base,
    quote,
    price: priceText(BigInt(price.n), BigInt(price.d)) ?? "1",
    amount: formatAmount(amount),
    filled: filledBase,
    left,
    wasTaken,
  };
}

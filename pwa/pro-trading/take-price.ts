import type { OrderDraft } from "#pwa/parts/trading/order-draft.ts";
import type { OrderKind, OrderSide } from "#schemas/trading.ts";

/** Whether such an order has a price of its own. */
export function hasPrice({ kind, standing }: Pick<OrderDraft, "kind" | "standing">): boolean {
  return standing === null ? kind !== "market" : standing !== "recurring";
}

/** A price that was pointed at: what is ordered without one becomes a limit order at it. */
export function withPrice(draft: OrderDraft, price: string): Partial<OrderDraft> {
  return hasPrice(draft) ? { price } : { price, ...ofKind("limit") };
}

export function ofKind(kind: OrderKind): Partial<OrderDraft> {
  return { kind, standing: null };
}

/** Regular orders buy: whoever turns to selling is back at an order for now, as in the form itself. */
export function ofSide({ standing }: OrderDraft, side: OrderSide): Partial<OrderDraft> {
  return { side, standing: side === "sell" && standing === "recurring" ? null : standing };
}

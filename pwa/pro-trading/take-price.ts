import { type OrderDraft, turned } from "#pwa/parts/trading/order-draft.ts";
import type { OrderKind } from "#schemas/trading.ts";

/** Whether such an order has a price of its own. */
export function hasPrice({ kind, standing }: Pick<OrderDraft, "kind" | "standing">): boolean {
  return standing === null ? kind !== "market" : standing !== "recurring" && standing !== "trailing-stop";
}

/** A price that was pointed at: what is ordered without one becomes a limit order at it. */
export function withPrice(draft: OrderDraft, price: string): Partial<OrderDraft> {
  return hasPrice(draft) ? { price } : { ...ofKind(draft, "limit"), price };
}

export function ofKind(draft: OrderDraft, kind: OrderKind): Partial<OrderDraft> {
  return turned(draft, { kind, standing: null });
}

import * as v from "valibot";
import { EMPTY_DRAFT, type OrderDraft } from "#pwa/parts/trading/order-draft.ts";
import { OrderSide } from "#schemas/trading.ts";
import { Amount } from "#schemas/values/money.ts";
import { PriceText } from "#schemas/values/price.ts";

const Asked = v.object({
  side: OrderSide,
  price: PriceText,
  amount: v.optional(v.union([v.literal(""), Amount]), ""),
});

/** What the form begins with: the order that an address asks for, to be looked at and changed; null where it asks for none. */
export function readAskedOrder(search: Readonly<Record<string, unknown>>): OrderDraft | null {
  const texts = Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
  const asked = v.safeParse(Asked, texts);
  return asked.success ? { ...EMPTY_DRAFT, ...asked.output } : null;
}

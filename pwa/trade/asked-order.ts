import { EMPTY_DRAFT, type OrderDraft } from "#pwa/parts/trading/order-draft.ts";
import { isAmount } from "#schemas/values/money.ts";
import { readPrice } from "#schemas/values/price.ts";

/** What the form begins with: the order that an address asks for, to be looked at and changed; null where it asks for none. */
export function readAskedOrder(search: Readonly<Record<string, unknown>>): OrderDraft | null {
  const { side } = search;
  // Whoever writes an address by hand writes numbers.
  const [price, amount] = [String(search["price"]), String(search["amount"] ?? "")];
  const isAsked = (side === "buy" || side === "sell") && readPrice(price) !== null;
  return isAsked && (amount === "" || isAmount(amount)) ? { ...EMPTY_DRAFT, side, price, amount } : null;
}

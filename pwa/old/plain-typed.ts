import { plainAmount } from "#pwa/ui/typed-amount.ts";
import type { PlainOrder } from "./plain-order.tsx";

type Typed = Pick<PlainOrder, "amount" | "price">;

/** What was typed into the plain form of an order, or the question to ask where it is not clear. */
export type ReadTyped =
  | { readonly order: Typed; readonly problem: null }
  | { readonly order: null; readonly problem: string };

/** What cannot be read as a number goes on as it was typed: the check says what is wrong with it. */
export function readTyped({ amount, price }: Typed): ReadTyped {
  const [ofAmount, ofPrice] = [plainAmount(amount), plainAmount(price)];
  if ("problem" in ofAmount) return { order: null, problem: ofAmount.problem };
  if ("problem" in ofPrice) return { order: null, problem: ofPrice.problem };
  return { order: { amount: ofAmount.text, price: ofPrice.text }, problem: null };
}

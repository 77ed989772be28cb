import { expect, test } from "vitest";
import { fillIn, orderIn, type OwnFill, type OwnOrder } from "./seen-order.ts";

const QUOTE = `USDC-G${"A".repeat(55)}`;
const PAIR = { base: "XLM", quote: QUOTE };
const ORDER: OwnOrder = {
  id: 5,
  uid: "5",
  offerId: "5",
  kind: "limit",
  side: "sell",
  ...PAIR,
  price: { n: 1, d: 4 },
  amount: "100.0000000",
  offered: "100.0000000",
  placedAmount: "120.0000000",
  filledBase: "20.0000000",
  filledQuote: "5.0000000",
  state: "open",
  hash: "",
  ledger: 3,
  placedAt: "2026-01-01T00:00:00.000Z",
  changedAt: "2026-01-01T00:00:00.000Z",
};

test("an order is what it is in its own pair, and the same seen from the other side", () => {
  expect(orderIn(ORDER, PAIR)).toMatchObject({
    side: "sell",
    price: { n: 1, d: 4 },
    amount: 1_000_000_000n,
    isTurned: false,
  });
  // Selling 100 XLM for 25 dollars is buying 25 dollars at 4 XLM each.
  expect(orderIn(ORDER, { base: QUOTE, quote: "XLM" })).toMatchObject({
    side: "buy",
    price: { n: 4, d: 1 },
    amount: 250_000_000n,
    filled: 50_000_000n,
    isTurned: true,
  });
  expect(orderIn(ORDER, { base: "XLM", quote: `EURX-G${"A".repeat(55)}` })).toBeNull();
});

test("a fill is marked on the side that one was on", () => {
  const fill: Pick<OwnFill, "base" | "quote" | "side" | "timestamp"> = {
    ...PAIR,
    side: "buy",
    timestamp: ORDER.placedAt,
  };
  expect(fillIn(fill, PAIR)?.side).toBe("buy");
  expect(fillIn(fill, { base: QUOTE, quote: "XLM" })?.side).toBe("sell");
  expect(fillIn(fill, { base: QUOTE, quote: QUOTE })).toBeNull();
});

import { expect, test } from "vitest";
import type { AutomationTerms } from "#schemas/automated-trading.ts";
import { orderOf } from "./signal-words.ts";
import type { Signal } from "./use-automations.ts";

const AT = Date.parse("2026-11-27T10:00:00.000Z");
const HOUR_MS = 3_600_000;
const TERMS = { perTrade: "10.0000000", candle: "1h" } as AutomationTerms;
const SIGNAL = {
  signalType: "buy",
  isPaper: true,
  price: "0.4",
  baseAmount: null,
  candleAt: new Date(AT).toISOString(),
} as Signal;

test("a purchase is of as much as a trade may give, or of what was traded on paper", () => {
  expect(orderOf(SIGNAL, TERMS, AT)).toEqual({ side: "buy", price: "0.400000", amount: "25" });
  expect(orderOf({ ...SIGNAL, baseAmount: "7.5000000" }, TERMS, AT)).toMatchObject({ amount: "7.5000000" });
});

test("a sale of nothing known leaves the amount to whoever sells", () => {
  expect(orderOf({ ...SIGNAL, signalType: "sell" }, TERMS, AT)).toEqual({
    side: "sell",
    price: "0.400000",
    amount: "",
  });
});

test("a signal that was traded for its owner, asks for nothing, or is a day old fills no form in", () => {
  expect(orderOf({ ...SIGNAL, isPaper: false }, TERMS, AT)).toBeNull();
  expect(orderOf({ ...SIGNAL, signalType: "hold" }, TERMS, AT)).toBeNull();
  expect(orderOf(SIGNAL, TERMS, AT + 25 * HOUR_MS)).not.toBeNull();
  expect(orderOf(SIGNAL, TERMS, AT + 25 * HOUR_MS + 1)).toBeNull();
});

test("a price is as long as one types it, and no worse for who trades", () => {
  const price = "4.12151654376";
  expect(orderOf({ ...SIGNAL, price }, TERMS, AT)).toMatchObject({ price: "4.12151" });
  expect(orderOf({ ...SIGNAL, price, signalType: "sell" }, TERMS, AT)).toMatchObject({ price: "4.12152" });
});

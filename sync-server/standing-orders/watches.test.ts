import fc from "fast-check";
import { expect, test } from "vitest";
import { readPrice } from "#schemas/values/price.ts";
import { aPool, anIndex, anOffer, assetsOf } from "#server/markets/market.fixture.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import { bestPrices, sortable } from "./prices.ts";
import { isMet, priceOf, reachedBy, type TriggeredTerms, watchOf } from "./watches.ts";

const whole = fc.bigInt({ min: 0n, max: 99_999_999_999_999_999_999n });
const fraction = fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n });
/** A price as one can type it. */
const typed = fc
  .tuple(fc.oneof(whole, fc.constantFrom(0n, 1n)), fraction)
  .map(([units, parts]) => `${units}.${parts.toString().padStart(18, "0")}`)
  .filter((text) => readPrice(text) !== null);
/** A price of a book: its parts are int32, or a pool's, whose parts are products of amounts. */
const seen = fc
  .oneof(
    fc.tuple(fc.bigInt({ min: 1n, max: 2_147_483_647n }), fc.bigInt({ min: 1n, max: 2_147_483_647n })),
    fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 23n }), fc.bigInt({ min: 1n, max: 10n ** 23n })),
  )
  .map(([n, d]): TradePrice => ({ n, d }));
const kinds = fc.constantFrom("stop-limit" as const, "take-profit" as const);
const sides = fc.constantFrom("buy" as const, "sell" as const);

function terms(kind: TriggeredTerms["kind"], side: TriggeredTerms["side"], triggerPrice: string): TriggeredTerms {
  return { kind, side, base: "XLM", quote: "USD-G", amount: "1", triggerPrice, price: "1", expiresAt: null };
}

test("no order whose price is reached is left out by the index, however close the two are", () => {
  fc.assert(
    fc.property(kinds, sides, typed, seen, fc.boolean(), (kind, side, triggerPrice, price, isSame) => {
      const asked = readPrice(triggerPrice);
      if (!asked) return;
      const at = isSame ? asked : price;
      const order = terms(kind, side, triggerPrice);
      const { watch, trigger } = watchOf(order);
      const range = reachedBy(watch, at);
      const isFound = "$gte" in range ? trigger >= range.$gte : trigger <= range.$lte;
      const isReached = isMet(order, { bid: at, ask: at });
      const difference = at.n * asked.d - asked.n * at.d;
      const falls = (kind === "stop-limit") === (side === "sell");
      expect(isReached).toBe(falls ? difference <= 0n : difference >= 0n);
      if (isReached) expect(isFound).toBe(true);
    }),
  );
});

test("texts of prices are in the order of prices", () => {
  fc.assert(
    fc.property(typed, typed, (one, other) => {
      const [left, right] = [readPrice(one), readPrice(other)];
      if (!left || !right) return;
      const difference = left.n * right.d - right.n * left.d;
      const [a, b] = [sortable(left, "down"), sortable(right, "down")];
      expect(a < b ? -1 : a > b ? 1 : 0).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
    }),
  );
});

test("whoever sells looks at the bid, whoever buys at the ask; where there is none nothing is reached", () => {
  const prices = { bid: { n: 9n, d: 10n }, ask: { n: 11n, d: 10n } };
  expect(isMet(terms("stop-limit", "sell", "0.9"), prices)).toBe(true);
  expect(isMet(terms("stop-limit", "sell", "0.89"), prices)).toBe(false);
  expect(isMet(terms("stop-limit", "buy", "1.1"), prices)).toBe(true);
  expect(isMet(terms("stop-limit", "buy", "1.11"), prices)).toBe(false);
  expect(isMet(terms("take-profit", "sell", "0.9"), prices)).toBe(true);
  expect(isMet(terms("take-profit", "buy", "1.09"), prices)).toBe(false);
  expect(isMet(terms("stop-limit", "sell", "0.9"), { ...prices, bid: null })).toBe(false);
  expect(priceOf("buy-falls", prices)).toBe(prices.ask);
});

test("the best price is the book's or the pool's, whichever is better for whoever takes it, in both directions", () => {
  const [xlm, usd] = assetsOf(2);
  if (!xlm || !usd) throw new Error("no assets");
  const bid = anOffer(1, [usd, xlm], 100n, { n: 2, d: 1 });
  const ask = anOffer(2, [xlm, usd], 100n, { n: 3, d: 5 });
  const book = anIndex([xlm, usd], [bid, ask]);
  const pair = { base: xlm, counter: usd };
  expect(bestPrices(book, pair)).toEqual({ bid: { n: 1n, d: 2n }, ask: { n: 3n, d: 5n } });
  expect(bestPrices(book, { base: usd, counter: xlm })).toEqual({ bid: { n: 5n, d: 3n }, ask: { n: 2n, d: 1n } });
  // 0.55 in the pool's middle, 0.3 % away on both sides.
  const both = anIndex([xlm, usd], [bid, ask], [aPool(7, [xlm, usd], 1000n, 550n)]);
  const { bid: poolBid, ask: poolAsk } = bestPrices(both, pair);
  expect(Number(poolBid?.n) / Number(poolBid?.d)).toBeCloseTo(0.55 * 0.997, 12);
  expect(Number(poolAsk?.n) / Number(poolAsk?.d)).toBeCloseTo(0.55 / 0.997, 12);
  expect(bestPrices(anIndex([xlm, usd], []), pair)).toEqual({ bid: null, ask: null });
});

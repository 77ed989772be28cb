import fc from "fast-check";
import { expect, test } from "vitest";
import type { Leg, PriceTerms } from "#schemas/standing-legs.ts";
import { readPrice } from "#schemas/values/price.ts";
import { markAfter } from "#schemas/values/trailing.ts";
import { aPool, anIndex, anOffer, assetsOf } from "#server/markets/market.fixture.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import { bestPrices, sortable } from "./prices.ts";
import { isFurther, isMet, metLeg, priceOf, reachedBy, watchOf } from "./watches.ts";

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

function terms(kind: Leg["kind"], side: Leg["side"], triggerPrice: string): Leg {
  return { kind, side, base: "XLM", quote: "USD-G", amount: "1", triggerPrice, price: "1", expiresAt: null };
}

test("no order whose price is reached is left out by the index, however close the two are", () => {
  fc.assert(
    fc.property(kinds, sides, typed, seen, fc.boolean(), (kind, side, triggerPrice, price, isSame) => {
      const asked = readPrice(triggerPrice);
      if (!asked) return;
      const at = isSame ? asked : price;
      const order = terms(kind, side, triggerPrice);
      const { watch, trigger = "" } = watchOf(order, null);
      if (!watch) throw new Error("it watches nothing");
      const isFound = isWithin(trigger, reachedBy(watch, at));
      const isReached = isMet(order, { bid: at, ask: at });
      const difference = at.n * asked.d - asked.n * at.d;
      const falls = (kind === "stop-limit") === (side === "sell");
      expect(isReached).toBe(falls ? difference <= 0n : difference >= 0n);
      if (isReached) expect(isFound).toBe(true);
    }),
  );
});

function isWithin(trigger: string, range: ReturnType<typeof reachedBy>): boolean {
  return "$gte" in range ? trigger >= range.$gte : trigger <= range.$lte;
}

test("no trailing stop whose mark moves, or that goes out, is left out by the index, and it never does both", () => {
  const common = { kind: "trailing-stop", base: "XLM", quote: "USD-G", amount: "1", expiresAt: null } as const;
  const trail = fc.integer({ min: 10, max: 5000 });
  fc.assert(
    fc.property(sides, trail, seen, fc.integer({ min: 4000, max: 16_000 }), (side, part, first, move) => {
      const order = { ...common, side, trail: part, limitOffset: 0, activationPrice: null } as const;
      const mark = markAfter(order, null, first);
      const price = { n: first.n * BigInt(move), d: first.d * 10_000n };
      const { watch, trigger = "", otherWatch, otherTrigger = "" } = watchOf(order, mark);
      if (!watch || !otherWatch) throw new Error("it watches nothing");
      const isOut = metLeg({ terms: order, mark }, { bid: price, ask: price }) !== null;
      const isMoved = markAfter(order, mark, price) !== mark;
      if (isOut) expect(isWithin(trigger, reachedBy(watch, price))).toBe(true);
      if (isMoved) expect(isWithin(otherTrigger, reachedBy(otherWatch, price))).toBe(true);
      // Below what prices can say nothing can be told apart.
      if (mark !== null && mark.length < 16) expect(isOut && isMoved).toBe(false);
    }),
  );
});

test("of two prices each is found, and the stop is meant where both were", () => {
  const oco = (side: "buy" | "sell"): PriceTerms => ({
    ...terms("stop-limit", side, side === "sell" ? "0.8" : "1.2"),
    kind: "oco",
    profitTrigger: side === "sell" ? "1.2" : "0.8",
    profitPrice: "1",
  });
  expect(watchOf(oco("sell"), null)).toMatchObject({ watch: "sell-falls", otherWatch: "sell-rises" });
  expect(watchOf(oco("buy"), null)).toMatchObject({ watch: "buy-rises", otherWatch: "buy-falls" });
  const at = (side: "buy" | "sell", n: bigint, order = oco(side)) =>
    metLeg({ terms: order, mark: null }, { bid: { n, d: 10n }, ask: { n, d: 10n } });
  expect(at("sell", 8n)).toMatchObject({ kind: "stop-limit", triggerPrice: "0.8" });
  expect(at("sell", 12n)).toMatchObject({ kind: "take-profit", triggerPrice: "1.2", price: "1" });
  expect(at("sell", 9n)).toBeNull();
  expect(at("buy", 12n)).toMatchObject({ kind: "stop-limit" });
  expect(at("buy", 8n)).toMatchObject({ kind: "take-profit" });
  const both: PriceTerms = { ...terms("stop-limit", "sell", "1"), kind: "oco", profitTrigger: "1", profitPrice: "1" };
  expect(at("sell", 10n, both)).toMatchObject({ kind: "stop-limit" });
});

test("a bid is further on where it is higher, an ask where it is lower", () => {
  const [low, high] = [
    { n: 1n, d: 2n },
    { n: 2n, d: 3n },
  ];
  expect([isFurther("sell-higher", high, low), isFurther("sell-higher", low, high)]).toEqual([true, false]);
  expect([isFurther("buy-lower", low, high), isFurther("buy-lower", high, low)]).toEqual([true, false]);
  expect(isFurther("buy-lower", low, low)).toBe(false);
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

import fc from "fast-check";
import { expect, test } from "vitest";
import { priceText } from "#schemas/values/price.ts";
import { comparePrices, type Price } from "#schemas/values/money.ts";
import type { BookLevel, Candle, OrderBook } from "#server/platform/network/markets.ts";
import { type Fraction, inverse, judgeMarket, times } from "./price-rule.ts";

const XLM = 10_000_000n;
const NOW = Date.parse("2026-06-01T12:00:00Z");
const RULES = { maxSpread: 500n, staleMs: 24 * 3_600_000 };
const DEPTH = 500n * XLM;

/** A level at `hundredths` / 100 XLM that is worth so many XLM. */
function bid(hundredths: number, worth: bigint): BookLevel {
  return { price: { n: hundredths, d: 100 }, amount: worth * XLM };
}
function ask(hundredths: number, worth: bigint): BookLevel {
  return { price: { n: hundredths, d: 100 }, amount: (worth * XLM * 100n) / BigInt(hundredths) };
}
function candle(minutesAgo: number, base: bigint, counter: bigint, trades = 5): Candle {
  return { startMs: NOW - minutesAgo * 60_000, trades, baseVolume: base * XLM, counterVolume: counter * XLM };
}

const BOOK: OrderBook = { bids: [bid(198, 600n), bid(190, 5000n)], asks: [ask(202, 600n), ask(210, 5000n)] };
const QUIET = [candle(600, 10n, 20n)];

function judged(book: OrderBook, candles: readonly Candle[] = QUIET): string {
  const verdict = judgeMarket(book, candles, RULES, DEPTH, NOW);
  return verdict.kind === "none" ? verdict.why : String(priceText(verdict.price.n, verdict.price.d));
}

test("a deep book without many trades is priced at its middle", () => {
  expect(judged(BOOK)).toBe("2");
});

test("recent trades set the price within what the book would pay and ask, and no further", () => {
  expect(judged(BOOK, [candle(30, 1000n, 2010n)])).toBe("2.01");
  expect(judged(BOOK, [candle(30, 1000n, 9000n)])).toBe("2.02");
  expect(judged(BOOK, [candle(30, 1000n, 10n), candle(20, 1000n, 1010n)])).toBe("1.98");
});

test("trades that are few, small or long ago are no average", () => {
  expect(judged(BOOK, [candle(30, 1000n, 2010n, 2)])).toBe("2");
  expect(judged(BOOK, [candle(30, 100n, 201n)])).toBe("2");
  expect(judged(BOOK, [candle(90, 1000n, 2010n)])).toBe("2");
});

test("a market that is thin, crossed, wide or stale sets no price", () => {
  expect(judged({ bids: [], asks: [] })).toBe("thin");
  expect(judged({ bids: BOOK.bids, asks: [ask(202, 499n)] })).toBe("thin");
  expect(judged({ bids: [bid(198, 499n)], asks: BOOK.asks })).toBe("thin");
  expect(judged({ bids: [bid(202, 600n)], asks: BOOK.asks })).toBe("crossed");
  expect(judged({ bids: [bid(190, 600n)], asks: BOOK.asks })).toBe("wide");
  expect(judged(BOOK, [])).toBe("stale");
  expect(judged(BOOK, [candle(24 * 60 + 1, 1000n, 2010n)])).toBe("stale");
});

test("a little money at the top of a book moves the price little", () => {
  const nudged = { bids: [bid(201, 1n), ...BOOK.bids], asks: BOOK.asks };
  expect(judged(nudged)).toMatch(/^2\.0000\d+$/);
  const dust = { bids: BOOK.bids, asks: [{ price: { n: 199, d: 100 }, amount: 1000n }, ...BOOK.asks] };
  expect(judged(dust)).toMatch(/^1\.99999999\d+$/);
});

const level = fc.record({
  price: fc.record({ n: fc.integer({ min: 1, max: 2 ** 31 - 1 }), d: fc.integer({ min: 1, max: 2 ** 31 - 1 }) }),
  amount: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
});
const book = fc.record({ bids: fc.array(level, { maxLength: 6 }), asks: fc.array(level, { maxLength: 6 }) });
const traded = fc.array(
  fc.record({
    startMs: fc.integer({ min: NOW - 90 * 60_000, max: NOW }),
    trades: fc.nat(20),
    baseVolume: fc.bigInt({ min: 0n, max: 2n ** 70n }),
    counterVolume: fc.bigInt({ min: 0n, max: 2n ** 70n }),
  }),
  { maxLength: 5 },
);

const ALMOST: Fraction = { n: 999_999n, d: 1_000_000n };

function fractionOf({ n, d }: Price): Fraction {
  return { n: BigInt(n), d: BigInt(d) };
}

function isUnder(left: Fraction, right: Fraction): boolean {
  return left.n * right.d < right.n * left.d;
}

test("whatever is traded, no price leaves its book, and none is nothing", () => {
  const wide = { ...RULES, maxSpread: 10n ** 40n };
  fc.assert(
    fc.property(book, traded, fc.bigInt({ min: 1n, max: 2n ** 40n }), (anyBook, candles, depth) => {
      const sides = {
        bids: anyBook.bids.toSorted((one, two) => comparePrices(two.price, one.price)),
        asks: anyBook.asks.toSorted((one, two) => comparePrices(one.price, two.price)),
      };
      const verdict = judgeMarket(sides, candles, wide, depth, NOW);
      if (verdict.kind === "none") return;
      const { price } = verdict;
      expect(price.n > 0n && price.d > 0n).toBe(true);
      const [low, high] = [sides.bids.at(-1)?.price, sides.asks.at(-1)?.price];
      if (!low || !high) throw new Error("a price without a book");
      // What is summed up in parts of a stroop may be one such part off.
      const [lowest, highest] = [times(fractionOf(low), ALMOST), times(fractionOf(high), inverse(ALMOST))];
      expect(isUnder(price, lowest) || isUnder(highest, price)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

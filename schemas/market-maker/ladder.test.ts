import fc from "fast-check";
import { expect, test } from "vitest";
import { compareExact, exactOf } from "./prices.ts";
import { fundsOf, ladderOf } from "./ladder.ts";
import { factsOf } from "./pool.fixture.ts";

const UNIT = 10_000_000n;
const { pool } = factsOf();
const TWO = { n: 2n, d: 1n };

test("a ladder begins at half the spread and ends at the depth, evenly", () => {
  const { asks, bids } = ladderOf(pool, TWO, { base: 300n * UNIT, quote: 600n * UNIT });
  expect(asks.map(({ price }) => price.n / price.d)).toEqual([2.01, 2.025, 2.04]);
  expect(bids.map(({ price }) => price.n / price.d)).toEqual([1.99, 1.975, 1.96]);
  expect(asks.map(({ amount }) => amount)).toEqual([100n * UNIT, 100n * UNIT, 100n * UNIT]);
  expect(ladderOf({ ...pool, levels: 1 }, TWO, { base: UNIT, quote: 0n }).asks[0]?.price).toEqual({ n: 201, d: 100 });
});

test("no level is above the largest or below the smallest size", () => {
  const large = ladderOf(pool, TWO, { base: 10n ** 12n, quote: 0n });
  expect(large.asks.map(({ amount }) => amount)).toEqual(Array(3).fill(pool.maxSize));
  expect(large.bids).toEqual([]);
  expect(ladderOf(pool, TWO, { base: 3n * UNIT - 1n, quote: 0n }).asks).toEqual([]);
});

test("the side that leads away from the target shrinks, to nothing at the far end", () => {
  const leaning = { ...pool, skew: 100 };
  const balanced = ladderOf(leaning, TWO, { base: 300n * UNIT, quote: 600n * UNIT });
  expect([balanced.bids[0]?.amount, balanced.asks[0]?.amount]).toEqual([1_005_025_125n, 100n * UNIT]);
  const heavy = ladderOf(leaning, TWO, { base: 900n * UNIT, quote: 600n * UNIT });
  expect([heavy.bids[0]?.amount, heavy.asks[0]?.amount]).toEqual([502_512_562n, 300n * UNIT]);
  expect(ladderOf({ ...leaning, inventoryTarget: 0 }, TWO, { base: 300n * UNIT, quote: 1n }).bids).toEqual([]);
});

test("what is put in is shared out to the stroop, by the offers of each wallet", () => {
  expect(fundsOf({ levels: 3, walletCount: 2 }, 10n, "sell")).toEqual([6n, 4n]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 19 }),
      fc.bigInt(0n, 10n ** 18n),
      (levels, wallets, amount) => {
        const shared = fundsOf({ levels, walletCount: wallets }, amount, "buy");
        expect(shared).toHaveLength(wallets);
        expect(shared.reduce((sum, one) => sum + one, 0n)).toBe(amount);
      },
    ),
  );
});

test("bids are below and asks above the reference, farther with each level", () => {
  const part = fc.bigInt(1n, 10n ** 8n);
  const ppm = fc.bigInt(1n, 300_000n);
  fc.assert(
    fc.property(part, part, ppm, ppm, fc.integer({ min: 1, max: 10 }), (n, d, half, more, levels) => {
      const reference = { n, d };
      const wide = { ...pool, halfSpreadPpm: half, depthPpm: half + more, levels, minSize: 1n };
      const { bids, asks } = ladderOf(wide, reference, { base: 10n ** 17n, quote: 10n ** 17n });
      for (const [index, { price }] of asks.entries()) {
        const before = asks[index - 1];
        expect(compareExact(exactOf(price), before ? exactOf(before.price) : reference)).toBeGreaterThanOrEqual(
          before ? 0 : 1,
        );
      }
      for (const [index, { price }] of bids.entries()) {
        const before = bids[index - 1];
        expect(compareExact(exactOf(price), before ? exactOf(before.price) : reference)).toBeLessThanOrEqual(
          before ? 0 : -1,
        );
      }
    }),
  );
});

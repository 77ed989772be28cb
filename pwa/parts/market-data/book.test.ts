import fc from "fast-check";
import { expect, test } from "vitest";
import type { BookLevelRow, MarketDelta, MarketSnapshot } from "#schemas/market-data.ts";
import { withDelta } from "./book.ts";
import { aDelta, aSnapshot } from "./market.fixture.ts";

function level(n: number, d: number, amount: string): BookLevelRow {
  return [n, d, amount];
}

test("a change is folded in where it belongs, and an amount of zero takes the level away", () => {
  const held = { ...aSnapshot(), bids: [level(3, 10, "1.0000000"), level(1, 10, "2.0000000")] };
  const bids = [level(2, 10, "5.0000000"), level(1, 10, "0.0000000"), level(3, 10, "4.0000000")];
  expect(withDelta(held, { ...aDelta(7, 8), bids })?.bids).toEqual([
    level(3, 10, "4.0000000"),
    level(2, 10, "5.0000000"),
  ]);
});

test("what did not change stays the very same, so that nobody draws it again", () => {
  const held = aSnapshot();
  const next = withDelta(held, { ...aDelta(7, 8), asks: [level(1, 2, "1.0000000")] });
  expect(next?.bids).toBe(held.bids);
  expect(next?.trades).toBe(held.trades);
  expect(next?.ticker).toBe(held.ticker);
  expect(next?.sequence).toBe(8);
});

test("a change that does not go on from what is held says so", () => {
  expect(withDelta(aSnapshot(), aDelta(6, 8))).toBeNull();
  expect(withDelta(aSnapshot(), aDelta(8, 8))).toBeNull();
  expect(withDelta(aSnapshot(), aDelta(7, 7))).not.toBeNull();
});

test("prices too close for a number's precision are kept apart and in order", () => {
  const [lower, higher] = [
    level(2_147_483_646, 2_147_483_647, "1.0000000"),
    level(2_147_483_645, 2_147_483_646, "1.0000000"),
  ];
  const held = withDelta({ ...aSnapshot(), asks: [] }, { ...aDelta(7, 8), asks: [lower, higher] });
  expect(held?.asks).toEqual([higher, lower]);
});

test("folding changes one by one gives what sorting all levels gives", () => {
  const levels = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(7, 11),
      fc.constantFrom("0.0000000", "1.0000000", "2.5000000"),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(levels, (changes) => {
      let held: MarketSnapshot = { ...aSnapshot(), bids: [], asks: [] };
      // Whole numbers are the same price in sevenths and in elevenths, and so the same level.
      const known = new Map<number, BookLevelRow>();
      for (const [n, d, amount] of changes) {
        known.set(n / d, [n, d, amount]);
        const delta: MarketDelta = {
          ...aDelta(held.sequence, held.sequence + 1),
          bids: [[n, d, amount]],
          asks: [[n, d, amount]],
        };
        held = withDelta(held, delta) ?? held;
      }
      const there = [...known.values()].filter(([, , amount]) => amount !== "0.0000000");
      const byPrice = there.toSorted((left, right) => left[0] / left[1] - right[0] / right[1]);
      const shown = (rows: readonly BookLevelRow[]) => rows.map(([n, d, amount]) => [n / d, amount]);
      expect(shown(held.asks)).toEqual(shown(byPrice));
      expect(shown(held.bids)).toEqual(shown(byPrice.toReversed()));
    }),
  );
});

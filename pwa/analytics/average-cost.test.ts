import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_STROOPS, STROOPS_PER_UNIT } from "#schemas/values/money.ts";
import { afterEntry, gainOf, NOTHING_HELD, type Position } from "./average-cost.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { type PriceLine, worthAtPrice } from "./price-line.ts";

const DAY_MS = 86_400_000;
const ONE = STROOPS_PER_UNIT;

function entry(day: number, units: bigint, kind: Entry["kind"] = "moved"): Entry {
  return { uid: String(day), atMs: day * DAY_MS, asset: "XLM", kind, change: units * ONE };
}

/** One price a day, in cents; 0 for a day without. */
function line(...cents: readonly number[]): PriceLine {
  return cents.flatMap((price, day) => (price === 0 ? [] : [{ atMs: day * DAY_MS, n: BigInt(price), d: 100n }]));
}

function after(entries: readonly Entry[], prices: PriceLine): Position {
  return entries.reduce((position, one) => afterEntry(position, one, prices), NOTHING_HELD);
}

test("what is sold takes the average of what all of it has cost", () => {
  const prices = line(100, 300, 500);
  const position = after([entry(0, 10n), entry(1, 10n), entry(2, -5n)], prices);
  // 10 at 1 and 10 at 3 are 2 each; 5 sold at 5 gain 15.
  expect(position).toMatchObject({ held: 15n * ONE, cost: 30n * ONE, realised: 15n * ONE, sinceMs: null });
  expect(gainOf(position, prices, 2 * DAY_MS, 75n * ONE)?.unrealised).toBe(45n * ONE);
});

test("realised and unrealised gains are the value less what was paid in, to the last ten-millionth", () => {
  const step = fc.record({ up: fc.boolean(), part: fc.bigInt({ min: 0n, max: MAX_STROOPS / 1000n }) });
  const prices = fc.array(
    fc.record({ n: fc.bigInt({ min: 1n, max: 10n ** 12n }), d: fc.bigInt({ min: 1n, max: 10n ** 12n }) }),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      prices,
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      (steps, asked, value) => {
        const priced = asked.map((price, day) => ({ atMs: day * DAY_MS, ...price }));
        let position = NOTHING_HELD;
        let paidIn = 0n;
        for (const [index, { up, part }] of steps.entries()) {
          const atMs = (index % priced.length) * DAY_MS;
          const change = up ? part : -(position.held === 0n ? 0n : part % (position.held + 1n));
          const at = priced[index % priced.length];
          if (at === undefined) throw new Error("no price");
          position = afterEntry(position, { uid: "1", atMs, asset: "XLM", kind: "moved", change }, priced);
          paidIn += change < 0n ? -worthAtPrice(-change, at) : worthAtPrice(change, at);
        }
        const gain = gainOf(position, priced, priced.length * DAY_MS, value);
        if (gain === null) throw new Error("all prices were known");
        expect(gain.bought - gain.sold).toBe(paidIn);
        expect(gain.realised + gain.unrealised).toBe(value - paidIn);
        expect(position.cost >= 0n).toBe(true);
        if (position.held === 0n) expect(position.cost).toBe(0n);
      },
    ),
  );
});

test("a holding from before prices were known counts from the first one, as bought then", () => {
  const prices = line(0, 0, 0, 0, 0, 0, 0, 0, 0, 200, 400);
  const position = after([entry(0, 10n), entry(10, -5n)], prices);
  expect(position).toMatchObject({ sinceMs: 9 * DAY_MS, bought: 20n * ONE, cost: 10n * ONE, realised: 10n * ONE });
  expect(gainOf(after([entry(0, 10n)], prices), prices, 10 * DAY_MS, 40n * ONE)).toMatchObject({
    sinceMs: 9 * DAY_MS,
    unrealised: 20n * ONE,
  });
});

test("nothing is said of a gain where nobody knows what was paid", () => {
  expect(gainOf(after([entry(0, 10n)], []), [], DAY_MS, 5n)).toBeNull();
  const prices = line(100, 100);
  // More went than came: the past of it is missing.
  expect(gainOf(after([entry(0, -1n)], prices), prices, DAY_MS, 0n)).toBeNull();
  // Whether it came or went is not known.
  expect(gainOf(after([entry(1, 1n, "unclear")], prices), prices, DAY_MS, 0n)).toBeNull();
});

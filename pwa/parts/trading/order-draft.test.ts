import fc from "fast-check";
import { expect, test } from "vitest";
import type { BookLevelRow } from "#schemas/market-data.ts";
import {
  bestOf,
  boundOf,
  EMPTY_DRAFT,
  estimateOf,
  firstPrice,
  mostOf,
  type OrderDraft,
  overshootOf,
  readDraft,
  shareOf,
  tidyPrice,
  totalOf,
  turned,
  turnedTo,
} from "./order-draft.ts";

const PAIR = { base: "XLM", quote: `USDC-G${"A".repeat(55)}` };
const BIDS: BookLevelRow[] = [[1, 4, "10.0000000"]];
const ASKS: BookLevelRow[] = [
  [1, 2, "10.0000000"],
  [1, 1, "10.0000000"],
];
const BEST = bestOf(BIDS, ASKS);
const UNIT = 10_000_000n;

function draft(changes: Partial<OrderDraft>): OrderDraft {
  return { ...EMPTY_DRAFT, ...changes };
}

test("a draft becomes the order that it says", () => {
  const read = readDraft(draft({ side: "sell", price: "0,3", amount: "1,234.5" }), PAIR, BEST);
  expect(read.terms).toEqual({ kind: "limit", side: "sell", ...PAIR, amount: "1234.5", price: "0.3" });
  const scaled = readDraft(
    draft({ kind: "scaled", price: "0.2", priceTo: "0.24", count: "5", amount: "10" }),
    PAIR,
    BEST,
  );
  expect(scaled.terms).toMatchObject({ kind: "scaled", price: "0.2", priceTo: "0.24", count: 5 });
  const eastern = draft({ kind: "scaled", price: "0.2", priceTo: "0.24", count: "\u0661\u06F2", amount: "10" });
  expect(readDraft(eastern, PAIR, BEST).terms).toMatchObject({ count: 12 });
});

test("what is missing is said at its field", () => {
  expect(readDraft(draft({}), PAIR, BEST).problems).toEqual({ price: expect.any(String), amount: "Enter an amount" });
  expect(readDraft(draft({ price: "1", amount: "0" }), PAIR, BEST).problems).toHaveProperty("amount");
  expect(readDraft(draft({ price: "1e5", amount: "1" }), PAIR, BEST).problems).toHaveProperty("price");
  expect(readDraft(draft({ price: "0.000000000000000001", amount: "1" }), PAIR, BEST).problems).toHaveProperty("price");
  const scaled = draft({ kind: "scaled", price: "1", priceTo: "2", count: "51", amount: "1" });
  expect(readDraft(scaled, PAIR, BEST).problems).toEqual({ count: expect.any(String) });
});

test("an order at once is bound from the best price of the other side, outward", () => {
  expect(boundOf(draft({ kind: "market", side: "buy", tolerance: "100" }), BEST)).toEqual({ n: 10_100n, d: 20_000n });
  expect(boundOf(draft({ kind: "market", side: "sell", tolerance: "100" }), BEST)).toEqual({ n: 9900n, d: 40_000n });
  const read = readDraft(draft({ kind: "market", side: "buy", amount: "5", tolerance: "100" }), PAIR, BEST);
  expect(read.terms).toMatchObject({ kind: "market", price: "0.505" });
  const nobody = readDraft(draft({ kind: "market", side: "buy", amount: "5" }), PAIR, { bid: null, ask: null });
  expect(nobody.problems?.amount).toContain("Nobody sells");
});

test("the most that can be bought never costs more than there is", () => {
  const prices = fc.tuple(fc.bigInt({ min: 1n, max: 2_147_483_647n }), fc.bigInt({ min: 1n, max: 2_147_483_647n }));
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 62n }), prices, (spendable, [n, d]) => {
      const most = mostOf("buy", spendable, { n, d });
      expect(totalOf("buy", most, { n, d })).toBeLessThanOrEqual(spendable);
    }),
  );
  expect(mostOf("sell", 5n, null)).toBe(5n);
  expect(mostOf("buy", 5n, null)).toBe(0n);
  expect(mostOf("sell", -5n, null)).toBe(0n);
});

test("a share lies between nothing and all", () => {
  expect([shareOf(0n, 100n), shareOf(25n, 100n), shareOf(200n, 100n), shareOf(5n, 0n)]).toEqual([0, 25, 100, 0]);
});

test("an estimate walks the levels and says where they end", () => {
  expect(estimateOf(ASKS, "asks", 15n * UNIT)).toEqual({ amount: 15n * UNIT, total: 10n * UNIT, impact: 3333n });
  expect(estimateOf(ASKS, "asks", 100n * UNIT)?.amount).toBe(20n * UNIT);
  // 10 of the quote asset buy 40 at a quarter.
  expect(estimateOf(BIDS, "bids", 40n * UNIT)).toEqual({ amount: 40n * UNIT, total: 10n * UNIT, impact: 0n });
  expect(estimateOf([], "asks", UNIT)).toBeNull();
});

test("a price on the wrong side of the market is measured, and one on its own side is not", () => {
  expect(overshootOf("buy", { n: 1n, d: 1n }, BEST)).toBe(10_000n);
  expect(overshootOf("buy", { n: 1n, d: 3n }, BEST)).toBe(0n);
  expect(overshootOf("sell", { n: 1n, d: 8n }, BEST)).toBe(5000n);
});

test("a tidy price still takes what stands at the exact one", () => {
  expect(tidyPrice({ n: 1n, d: 3n }, 6, "up")).toBe("0.333334");
  expect(tidyPrice({ n: 1n, d: 3n }, 6, "down")).toBe("0.333333");
  expect(tidyPrice({ n: 95_000n, d: 1n }, 0, "up")).toBe("95000");
});

const PLAN = {
  trigger: "70",
  profit: "90",
  profitPrice: "89",
  trail: "3",
  offset: "1",
  activation: "85",
  slices: "10",
  every: "5",
  unit: "minutes",
  spend: "25",
  calendar: "week",
  times: "",
  starts: "",
  highest: "",
  slippage: "100",
  lasting: "7",
} as const;

const NO_PRICES = { trigger: "", profit: "", profitPrice: "", activation: "" };

test("an order that waits begins with no price of another form, and its own goes nowhere else; the amount goes along", () => {
  const limit = draft({ price: "0.5", amount: "10", plan: PLAN });
  const stop = { ...limit, ...turned(limit, { standing: "stop-limit" }) };
  expect(stop).toMatchObject({ standing: "stop-limit", price: "", amount: "10", plan: { ...PLAN, ...NO_PRICES } });
  const typed = { ...stop, price: "0.4", plan: PLAN };
  for (const next of [{ standing: "take-profit" }, { standing: null, kind: "limit" }, { side: "sell" }] as const)
    expect(turned(typed, next)).toEqual({ ...next, price: "", plan: { ...PLAN, ...NO_PRICES } });
});

test("kinds of orders for now share their price, and a kind chosen again changes nothing of it", () => {
  expect(turned(draft({ price: "0.5" }), { kind: "market", standing: null })).toEqual({
    kind: "market",
    standing: null,
  });
  expect(turned(draft({ price: "0.5" }), { side: "sell" })).toEqual({ side: "sell" });
  expect(turned(draft({ standing: "twap", price: "0.5" }), { standing: "twap" })).toEqual({ standing: "twap" });
});

test("nothing is sold regularly", () => {
  expect(turnedTo(draft({ standing: "recurring" }), "sell")).toMatchObject({ side: "sell", standing: null });
  expect(turnedTo(draft({ standing: "recurring" }), "buy")).toEqual({ side: "buy", standing: "recurring" });
  expect(turnedTo(draft({ standing: "twap" }), "sell")).toMatchObject({ side: "sell", standing: "twap" });
});

test("a limit order begins on its own side of the book, where it trades with nobody at once", () => {
  expect(firstPrice("sell", BEST, null, 2)).toBe("0.50");
  expect(firstPrice("buy", BEST, null, 2)).toBe("0.25");
  const [bidsOnly, last] = [bestOf(BIDS, []), { n: 1n, d: 3n }];
  expect(firstPrice("sell", bidsOnly, last, 2)).toBe("0.34");
  expect(firstPrice("buy", bestOf([], ASKS), last, 2)).toBe("0.33");
  expect(firstPrice("sell", bidsOnly, null, 2)).toBeNull();
});

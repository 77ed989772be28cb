import { expect, test } from "vitest";
import type { BookLevelRow } from "#schemas/market-data.ts";
import { middleOfOthers, othersBest, priceOfPool, textOf } from "./others-best.ts";

const BIDS: BookLevelRow[] = [
  [99, 1000, "0.9900000"],
  [98, 1000, "50.0000000"],
];
const ASKS: BookLevelRow[] = [[101, 1000, "10.0000000"]];

test("one's own offers are left out of what others offer at best, and stay where others are at the same price", () => {
  const own = { side: "buy", price: "0.099", amount: "10.0000000" } as const;
  expect(othersBest(BIDS, ASKS, []).bid).toEqual({ n: 99, d: 1000 });
  expect(othersBest(BIDS, ASKS, [own]).bid).toEqual({ n: 98, d: 1000 });
  expect(othersBest(BIDS, ASKS, [{ ...own, amount: "5.0000000" }]).bid).toEqual({ n: 99, d: 1000 });
  expect(othersBest(BIDS, ASKS, [{ ...own, side: "sell", price: "0.101" }]).ask).toBeNull();
});

test("the middle of a market takes both sides", () => {
  expect(textOf(middleOfOthers(othersBest(BIDS, ASKS, [])))).toBe("0.1");
  expect(middleOfOthers(othersBest(BIDS, [], []))).toBeNull();
});

test("a pool of the ledger is read from either side", () => {
  const pool = {
    poolId: "ab".repeat(32),
    assetA: { assetCode: "XLM", issuer: "" },
    assetB: { assetCode: "USDC", issuer: "G" },
    reserveA: "1000.0000000",
    reserveB: "250.0000000",
    totalShares: "500.0000000",
    feeBasisPoints: 30,
    holders: 3,
  };
  expect(textOf(priceOfPool(pool, "USDC-G"))).toBe("0.25");
  expect(textOf(priceOfPool(pool, "XLM"))).toBe("4");
  expect(priceOfPool({ ...pool, reserveA: "0.0000000" }, "XLM")).toBeNull();
});

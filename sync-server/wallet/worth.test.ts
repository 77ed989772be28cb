import { expect, test } from "vitest";
import type { AssetPrice } from "#schemas/markets.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { limitWords, worthFor } from "./worth.ts";

const NOW = new Date("2026-06-01T12:00:00Z");
const UNIT = 10_000_000n;
const COIN = { assetCode: "COIN", issuer: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ" };

function aPrice(fields: Partial<AssetPrice>): AssetPrice {
  return { ...COIN, usd: null, xlm: null, change24h: null, at: "2026-06-01T11:59:00.000Z", ...fields };
}

test("a payment is worth dollars where a price in dollars is known, rounded up", () => {
  expect(worthFor(COIN, 3n * UNIT, aPrice({ usd: "0.5", xlm: "5" }), NOW)).toEqual({
    unit: "USD",
    amount: 15_000_000n,
  });
  expect(worthFor(NATIVE, 1n, aPrice({ usd: "0.1", xlm: "1" }), NOW)).toEqual({ unit: "USD", amount: 1n });
});

test("without one it is worth XLM, and of an asset that nobody prices its own units count", () => {
  expect(worthFor(COIN, 3n * UNIT, aPrice({ xlm: "5" }), NOW)).toEqual({ unit: "XLM", amount: 15n * UNIT });
  expect(worthFor(NATIVE, 3n * UNIT, null, NOW)).toEqual({ unit: "XLM", amount: 3n * UNIT });
  expect(worthFor(COIN, 3n * UNIT, aPrice({}), NOW)).toEqual({ unit: "own", amount: 3n * UNIT });
});

test("a price of the day before yesterday says nothing", () => {
  const old = aPrice({ usd: "0.5", at: "2026-05-31T11:59:59.000Z" });
  expect(worthFor(COIN, 3n * UNIT, old, NOW).unit).toBe("own");
});

test("a refusal says what is counted, and never a worth that reads as the limit itself", () => {
  expect(limitWords("1000", { unit: "USD", amount: 1000n * UNIT + 1n }, "COIN")).toBe(
    "1000 USD: it is worth 1000.01 USD",
  );
  expect(limitWords("1000", { unit: "XLM", amount: 2000n * UNIT }, "XLM")).toBe(
    "1000 XLM, which counts while no price in USD is known",
  );
  expect(limitWords("1000", { unit: "XLM", amount: 2000n * UNIT }, "COIN")).toContain("it is worth 2000 XLM");
  expect(limitWords("1000", { unit: "own", amount: 2000n * UNIT }, "COIN")).toBe(
    "1000 COIN, which counts while no price of COIN is known",
  );
});

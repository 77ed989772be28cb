import { expect, test } from "vitest";
import type { PoolTerms } from "#schemas/market-making.ts";
import { TERMS } from "./pool.fixture.ts";
import { xlmNeeded } from "./reserves.ts";
import { readPool, TermsError } from "./terms.ts";

function codeOf(terms: Partial<PoolTerms>): string | null {
  try {
    readPool({ ...TERMS, ...terms });
    return null;
  } catch (error) {
    if (error instanceof TermsError) return error.code;
    throw error;
  }
}

test("terms are read in stroops and millionths", () => {
  expect(readPool({ ...TERMS, spreadPercentage: "0.0003" })).toMatchObject({
    baseAmount: 30_000_000_000n,
    halfSpreadPpm: 2n,
    depthPpm: 20_000n,
    marginPpm: 100_000n,
    targetPrice: { n: 2n, d: 1n },
  });
});

test.each<[string, Partial<PoolTerms>]>([
  ["amount-malformed", { baseAmount: "" }],
  ["amount-malformed", { maxDailyLoss: "-5" }],
  ["amount-too-precise", { quoteAmount: "0.12345678" }],
  ["amount-too-large", { minTradeSize: "9999999999999" }],
  ["market-amounts", { baseAmount: "0", quoteAmount: "0" }],
  ["market-sizes", { minTradeSize: "0" }],
  ["market-sizes", { minTradeSize: "2", maxTradeSize: "1" }],
  ["market-depth", { spreadPercentage: "5" }],
  ["market-ladder-wide", { depthPercentage: "11" }],
  ["market-wallets-idle", { walletCount: 7 }],
  ["market-loss", { maxDailyLoss: "0" }],
  ["market-price", { reference: { kind: "fixed", targetPrice: "0" } }],
  ["market-price", { reference: { kind: "fixed", targetPrice: "two" } }],
  ["market-price", { reference: { kind: "fixed", targetPrice: "3000000000" } }],
])("%s refuses %o", (code, terms) => {
  expect(codeOf(terms)).toBe(code);
});

test("one side may be empty, and a ladder may reach to the stop", () => {
  expect(codeOf({ baseAmount: "0", depthPercentage: "10" })).toBe(null);
});

test("wallets need the reserves of all offers that they can be set to", () => {
  expect(xlmNeeded({ ...TERMS, walletCount: 10 })).toEqual({
    perWallet: 30_000_000n,
    reserves: 300_000_000n,
    feeBuffer: 200_000_000n,
  });
  const traded = xlmNeeded({ ...TERMS, base: "XLM", walletCount: 1 });
  expect(traded).toMatchObject({ perWallet: 115_000_000n, feeBuffer: 50_000_000n });
});

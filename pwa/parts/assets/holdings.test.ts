import { expect, test } from "vitest";
import { percentText, readPercent, shareOf, wholeOf } from "./holdings.ts";

const xlm = { uid: "XLM", id: 1, assetCode: "XLM", issuer: "", balance: "100", spendable: "99", asOfLedger: 9 };
const usdc = { ...xlm, uid: "USDC-G", assetCode: "USDC", issuer: "G", balance: "7", asOfLedger: 8 };
const lost = { ...xlm, uid: "LOST-G", assetCode: "LOST", issuer: "G" };
const PRICES = {
  XLM: { usd: "0.55", xlm: "1", change24h: "10.00" },
  USDC: { usd: "1", xlm: "1.8", change24h: null },
};
const at = "2026-01-01T00:00:00.000Z";
const priceOf = (assetCode: string, issuer: string) =>
  assetCode === "XLM" || assetCode === "USDC" ? { assetCode, issuer, at, ...PRICES[assetCode] } : null;
const nobodyKnows = () => null;

test("the whole counts what has a price, and names what has none", () => {
  const whole = wholeOf([xlm, usdc, lost], priceOf);
  expect(whole).toMatchObject({ usd: 620_000_000n, xlm: 1_126_000_000n, uncounted: ["LOST"], asOfLedger: 8 });
  // 55 dollars now were 50 a day ago; of what has no change nothing is said.
  expect(whole.change).toEqual({ usd: 50_000_000n, part: 1000n });
  expect(whole.holdings.map((holding) => shareOf(holding, whole))).toEqual([8871n, 1129n, null]);
});

test("without prices XLM is still worth itself, and no dollars are made up", () => {
  expect(wholeOf([xlm, usdc], nobodyKnows)).toMatchObject({
    usd: null,
    xlm: 1_000_000_000n,
    change: null,
    uncounted: [],
  });
  expect(wholeOf([], nobodyKnows)).toMatchObject({ usd: null, xlm: null, asOfLedger: null });
  expect(wholeOf([{ ...usdc, balance: "0" }], nobodyKnows)).toMatchObject({ usd: 0n, uncounted: [] });
});

test("percentages are read and written without a float", () => {
  expect(readPercent("-1.25")).toBe(-125n);
  expect(readPercent("1.5")).toBeNull();
  expect([0n, -5n, 123_456n].map(percentText)).toEqual(["0.00%", "0.05%", "1,234.56%"]);
});

import { expect, test } from "vitest";
import { type Balance, maxStroops, sortBalances } from "./balances.ts";

const xlm: Balance = {
  uid: "XLM",
  id: 1,
  assetCode: "XLM",
  issuer: "",
  balance: "101",
  spendable: "100.0000000",
  asOfLedger: 9,
};
const usdc: Balance = { ...xlm, uid: "USDC-GANA", assetCode: "USDC", issuer: "GANA" };

test("XLM comes first", () => {
  expect(sortBalances([usdc, xlm]).map((row) => row.assetCode)).toEqual(["XLM", "USDC"]);
});

test("of XLM the fee is left, and never less than nothing is sent", () => {
  expect(maxStroops(xlm)).toBe(999_999_900n);
  expect(maxStroops(usdc)).toBe(1_000_000_000n);
  expect(maxStroops({ ...xlm, spendable: "0.0000001" })).toBe(0n);
});

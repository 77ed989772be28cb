import { expect, test } from "vitest";
import { MAX_STROOPS } from "#schemas/values/money.ts";
import { changeOf, leastOf, mostOf, readSlippage, slippageWarning } from "./slippage.ts";

test("a slippage is read as people write it", () => {
  expect(readSlippage("0.5")).toBe(50n);
  expect(readSlippage("0,25 %")).toBe(25n);
  expect(readSlippage("1")).toBe(100n);
  expect(readSlippage("0")).toBe(0n);
  for (const wrong of ["", "-1", "0.125", "x", "51"]) expect(readSlippage(wrong)).toBeTypeOf("string");
});

test("what a slippage leads to is said where it is unusual", () => {
  expect([0n, 5n, 501n].map((part) => slippageWarning(part) !== null)).toEqual([true, true, true]);
  expect([10n, 50n, 500n].map(slippageWarning)).toEqual([null, null, null]);
});

test("bounds stay within what a ledger can hold, and are never nothing", () => {
  expect(leastOf(1n, 5000n)).toBe(1n);
  expect(mostOf(MAX_STROOPS, 1n)).toBe(MAX_STROOPS);
});

test("a change is rounded so that a loss is never told as none", () => {
  expect(changeOf(1_000_000n, 999_999n)).toBe(-1n);
  expect(changeOf(1_000_000n, 1_000_001n)).toBe(0n);
});

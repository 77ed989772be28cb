import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { NO_MEMO } from "#schemas/values/memo.ts";
import type { Agreed } from "#schemas/wallet.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { checkAgreed, type Offered } from "./agreed.ts";

const ISSUER = `G${"A".repeat(55)}`;
const USD = { assetCode: "USD", issuer: ISSUER };
const offered: Offered = {
  to: "GBEN",
  memo: NO_MEMO,
  fee: 200n,
  feePayer: null,
  operatorFee: { asset: USD, amount: 50n },
};
const agreed: Agreed = {
  to: "GBEN",
  memo: "",
  memoType: "text",
  networkFee: "0.0000200",
  operatorFee: { assetCode: "USD", issuer: ISSUER, amount: "0.0000050" },
};

function refusalOf(change: Partial<Offered>, to: Partial<Agreed> = {}): string | null {
  try {
    checkAgreed({ ...offered, ...change }, { ...agreed, ...to });
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

test.each<readonly [string, Partial<Offered>, Partial<Agreed>, string | null]>([
  ["exactly what was shown", {}, {}, null],
  ["less than was shown", { fee: 100n, operatorFee: { asset: USD, amount: 49n } }, {}, null],
  ["no fee any more", { operatorFee: null }, {}, null],
  ["a network fee that rose by a stroop", { fee: 201n }, {}, "fees-risen"],
  ["an operator's fee that rose by a stroop", { operatorFee: { asset: USD, amount: 51n } }, {}, "fees-risen"],
  ["a fee where none was shown", {}, { operatorFee: null }, "fees-risen"],
  ["as much of another asset", { operatorFee: { asset: NATIVE, amount: 50n } }, {}, "fees-risen"],
  ["as much of another issuer's", { operatorFee: { asset: { ...USD, issuer: "GX" }, amount: 50n } }, {}, "fees-risen"],
  ["a fee that the house pays", { feePayer: "GHOUSE", fee: 10_000n }, { networkFee: "0" }, null],
  ["a fee that the house no longer pays", {}, { networkFee: "0" }, "fees-risen"],
  ["another account", { to: "GEVE" }, {}, "recipient-changed"],
  ["a memo where none was shown", { memo: { type: "text", text: "7" } }, {}, "recipient-changed"],
  ["the same digits as a number", { memo: { type: "id", text: "7" } }, { memo: "7" }, "recipient-changed"],
  ["the memo that was shown", { memo: { type: "id", text: "7" } }, { memo: "7", memoType: "id" }, null],
])("%s", (_name, change, to, code) => {
  expect(refusalOf(change, to)).toBe(code);
});

import { xdr } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { DEFAULT_LANGUAGE } from "#schemas/values/languages.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { describeFailure, failureSaid } from "./failures.ts";

const CODES = [
  ...Object.keys(xdr.PaymentResultCode),
  ...Object.keys(xdr.CreateAccountResultCode),
  ...Object.keys(xdr.CreateClaimableBalanceResultCode),
  ...Object.keys(xdr.ClaimClaimableBalanceResultCode),
  ...Object.keys(xdr.ManageSellOfferResultCode),
  ...Object.keys(xdr.ManageBuyOfferResultCode),
  ...Object.keys(xdr.PathPaymentStrictSendResultCode),
  ...Object.keys(xdr.PathPaymentStrictReceiveResultCode),
  ...Object.keys(xdr.LiquidityPoolDepositResultCode),
  ...Object.keys(xdr.LiquidityPoolWithdrawResultCode),
].filter((name) => /^(payment|create|claim|manage|path|liquidity)[A-Z]/.test(name) && !name.endsWith("Success"));

const { said } = wordsIn(DEFAULT_LANGUAGE);

test("every way in which a payment, a claim or a trade can fail has a sentence", () => {
  expect(CODES.length).toBe(86);
  for (const code of CODES) {
    expect(said(failureSaid(code)), code).toMatch(/^[A-Z].+\.$/);
    expect(said(failureSaid(code)), code).not.toContain(code);
  }
});

test("another code is told by its name, and a result that cannot be read stops nothing", () => {
  expect(said(failureSaid("txSomethingNew"))).toBe("The network refused it (txSomethingNew).");
  expect(said(describeFailure("AAAA"))).toBe("The network refused it.");
});

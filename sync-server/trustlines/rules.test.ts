import { expect, test } from "vitest";
import { refusalsOf } from "#server/platform/rules/rules.ts";
import { ADDING, REMOVING, type TrustlineFacts } from "./rules.ts";

const NOTHING_LEFT = { balance: 0n, bound: 0n, pools: 0 };
const RICH: TrustlineFacts = {
  assetCode: "EUR",
  isFrozen: false,
  isHalted: false,
  isOnNetwork: true,
  isClosing: false,
  isOwnIssue: false,
  doesIssuerExist: true,
  isChanging: false,
  line: null,
  reserved: 0n,
  spendableXlm: 5_000_100n,
  ownFee: 100n,
};
const HELD = { ...RICH, line: NOTHING_LEFT };

function codes(rules: typeof ADDING, facts: TrustlineFacts, change: Partial<TrustlineFacts> = {}): string[] {
  return refusalsOf(rules, { ...facts, ...change }).map(({ code }) => code);
}

test("nothing is added to an account that is being closed, nor taken away", () => {
  expect(codes(ADDING, RICH, { isClosing: true })).toEqual(["account-closing"]);
  expect(codes(REMOVING, HELD, { isClosing: true })).toEqual(["account-closing"]);
});

test("with the reserve and the fee to the last stroop, nothing stands against adding", () => {
  expect(codes(ADDING, RICH)).toEqual([]);
  const [refusal] = refusalsOf(ADDING, { ...RICH, spendableXlm: 5_000_099n });
  expect(refusal).toEqual({ code: "trustline-reserve-too-low", facts: { missing: "0.0000001", reserve: "0.5" } });
});

test.each<[Partial<TrustlineFacts>, string]>([
  [{ isFrozen: true }, "account-frozen"],
  [{ isHalted: true }, "payments-halted"],
  [{ isOnNetwork: false }, "wallet-not-ready"],
  [{ isChanging: true }, "trustline-under-way"],
  [{ isOwnIssue: true }, "trustline-own"],
  [{ line: NOTHING_LEFT }, "trustline-exists"],
  [{ doesIssuerExist: false }, "issuer-missing"],
])("%o stands against adding", (change, code) => expect(codes(ADDING, RICH, change)).toEqual([code]));

test.each<[Partial<TrustlineFacts>, string]>([
  [{ isFrozen: true }, "account-frozen"],
  [{ isHalted: true }, "payments-halted"],
  [{ isOnNetwork: false }, "wallet-not-ready"],
  [{ isChanging: true }, "trustline-under-way"],
  [{ line: null }, "asset-unknown"],
  [{ reserved: 1n }, "trustline-payment-open"],
  [{ line: { ...NOTHING_LEFT, bound: 1n } }, "trustline-offers-open"],
  [{ line: { ...NOTHING_LEFT, pools: 1 } }, "trustline-in-pool"],
  [{ line: { ...NOTHING_LEFT, balance: 1n } }, "trustline-balance-left"],
  [{ spendableXlm: 99n }, "fee-balance-too-low"],
])("%o stands against removing", (change, code) => expect(codes(REMOVING, HELD, change)).toEqual([code]));

test("an asset whose issuer is gone can still be removed, and needs no reserve", () => {
  expect(codes(REMOVING, HELD, { doesIssuerExist: false, spendableXlm: 100n })).toEqual([]);
});

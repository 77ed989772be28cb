import { Account, MuxedAccount } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { NO_MEMO } from "#schemas/values/memo.ts";
import { NO_ACCOUNT } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import {
  checkAmount,
  checkFunds,
  checkMemo,
  checkMemoFixed,
  checkMemoRequired,
  checkRecipient,
  checkSource,
} from "./rules.ts";

const ISSUER = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI";
const USD = { assetCode: "USD", issuer: ISSUER };
const TO = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const UNIT = 10_000_000n;
const line = { ...USD, balance: "500000000", limit: "1000000000", selling: "0", buying: "0", isAuthorized: true };
const account = { ...NO_ACCOUNT, exists: true, balance: "100000000", reserves: 3, lines: [line] };
const theirs = {
  ...USD,
  address: TO,
  balance: 0n,
  limit: 5n * UNIT,
  selling: 0n,
  buying: 0n,
  isAuthorized: true,
  keepsOffers: false,
  pools: 0,
};

function codeOf(check: () => unknown): string {
  try {
    check();
    return "accepted";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "other";
  }
}

function holding(asset: typeof USD, amount: bigint, fee: bigint) {
  return [
    { ...asset, amount: String(amount) },
    { ...NATIVE, amount: String(fee) },
  ];
}

test("each kind of bad amount has its own code", () => {
  expect(codeOf(() => checkAmount("-0.5"))).toBe("amount-not-positive");
  expect(codeOf(() => checkAmount("0.0000000"))).toBe("amount-not-positive");
  expect(codeOf(() => checkAmount("1.00000001"))).toBe("amount-too-precise");
  expect(codeOf(() => checkAmount("99999999999999"))).toBe("amount-too-large");
  expect(codeOf(() => checkAmount("ten"))).toBe("amount-malformed");
  expect(checkAmount("12.5")).toBe(125_000_000n);
});

test("reserve, fee and payments under way are not spendable", () => {
  const free = 85_000_000n;
  const check = (amount: bigint, reserved: bigint) =>
    codeOf(() => checkFunds(account, NATIVE, amount, holding(NATIVE, amount, 100n), new Map([["XLM", reserved]]), 0n));
  expect(check(free - 100n, 0n)).toBe("accepted");
  expect(check(free - 99n, 0n)).toBe("balance-too-low");
  expect(check(free - 100n, 1n)).toBe("balance-too-low");
});

test("another asset needs XLM for the fee", () => {
  const poor = { ...account, balance: "15000000" };
  expect(codeOf(() => checkFunds(poor, USD, UNIT, holding(USD, UNIT, 100n), new Map(), 0n))).toBe(
    "fee-balance-too-low",
  );
  expect(codeOf(() => checkFunds(account, USD, 51n * UNIT, holding(USD, 51n * UNIT, 100n), new Map(), 0n))).toBe(
    "balance-too-low",
  );
  const withFee = [...holding(USD, 50n * UNIT, 100n), { ...USD, amount: "1" }];
  expect(codeOf(() => checkFunds(account, USD, 50n * UNIT, withFee, new Map(), 0n))).toBe("balance-too-low");
});

test("what is set aside needs XLM for its reserve", () => {
  const holds = [...holding(USD, UNIT, 100n), { ...NATIVE, amount: String(UNIT) }];
  const check = (balance: bigint) =>
    codeOf(() => checkFunds({ ...account, balance: String(balance) }, USD, UNIT, holds, new Map(), UNIT));
  expect(check(25_000_000n + 100n)).toBe("accepted");
  expect(check(25_000_000n + 99n)).toBe("claimable-reserve-too-low");
});

test("money is set aside for whoever cannot hold the asset yet, and paid to whoever can", () => {
  const kind = (exists: boolean, held: typeof theirs | null, asset = USD, to = TO) =>
    checkRecipient(to, asset, UNIT, { exists, line: held, isMemoRequired: false }, true);
  expect(kind(true, null)).toBe("create_claimable_balance");
  expect(kind(false, null)).toBe("create_claimable_balance");
  expect(kind(true, theirs)).toBe("payment");
  expect(kind(true, null, USD, ISSUER)).toBe("payment");
  expect(kind(true, null, NATIVE)).toBe("payment");
  expect(codeOf(() => kind(true, { ...theirs, isAuthorized: false }))).toBe("recipient-not-authorized");
  const muxed = new MuxedAccount(new Account(TO, "0"), "7").accountId();
  expect(codeOf(() => kind(true, null, USD, muxed))).toBe("recipient-trustline-missing");
});

test("what the recipient cannot take is refused before anything is sent", () => {
  const pay = (asset: typeof USD, amount: bigint, exists: boolean, held: typeof theirs | null, asClaimable = false) =>
    codeOf(() => checkRecipient(TO, asset, amount, { exists, line: held, isMemoRequired: false }, asClaimable));
  expect(pay(NATIVE, UNIT - 1n, false, null)).toBe("recipient-not-ready");
  expect(checkRecipient(TO, NATIVE, UNIT, { exists: false, line: null, isMemoRequired: false }, false)).toBe(
    "create_account",
  );
  expect(pay(USD, UNIT, false, null)).toBe("recipient-not-ready");
  expect(pay(USD, UNIT, true, null)).toBe("recipient-trustline-missing");
  expect(pay(USD, UNIT, true, { ...theirs, isAuthorized: false })).toBe("recipient-not-authorized");
  expect(pay(USD, 6n * UNIT, true, theirs)).toBe("recipient-full");
  expect(pay(USD, 5n * UNIT, true, theirs)).toBe("accepted");
  expect(
    codeOf(() => checkRecipient(ISSUER, USD, UNIT, { exists: true, line: null, isMemoRequired: false }, false)),
  ).toBe("accepted");
});

test("the source needs an account and an authorised line", () => {
  expect(codeOf(() => checkSource(NO_ACCOUNT, NATIVE))).toBe("wallet-not-ready");
  expect(codeOf(() => checkSource({ ...account, lines: [] }, USD))).toBe("asset-unknown");
  const frozen = { ...account, lines: [{ ...line, isAuthorized: false }] };
  expect(codeOf(() => checkSource(frozen, USD))).toBe("asset-not-authorized");
});

test("who asks for a memo gets one, or is paid by a number of their own", () => {
  const facts = { exists: true, line: null, isMemoRequired: true };
  const memo = { type: "text", text: "77" } as const;
  expect(codeOf(() => checkMemoRequired(TO, NO_MEMO, facts))).toBe("memo-required");
  expect(codeOf(() => checkMemoRequired(TO, memo, facts))).toBe("accepted");
  expect(codeOf(() => checkMemoRequired(TO, NO_MEMO, { ...facts, isMemoRequired: false }))).toBe("accepted");
  const muxed = new MuxedAccount(new Account(TO, "0"), "7").accountId();
  expect(codeOf(() => checkMemoRequired(muxed, NO_MEMO, facts))).toBe("accepted");
  expect(codeOf(() => checkMemoFixed(NO_MEMO, memo))).toBe("accepted");
  expect(codeOf(() => checkMemoFixed({ type: "id", text: "77" }, memo))).toBe("memo-fixed");
});

test("a memo holds 28 bytes", () => {
  expect(codeOf(() => checkMemo({ type: "text", text: "é".repeat(14) }))).toBe("accepted");
  expect(codeOf(() => checkMemo({ type: "text", text: "é".repeat(15) }))).toBe("memo-too-long");
});

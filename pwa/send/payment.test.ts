import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { ERRORS } from "#schemas/errors.ts";
import type { Balance } from "#pwa/parts/assets/balances.ts";
import { aCheck } from "./check.fixture.ts";
import { checkDraft, EMPTY_DRAFT, fieldOfError, sendInputOf, type SendDraft, type SendFacts } from "./payment.ts";

const ana = Keypair.random().publicKey();
const me = Keypair.random().publicKey();
const xlm: Balance = {
  uid: "XLM",
  id: 1,
  assetCode: "XLM",
  issuer: "",
  balance: "101",
  spendable: "100.0000000",
  asOfLedger: 9,
};
const usdc: Balance = { ...xlm, uid: `USDC-${ana}`, assetCode: "USDC", issuer: ana };
const facts: SendFacts = { balances: [xlm, usdc], ownAddress: me, ownUserId: "me-1234", usdOf: () => null };
const draft = (fields: Partial<SendDraft>): SendDraft => ({ ...EMPTY_DRAFT, to: ana, amount: "1", ...fields });

function problemOf(fields: Partial<SendDraft>) {
  const verdict = checkDraft(draft(fields), facts);
  return verdict.ok ? {} : verdict.problems;
}

test("a good draft becomes a payment", () => {
  expect(checkDraft(draft({ to: ` ${ana} `, amount: "12.5", memo: "rent" }), facts)).toEqual({
    ok: true,
    payment: {
      to: ana,
      assetCode: "XLM",
      issuer: "",
      amountStroops: 125_000_000n,
      memo: "rent",
      memoType: "text",
      networkPassphrase: "",
      message: "",
      asClaimable: false,
    },
  });
  expect(problemOf({ amount: ".5" })).toEqual({});
  expect(problemOf({ amount: "1,5" })).toEqual({});
  expect(problemOf({ to: "ana_2" })).toEqual({});
  expect(problemOf({ to: "ana*example.org" })).toEqual({});
  expect(problemOf({ to: "ana*localhost:3000" })).toEqual({});
});

test.each([
  [{ to: "" }, "to", /who receives/],
  [{ to: me }, "to", /your own/],
  [{ to: "me-1234" }, "to", /your own/],
  [{ to: `${ana.slice(0, -1)}a` }, "to", /not a Stellar address/],
  [{ to: "two words" }, "to", /not a Stellar address/],
  [{ to: "ana*exa mple.org" }, "to", /not a Stellar address/],
  [{ to: "a\u202Ena*example.org" }, "to", /not a Stellar address/],
  [{ amount: "" }, "amount", /Enter an amount/],
  [{ amount: "0" }, "amount", /greater than zero/],
  [{ amount: "-1" }, "amount", /such as 12\.5/],
  [{ amount: "1,500" }, "amount", /mean 1500 or 1\.500/],
  [{ amount: "1.12345678" }, "amount", /at most 7/],
  [{ amount: "9999999999999" }, "amount", /larger than/],
  [{ amount: "100.0000001" }, "amount", /spend 100 XLM at most/],
  [{ memo: "ü".repeat(15) }, "memo", /28 bytes/],
  [{ memo: "12a", memoType: "id" }, "memo", /whole number/],
  [{ memo: "77\u202E12" }, "memo", /hidden marks/],
  [{ asset: "EUR-GONE" }, "asset", /do not hold EUR/],
] as const)("%o is refused at %s", (fields, field, sentence) => {
  expect(problemOf(fields)[field]).toMatch(sentence);
});

test("several problems are told at once", () => {
  expect(Object.keys(problemOf({ to: "", amount: "", memo: "a".repeat(29) })).sort()).toEqual(["amount", "memo", "to"]);
});

test("the call says only what there is to say, and holds the server to what was shown", () => {
  const payment = {
    to: "ana*example.org",
    assetCode: "XLM",
    issuer: "",
    amountStroops: 125_000_000n,
    memo: "",
    memoType: "text",
    networkPassphrase: "",
    message: "",
    asClaimable: false,
  } as const;
  const operatorFee = { assetCode: "XLM", issuer: null, amount: "0.1000000" };
  const check = aCheck({ recipient: { address: ana, username: null, exists: true }, operatorFee });
  const input = sendInputOf(payment, check, "k".repeat(21), { password: "", code: "", passkey: null });
  expect(input).toEqual({
    to: "ana*example.org",
    assetCode: "XLM",
    amount: "12.5",
    idempotencyKey: "k".repeat(21),
    agreed: { to: ana, memo: "", memoType: "text", networkFee: "0.0000100", operatorFee },
  });
  const sponsored = sendInputOf(payment, { ...check, isFeeSponsored: true }, "k", {
    password: "p",
    code: "1",
    passkey: null,
  });
  expect(sponsored).toMatchObject({ agreed: { networkFee: "0" }, password: "p", code: "1" });
});

test("every refusal that names a field is known to the error table", () => {
  expect(fieldOfError("password-wrong")).toBe("password");
  expect(fieldOfError("server-error")).toBeNull();
  expect(fieldOfError("toString")).toBeNull();
  expect(Object.keys(ERRORS)).toContain("balance-too-low");
});

test("what is typed in dollars is paid in the asset, by what it costs now, and never without a price", () => {
  const typed = draft({ amount: "10", amountIn: "usd" });
  const at = (usd: string | null) => checkDraft(typed, { ...facts, usdOf: () => usd });
  expect(at("0.3")).toMatchObject({ ok: true, payment: { amountStroops: 333_333_333n, assetCode: "XLM" } });
  expect(at("0.25")).toMatchObject({ ok: true, payment: { amountStroops: 400_000_000n } });
  expect(at("0.05")).toMatchObject({ ok: false, problems: { amount: expect.stringMatching(/at most/) } });
  expect(at(null)).toMatchObject({ ok: false, problems: { amount: expect.stringMatching(/amount in XLM/) } });
});

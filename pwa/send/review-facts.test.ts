import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { buildDirectory } from "#pwa/identity/directory.ts";
import { reviewFacts } from "./review-facts.ts";
import type { Review } from "./send-state.ts";

const ana = Keypair.random().publicKey();
const balance = {
  uid: "XLM",
  id: 1,
  assetCode: "XLM",
  issuer: "",
  balance: "100.0000000",
  spendable: "99",
  asOfLedger: 9,
};
const review: Review = {
  key: "k",
  payment: { to: "ana-1", assetCode: "XLM", issuer: "", amountStroops: 125_000_000n, memo: "" },
  recipient: { address: ana, username: "ana", exists: true, acceptsAsset: true, fee: "0.0000100", minimum: "1" },
};
const contact = { uid: "c", id: 1, name: "Ana Díaz", stellarAddress: ana, uniqueUserId: "", memo: "", editedAt: {} };
const nobody = buildDirectory([], undefined);

test("what is left counts the fee for XLM", () => {
  expect(reviewFacts(review, [balance], nobody, true)).toEqual({
    name: "ana",
    amount: "12.5000000",
    fee: "0.00001",
    left: "87.4999900",
    warnings: [],
  });
  expect(reviewFacts(review, [], nobody, true).left).toBeNull();
});

test("the contact's name comes before the username", () => {
  expect(reviewFacts(review, [balance], buildDirectory([contact], undefined), null).name).toBe("Ana Díaz");
});

test("warnings say what is unusual", () => {
  const warnings = (change: Partial<Review["recipient"]>, directory = nobody, before: boolean | null = true) =>
    reviewFacts(
      { ...review, recipient: { ...review.recipient, ...change } },
      [balance],
      directory,
      before,
    ).warnings.join(" ");
  expect(warnings({ exists: false })).toMatch(/will be created/);
  expect(warnings({}, nobody, false)).toMatch(/not sent to this address before/);
  expect(warnings({}, nobody, null)).toBe("");
  expect(warnings({}, buildDirectory([{ ...contact, memo: "77" }], undefined))).toMatch(/memo "77".*has none/);
  const twin = `${ana.slice(0, 6)}${"Q".repeat(46)}${ana.slice(-4)}`;
  expect(warnings({ address: twin }, buildDirectory([contact], undefined))).toMatch(/looks like/);
});

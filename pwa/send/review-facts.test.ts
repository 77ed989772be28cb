import { Account, Keypair, MuxedAccount } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { buildDirectory } from "#pwa/parts/directory/directory.ts";
import { sentenceOf } from "#schemas/errors.ts";
import { aCheck } from "./check.fixture.ts";
import { reviewFacts } from "./review-facts.ts";
import type { Review } from "./send-state.ts";

const ana = Keypair.random().publicKey();
const recipient = { address: ana, username: "ana", exists: true };
const review: Review = {
  key: "k",
  payment: {
    to: "ana-1",
    assetCode: "XLM",
    issuer: "",
    amountStroops: 125_000_000n,
    memo: "",
    memoType: "text",
    networkPassphrase: "",
    message: "",
    asClaimable: false,
  } as const,
  check: aCheck({ recipient }),
};
const contact = { uid: "c", id: 1, name: "Ana Díaz", stellarAddress: ana, uniqueUserId: "", memo: "", editedAt: {} };
const nobody = buildDirectory([], undefined);

test("the numbers are the server's", () => {
  expect(reviewFacts(review, nobody, true)).toEqual({
    name: "ana",
    amount: "12.5000000",
    networkFee: { assetCode: "XLM", amount: "0.00001" },
    operatorFee: null,
    total: [{ assetCode: "XLM", amount: "12.50001" }],
    left: [{ assetCode: "XLM", amount: "87.4999900", spendable: "86.4999900" }],
    reserve: null,
    canSetAside: false,
    isLookingUp: false,
    lookAlikes: [],
    warnings: [],
    refusals: [],
  });
  const operatorFee = { assetCode: "USDC", issuer: ana, amount: "0.5000000" };
  const check = aCheck({ recipient, isFeeSponsored: true, operatorFee });
  expect(reviewFacts({ ...review, check }, nobody, true)).toMatchObject({
    networkFee: null,
    operatorFee: { assetCode: "USDC", amount: "0.5" },
  });
});

test("what a recipient cannot hold yet can be set aside for them, unless something else stands against it", () => {
  const missing = { code: "recipient-trustline-missing", message: "No line." };
  const can = (refusals: { code: string; message: string }[], change: object = {}, address = ana) =>
    reviewFacts(
      {
        ...review,
        payment: { ...review.payment, assetCode: "USDC", issuer: ana, ...change },
        check: aCheck({ recipient: { ...recipient, address }, refusals }),
      },
      nobody,
      true,
    ).canSetAside;
  expect(can([missing])).toBe(true);
  expect(can([])).toBe(false);
  expect(can([missing, { code: "account-frozen", message: "Frozen." }])).toBe(false);
  expect(can([missing], { asClaimable: true })).toBe(false);
  expect(can([missing], { issuer: "" })).toBe(false);
  expect(can([missing], {}, "MABC")).toBe(false);
  const check = aCheck({ recipient: { ...recipient, exists: false }, setAside: { reserve: "1.0000000" } });
  expect(reviewFacts({ ...review, check }, nobody, true)).toMatchObject({ reserve: "1", warnings: [] });
});

test("each refusal names its field, where it has one", () => {
  const refusals = [
    { code: "account-frozen", message: "Frozen." },
    { code: "daily-limit-exceeded", message: "Too much." },
    { code: "recipient-not-allowed", message: "Not listed." },
  ];
  const check = aCheck({ recipient: { ...recipient, exists: false }, refusals });
  const facts = reviewFacts({ ...review, check }, nobody, true);
  expect(facts.refusals).toEqual([
    {
      code: "account-frozen",
      field: null,
      message: "This account is frozen, and nothing can be sent from it. Please contact support.",
    },
    { code: "daily-limit-exceeded", field: "Amount", message: "Too much." },
    { code: "recipient-not-allowed", field: "To", message: sentenceOf("recipient-not-allowed") },
  ]);
  expect(facts.warnings).toEqual([]);
});

test("the contact's name comes before the username", () => {
  expect(reviewFacts(review, buildDirectory([contact], undefined), null).name).toBe("Ana Díaz");
});

test("warnings say what is unusual", () => {
  const warnings = (change: Partial<typeof recipient>, directory = nobody, before: boolean | null = true) => {
    const check = aCheck({ recipient: { ...recipient, ...change } });
    return reviewFacts({ ...review, check }, directory, before).warnings.join(" ");
  };
  expect(warnings({ exists: false })).toMatch(/will be created/);
  expect(warnings({}, nobody, false)).toMatch(/not sent to this address before/);
  expect(warnings({}, nobody, null)).toBe("");
  expect(reviewFacts(review, nobody, null).isLookingUp).toBe(true);
  expect(reviewFacts(review, buildDirectory([contact], undefined), null).isLookingUp).toBe(false);
  expect(warnings({}, buildDirectory([{ ...contact, memo: "77" }], undefined))).toMatch(/memo "77".*has none/);
  const twin = `${ana.slice(0, 6)}${"Q".repeat(46)}${ana.slice(-4)}`;
  const check = aCheck({ recipient: { ...recipient, address: twin } });
  const known = { address: ana, by: "contact", name: "Ana Díaz" } as const;
  const { lookAlikes } = reviewFacts({ ...review, check }, buildDirectory([contact], undefined), true);
  expect(lookAlikes).toEqual([known]);
  // What the server has told already is not told twice.
  const told = { ...check, lookAlikes: [known] };
  expect(reviewFacts({ ...review, check: told }, buildDirectory([contact], undefined), true).lookAlikes).toEqual([
    known,
  ]);
});

test("another number of a contact's account is not called by the contact's name, and is warned of", () => {
  const numbered = (id: string) => new MuxedAccount(new Account(ana, "0"), id).accountId();
  const exchange = { ...contact, name: "My exchange", stellarAddress: numbered("1") };
  const factsOf = (address: string) => {
    const check = aCheck({ recipient: { address, username: null, exists: true } });
    const to = { ...review.payment, to: address };
    return reviewFacts({ ...review, payment: to, check }, buildDirectory([exchange], undefined), true);
  };
  expect(factsOf(numbered("1"))).toMatchObject({ name: "My exchange", warnings: [] });
  for (const address of [numbered("2"), ana]) {
    expect(factsOf(address).name).toBeNull();
    expect(factsOf(address).warnings.join(" ")).toMatch(/same account as My exchange, but another number/);
  }
});

import { expect, test } from "vitest";
import type { ProposalContent } from "#schemas/approvals.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { contentSaid } from "./said-content.ts";

const KEY = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
const credit = {
  kind: "credit-deposit",
  depositId: 7,
  userId: 12,
  usd: "50.0000000",
  xlmRate: "4.25",
  xlmCredited: "212.5000000",
  price: "0.235",
  isRetry: false,
} as const;
const resolved = { kind: "resolve-submission", submissionId: 9, isProven: false } as const;
const failed = { outcome: "failed", evidence: "seen" } as const;
const difference = { kind: "accept-difference", assetCode: "XLM", issuer: "", fingerprint: "f" } as const;

const SAID: readonly (readonly [ProposalContent, string])[] = [
  [credit, "Deposit 7 of user 12 over 50 USD is credited with 212.5 XLM, 4.25 for a USD."],
  [{ ...credit, isRetry: true }, "Deposit 7 of user 12 over 50 USD is credited again with 212.5 XLM, 4.25 for a USD."],
  [
    { kind: "set-deposit-method", methodName: "bank", settings: null, former: null },
    "It changes how deposits are taken by “bank”.",
  ],
  [{ kind: "set-deposits", settings: null, former: null }, "It changes how deposits are taken."],
  [
    { ...resolved, userId: 0, resolution: failed },
    "Payment 9 of the house counts as failed, and its money is free to be spent again.",
  ],
  [
    { ...resolved, userId: 12, resolution: { outcome: "confirmed", ledger: 5, evidence: "seen" } },
    "Payment 9 of user 12 counts as confirmed by ledger 5.",
  ],
  [
    { ...difference, differs: "-3", usd: "1200.5", evidence: "found" },
    "The difference of XLM, worth 1,200.5 USD, is accepted.",
  ],
  [{ ...difference, differs: "-3", usd: null, evidence: "found" }, "The difference of XLM is accepted."],
  [
    {
      kind: "claim-suspense",
      itemId: 3,
      userId: 12,
      assetCode: "XLM",
      issuer: "",
      amount: "1.5000000",
      from: KEY,
    },
    `Item 3, 1.5 XLM from ${KEY}, is paid on to user 12.`,
  ],
  [
    { kind: "set-house-budget", purpose: "treasury", assetCode: "XLM", issuer: "", daily: "5", former: null },
    "It changes how much XLM an account of the house may pay out in a day.",
  ],
  [
    { kind: "rotate-key", userId: 12, account: KEY, kmsKey: "arn:key", publicKey: KEY },
    `The wallet of user 12 is handed to ${KEY}, which is arn:key.`,
  ],
  [
    { kind: "rewrap-vault", key: 2, locks: 700 },
    "Whatever a former key of the vault locked is locked with its present one.",
  ],
  [
    {
      kind: "move-house-money",
      from: "treasury",
      to: "sponsor",
      assetCode: "XLM",
      issuer: "",
      amount: "12.5",
      key: "0123456789abcdef",
      askedAt: "2026-01-31T12:00:00.000Z",
    },
    "12.5 XLM of the house goes from one of its accounts to another.",
  ],
  [{ kind: "let-go", userId: 12, frozenBy: 1 }, "The account of user 12 is let go."],
];

test.each(SAID)("what %j would do is said", (content, words) => {
  expect(wordsIn("en").said(contentSaid(content))).toBe(words);
});

test.each(LANGUAGES)("a proposal is told of in one language alone: %s", (language) => {
  const { said, sentence } = wordsIn(language);
  for (const [content] of SAID) {
    const words = said(contentSaid(content));
    expect(words).not.toBe(sentence("said.unknown"));
    if (language !== "en") expect(words).not.toMatch(/\b(?:user|payment|accepted|credited|changes)\b/i);
  }
});

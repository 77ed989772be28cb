import { expect, test } from "vitest";
import { checklistOf } from "./checklist.ts";

const xlm = { uid: "XLM", id: 1, assetCode: "XLM", issuer: "", balance: "100.5", spendable: "99", asOfLedger: 9 };

test("the checklist says what is done, and nothing before it is known", () => {
  const done = (facts: Parameters<typeof checklistOf>[0]) =>
    checklistOf(facts).map((item) => `${item.key}${item.isDone ? ", done" : ""}`);
  expect(done({ unprovenEmail: null, balances: [], contactCount: 0, settings: null, kyc: null })).toEqual([
    "funded",
    "second-factor",
    "contact",
  ]);
  const kyc = { status: "approved", isVerified: true } as const;
  expect(done({ unprovenEmail: null, balances: [xlm], contactCount: 2, settings: null, kyc })).toEqual([
    "funded, done",
    "second-factor",
    "contact, done",
    "kyc, done",
  ]);
});

test("a mailbox that has yet to answer comes first, named", () => {
  const facts = { unprovenEmail: "ana@example.org", balances: [], contactCount: 0, settings: null, kyc: null };
  const [first] = checklistOf(facts);
  expect(first).toMatchObject({ key: "mailbox", isDone: false });
  expect(first?.text).toContain("ana@example.org");
});

test("an identity check that waits or was refused says so", () => {
  const text = (status: "pending" | "rejected" | null) =>
    checklistOf({
      unprovenEmail: null,
      balances: [],
      contactCount: 0,
      settings: null,
      kyc: { status, isVerified: false },
    }).at(-1)?.text;
  expect(text(null)).toContain("Show who you are");
  expect(text("pending")).toContain("being looked at");
  expect(text("rejected")).toContain("not accepted");
});

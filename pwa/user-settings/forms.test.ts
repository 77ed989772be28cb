import { CLOSE_REFUSALS, type CloseReviewOutput } from "#schemas/closing.ts";
import { expect, test } from "vitest";
import { buildDirectory } from "#pwa/parts/directory/directory.ts";
import { aCheck } from "#pwa/send/check.fixture.ts";
import { reviewFacts } from "#pwa/send/door.ts";
import { isNameRepeated, isPositiveAmount, reviewOfRest, waysOn, waitWords } from "./closing.ts";
import { readLimits } from "./limits.ts";
import { inGroups, recoveryText } from "./recovery-codes.ts";

test("limits are read as a person writes them", () => {
  expect(readLimits({ transactionLimit: " 2,500.5 ", dailyLimit: "" }, true)).toEqual({
    value: { transactionLimit: "2500.5", dailyLimit: null, requirePasswordForSend: true },
  });
  expect(readLimits({ transactionLimit: "1,234,567", dailyLimit: "0.0000001" }, false)).toEqual({
    value: { transactionLimit: "1234567", dailyLimit: "0.0000001", requirePasswordForSend: false },
  });
});

test("what may be thousands or a fraction is asked about, never guessed", () => {
  expect(readLimits({ transactionLimit: "1,500", dailyLimit: "12,34" }, true)).toEqual({
    issues: { transactionLimit: expect.stringContaining("1500 or 1.500") },
  });
  expect(readLimits({ transactionLimit: "5", dailyLimit: "2,000" }, true)).toEqual({
    issues: { dailyLimit: expect.stringContaining("2000 or 2.000") },
  });
});

test.each(["", "abc", "-5", "1,5,", "1.500,25", "0.00000001"])("%j is no limit", (transactionLimit) => {
  expect(readLimits({ transactionLimit, dailyLimit: "x" }, true)).toEqual({
    issues: { transactionLimit: expect.any(String), dailyLimit: expect.any(String) },
  });
});

test("closing asks where the rest goes only where there is any", () => {
  expect(isPositiveAmount("0.0000000")).toBe(false);
  expect(isPositiveAmount("0.0000001")).toBe(true);
});

function aReview(address: string): CloseReviewOutput {
  return {
    to: { address, username: null },
    memo: "",
    asOfLedger: 7,
    xlm: { amount: "12.5000000", reserve: "1.0000000", fee: "0.0000100", arrives: "12.4999900" },
    assets: [],
    orders: [],
    pools: [],
    standingOrders: [],
    repeatedPayments: [],
    lines: 0,
    unclaimed: [],
    setAside: [],
    refusals: [],
    announced: null,
    needsApproval: false,
    needsOwnKey: false,
    needsPassword: false,
    needsSecondFactor: false,
  };
}

test("the rest that goes away is warned of like any payment", () => {
  const known = `GA${"B".repeat(50)}CDEF`;
  const twin = `GA${"B".repeat(30)}${"Q".repeat(20)}CDEF`;
  const contact = {
    uid: "c1",
    id: 1,
    name: "Ana",
    stellarAddress: known,
    uniqueUserId: "",
    memo: "77",
    editedAt: {},
  };
  const directory = buildDirectory([contact], undefined);
  const rest = (address: string) => {
    const check = aCheck({ recipient: { address, username: null, exists: true } });
    return reviewOfRest({ sendRestTo: address, memo: "", review: aReview(address), check });
  };
  expect(reviewFacts(rest(twin), directory, false)).toMatchObject({
    lookAlikes: [{ address: known, by: "contact", name: "Ana" }],
    warnings: [expect.stringContaining("not sent to")],
  });
  expect(reviewFacts(rest(known), directory, null)).toMatchObject({
    name: "Ana",
    amount: "12.5000000",
    isLookingUp: false,
    warnings: [expect.stringContaining('the memo "77"')],
  });
});

test("whatever stands against closing that can be helped elsewhere says where", () => {
  const helped = CLOSE_REFUSALS.filter((code) => waysOn(code).length > 0);
  expect(helped).toEqual(
    expect.arrayContaining([
      "close-payments-open",
      "close-set-aside-open",
      "recipient-trustline-missing",
      "kyc-required",
    ]),
  );
  expect(waysOn("recipient-full").map(({ to }) => to)).toEqual(["/send", "/swap"]);
  expect(waysOn("memo-required")).toEqual([]);
});

test("how long closing waits is said in days where it is whole days", () => {
  expect([0, 1, 24, 36, 48].map(waitWords)).toEqual([
    "It happens at once",
    "It happens 1 hour from now",
    "It happens 1 day from now",
    "It happens 36 hours from now",
    "It happens 2 days from now",
  ]);
});

test("the name must be written out", () => {
  expect(isNameRepeated(" Ana ", "ana")).toBe(true);
  for (const typed of ["", "an", "anna"]) expect(isNameRepeated(typed, "ana")).toBe(false);
});

test("a key is read off in groups, and typed in without them", () => {
  expect(inGroups("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
  expect(inGroups("ABCDEFGH")).toBe("ABCD EFGH");
});

test("what is kept of recovery codes says whose they are, where they count and how", () => {
  const text = recoveryText({
    username: "ana",
    codes: ["AAAA-BBBB", "CCCC-DDDD"],
    madeAt: new Date("2026-11-21T10:00:00Z"),
    host: "wallet.example.org",
  });
  expect(text).toMatch(/ana\n.*wallet\.example\.org.*2026-11-21/);
  expect(text).toContain(" 1. AAAA-BBBB\n 2. CCCC-DDDD\n");
});

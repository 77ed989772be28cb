import { expect, test } from "vitest";
import { amountProblem, boundsText, type Deposit, estimateOf, sortDeposits, usdText, xlmOf } from "./deposit-words.ts";

const offer = { recipient: "$astrolabe", xlmRate: "8.5", minAmount: null, maxAmount: null };
const deposit: Deposit = {
  uid: "7",
  id: 1,
  depositId: 7,
  amount: "20.50",
  cashAppUsername: "$maria",
  cashAppTransactionId: "ABC123",
  recipient: "$astrolabe",
  status: "pending",
  estimatedXlm: "174.2500000",
  xlmRate: null,
  xlmCredited: null,
  reason: "",
  method: "",
  hash: "",
  createdAt: "2026-05-01T10:00:00.000Z",
};

test("the estimate is exact, and there is none of what is no amount", () => {
  expect(estimateOf("20.50", offer)).toBe("174.2500000");
  expect(estimateOf("0.10", { ...offer, xlmRate: "3.333333333333" })).toBe("0.3333333");
  for (const amount of ["", "0", "-1", "1e9", "abc", "1,5"]) expect(estimateOf(amount, offer)).toBeNull();
  expect(estimateOf("900000000000", { ...offer, xlmRate: "99" })).toBeNull();
});

test.each([
  ["", /in dollars/],
  ["x", /in dollars/],
  ["0", /greater than zero/],
  ["1.005", /two decimal places/],
  ["4.99", /5 USD or more/],
  ["100.01", /100 USD at most/],
])("the amount %j is refused before it is sent", (amount, problem) => {
  expect(amountProblem(amount, { ...offer, minAmount: "5", maxAmount: "100" })).toMatch(problem);
});

test("amounts within the bounds are taken, and the bounds are said", () => {
  expect(amountProblem("20.5", offer)).toBeNull();
  expect(boundsText(offer)).toBeNull();
  expect(boundsText({ ...offer, minAmount: "5.00" })).toBe("5 USD or more");
  expect(boundsText({ ...offer, maxAmount: "1000" })).toBe("Up to 1,000 USD");
  expect(boundsText({ ...offer, minAmount: "5", maxAmount: "100" })).toBe("5 to 100 USD");
});

test("what was credited counts, then what was estimated, and nothing of what was rejected", () => {
  expect(xlmOf(deposit)).toBe("174.2500000");
  expect(xlmOf({ ...deposit, status: "credited", xlmCredited: "170.0000000" })).toBe("170.0000000");
  expect(xlmOf({ ...deposit, status: "rejected" })).toBeNull();
  expect(sortDeposits([deposit, { ...deposit, uid: "12", depositId: 12 }]).map(({ uid }) => uid)).toEqual(["12", "7"]);
  expect(usdText("1234.5")).toBe("$1,234.50");
});

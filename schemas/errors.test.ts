import { expect, test } from "vitest";
import { AppError, ERRORS, isErrorCode, sentenceOf } from "./errors.ts";
import { readSaid } from "./said.ts";

test("every code has an error status and one sentence of its own", () => {
  const sentences = Object.values(ERRORS).map(([status, sentence]) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(sentence.length).toBeGreaterThan(10);
    return sentence;
  });
  expect(new Set(sentences).size).toBe(sentences.length);
});

test("facts are filled in and a missing one stays visible", () => {
  expect(sentenceOf("balance-too-low", { spendable: "1.5", assetCode: "XLM" })).toContain("1.5 XLM at most");
  expect(sentenceOf("balance-too-low")).toContain("{spendable}");
});

test("what is one is told as one, and whatever else as it ever was", () => {
  const waits = (seconds: number) => sentenceOf("rate-limited", { seconds });
  expect(waits(1)).toBe("Too many attempts. Please wait 1 second and try again.");
  expect(waits(3600)).toBe("Too many attempts. Please wait 3600 seconds and try again.");
  expect(sentenceOf("durable-end-wrong", { days: 366 })).toBe("Choose an end that lies ahead, within 366 days.");
});

test("amounts and instants are facts as they are stored, and worded as people read them", () => {
  const until = Date.UTC(2026, 10, 23, 11, 49);
  expect(sentenceOf("recipient-on-hold", { until })).toMatch(/can be paid from Nov 23, 2026, 11:49 AM UTC\.$/);
  expect(sentenceOf("fee-balance-too-low", { fee: "1234567.0000100" })).toContain("You need 1,234,567.00001 XLM more");
});

test("a word of ours is chosen by its fact, within a whole sentence", () => {
  expect(sentenceOf("session-ended", { why: "password" })).toBe(
    "You were signed out of this device: a new password was set. Please sign in again.",
  );
  expect(sentenceOf("session-ended", { why: "whatever comes later" })).toContain("it was ended from elsewhere");
  expect(sentenceOf("order-crosses-own", { side: "buy", price: "47/200" })).toContain("order to buy at 47/200 is in");
  expect(sentenceOf("proposal-open", { id: 0 })).toContain("look at proposal of another operator, or");
  expect(sentenceOf("proposal-open", { id: 12 })).toContain("look at proposal 12, or");
});

test("an error is stored and told by its code and facts", () => {
  const error = new AppError("fee-balance-too-low", { fee: "0.5" });
  expect(readSaid(error.said)).toEqual({ code: "error.fee-balance-too-low", facts: { fee: "0.5" } });
  expect(error.told).toEqual({ code: error.code, message: error.message, facts: { fee: "0.5" } });
});

test("an error knows its status and keeps its cause", () => {
  const cause = new Error("inner");
  const error = new AppError("session-required", {}, { cause });
  expect(error.status).toBe(401);
  expect(error.cause).toBe(cause);
  expect(isErrorCode(error.code)).toBe(true);
  expect(isErrorCode("toString")).toBe(false);
});

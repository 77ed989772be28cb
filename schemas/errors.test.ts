import { expect, test } from "vitest";
import { AppError, ERRORS, isErrorCode, sentenceOf } from "./errors.ts";

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

test("an error knows its status and keeps its cause", () => {
  const cause = new Error("inner");
  const error = new AppError("session-required", {}, { cause });
  expect(error.status).toBe(401);
  expect(error.cause).toBe(cause);
  expect(isErrorCode(error.code)).toBe(true);
  expect(isErrorCode("toString")).toBe(false);
});

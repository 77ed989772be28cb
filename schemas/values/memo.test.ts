import { expect, test } from "vitest";
import { isSameMemo, memoProblem, type TypedMemo } from "./memo.ts";

test.each<readonly [TypedMemo["type"], string, string | null]>([
  ["text", "", null],
  ["text", "rent", null],
  ["text", "x".repeat(28), null],
  ["text", "x".repeat(29), "memo-too-long"],
  ["text", "é".repeat(15), "memo-too-long"],
  ["text", "mañana 🧑‍🚀 سلام", null],
  ["text", "77\u202E12", "memo-hidden-marks"],
  ["text", "77\u200B", "memo-hidden-marks"],
  ["text", "77\u2066", "memo-hidden-marks"],
  ["text", "a\u2028b", "memo-hidden-marks"],
  ["id", "", null],
  ["id", "0", null],
  ["id", "18446744073709551615", null],
  ["id", "18446744073709551616", "memo-not-number"],
  ["id", "007", "memo-not-number"],
  ["id", "-1", "memo-not-number"],
  ["id", "1.5", "memo-not-number"],
  ["id", " 1", "memo-not-number"],
  ["id", "rent", "memo-not-number"],
  ["hash", "0f".repeat(32), null],
  ["hash", "0F".repeat(32), "memo-not-hash"],
  ["hash", "0f".repeat(31), "memo-not-hash"],
])("%s memo %j: %s", (type, text, problem) => expect(memoProblem({ type, text })).toBe(problem));

test("no memo is the same of whatever kind; others differ by kind too", () => {
  expect(isSameMemo({ type: "id", text: "" }, { type: "text", text: "" })).toBe(true);
  expect(isSameMemo({ type: "id", text: "7" }, { type: "id", text: "7" })).toBe(true);
  expect(isSameMemo({ type: "id", text: "7" }, { type: "text", text: "7" })).toBe(false);
});

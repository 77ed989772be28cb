import { expect, test } from "vitest";
import { doneBefore, settledWords } from "./unanswered-words.ts";

const atMs = new Date(2026, 0, 1, 10, 2).getTime();
const taken = { key: "a", what: "Sell 5 XLM for USDC", atMs, isTaken: true };
const lost = { key: "b", what: "Add USDC", atMs, isTaken: false };

test("of several confirmations whose answers got lost each is told, in the one message there can be", () => {
  expect(settledWords([])).toBeNull();
  expect(settledWords([taken])?.title).toBe("Sell 5 XLM for USDC: the server has it");
  expect(settledWords([lost])?.title).toBe("Add USDC: not done");
  expect(settledWords([taken, lost])?.description).toBe(
    "“Sell 5 XLM for USDC” of Jan 1, 2026, 10:02 AM: the server has it. “Add USDC” of Jan 1, 2026, 10:02 AM: not done.",
  );
});

test("before the next confirmation those that arrived are named, and no others", () => {
  expect(doneBefore([lost])).toBeNull();
  expect(doneBefore([lost, taken])).toMatch(/“Sell 5 XLM for USDC” of .*comes on top of it/);
  expect(doneBefore([lost, taken])).not.toContain("Add USDC");
});

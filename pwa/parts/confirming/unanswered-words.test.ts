import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { doneBefore, settledWords } from "./unanswered-words.ts";
import { what, whatWords } from "./what-words.ts";

const atMs = new Date(2026, 0, 1, 10, 2).getTime();
const taken = {
  key: "a",
  what: what("sell", { amount: "5.0000000", base: "XLM", quote: "USDC" }),
  atMs,
  isTaken: true,
};
const lost = { key: "b", what: what("asset-add", { assetCode: "USDC" }), atMs, isTaken: false };

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

test("what is kept until there is an answer is worded when it is read, also what was kept as words or by a newer app", () => {
  expect(whatWords(what("send", { amount: "1234.5000000", assetCode: "XLM" }))).toBe("Send 1,234.5 XLM");
  expect(whatWords("Add USDC")).toBe("Add USDC");
  expect(whatWords('{"code":"of-later","facts":{"assetCode":"USDC"}}')).toBe("What you confirmed");
  i18n.loadAndActivate({ locale: "es", messages: {} });
  expect(whatWords(what("send", { amount: "1234.5000000", assetCode: "XLM" }))).toBe("Send 1234,5 XLM");
});

import { expect, test } from "vitest";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import {
  boundWords,
  dealWords,
  progressWords,
  seenWords,
  sideOf,
  spanWords,
  standingTitle,
  triggerWords,
  untilWords,
  whenWords,
} from "./standing-words.ts";

const COMMON = {
  base: "XLM",
  quote: "USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
  expiresAt: null,
} as const;
const WATCHING = { ...COMMON, amount: "100.0000000", triggerPrice: "0.38", price: "0.37" } as const;
const TWAP: StandingTerms = {
  ...COMMON,
  kind: "twap",
  side: "buy",
  amount: "100",
  price: "0.4",
  slices: 10,
  intervalSeconds: 300,
};
const RECURRING: StandingTerms = {
  ...COMMON,
  kind: "recurring",
  spend: "25",
  every: "week",
  times: null,
  highestPrice: null,
  slippage: 100,
  startsAt: null,
};

test("a stop goes against its owner, a profit with them, each by the price at which they could trade", () => {
  const words = (kind: "stop-limit" | "take-profit", side: "buy" | "sell") =>
    triggerWords({ ...WATCHING, kind, side }).replace(" for one XLM is 0.38 USDC", ":");
  expect(words("stop-limit", "sell")).toBe("the highest bid: or less");
  expect(words("stop-limit", "buy")).toBe("the lowest offer: or more");
  expect(words("take-profit", "sell")).toBe("the highest bid: or more");
  expect(words("take-profit", "buy")).toBe("the lowest offer: or less");
});

test("what is given and what is got are never confused", () => {
  expect(dealWords({ ...WATCHING, kind: "stop-limit", side: "sell" })).toBe("Sell 100 XLM for USDC");
  expect(dealWords(TWAP)).toBe("Buy 100 XLM with USDC");
  expect(boundWords(TWAP)).toBe("at 0.4 USDC or less");
  expect(boundWords({ ...WATCHING, kind: "stop-limit", side: "sell" })).toBe("at 0.37 USDC or more");
  expect(standingTitle(RECURRING)).toBe("Recurring buy: buy XLM for 25 USDC");
  expect(sideOf(RECURRING)).toBe("buy");
});

test("says how often, and how far it is", () => {
  expect(whenWords(TWAP)).toBe("In 10 parts, one every 5 minutes");
  expect(whenWords(RECURRING)).toBe("Every week, until you cancel it");
  expect(whenWords({ ...RECURRING, times: 12 })).toBe("Every week, 12 times");
  expect(progressWords(TWAP, { runsDone: 3, runsMissed: 1 })).toBe("3 of 10, 1 missed");
  expect(progressWords(RECURRING, { runsDone: 3, runsMissed: 0 })).toBe("3 so far");
  expect(progressWords({ ...WATCHING, kind: "stop-limit", side: "sell" }, { runsDone: 1, runsMissed: 0 })).toBe("");
  expect(seenWords({ ...WATCHING, kind: "stop-limit", side: "sell" }, "0.3700000")).toBe("highest bid 0.37 USDC");
  expect(seenWords(TWAP, null)).toBeNull();
});

test("spans and what lies ahead are told in the largest unit that fits", () => {
  expect([30, 60, 5400, 172_800].map((seconds) => spanWords(seconds))).toEqual([
    "30 seconds",
    "1 minute",
    "90 minutes",
    "2 days",
  ]);
  const minutes = [0, 0.5, 1, 59, 90, 60 * 30].map((ahead) => untilWords(ahead * 60_000, 0));
  expect(minutes).toEqual(["now", "in less than a minute", "in 1 minute", "in 59 minutes", "in 2 hours", "in 1 day"]);
  expect(untilWords(Date.parse("2026-05-20T10:00:00Z"), Date.parse("2026-05-01T10:00:00Z"))).toBe("on May 20, 2026");
});

import { expect, test } from "vitest";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { followWords, progressWords, seenWords } from "./run-words.ts";
import { nextWords, spanWords } from "./span-words.ts";
import { boundWords, dealWords, shortPrice, sideOf, standingTitle, whenWords } from "./standing-words.ts";
import { meanwhileWords, thenWords } from "./then-words.ts";

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
    whenWords({ ...WATCHING, kind, side }).replace(" for one XLM is 0.38 USDC", ":");
  expect(words("stop-limit", "sell")).toBe("When the highest bid: or less");
  expect(words("stop-limit", "buy")).toBe("When the lowest offer: or more");
  expect(words("take-profit", "sell")).toBe("When the highest bid: or more");
  expect(words("take-profit", "buy")).toBe("When the lowest offer: or less");
});

test("what is given and what is got are never confused", () => {
  expect(dealWords({ ...WATCHING, kind: "stop-limit", side: "sell" })).toBe("Sell 100 XLM for USDC");
  expect(dealWords(TWAP)).toBe("Buy 100 XLM with USDC");
  expect(boundWords(TWAP)).toBe("at 0.4 USDC or less");
  expect(boundWords({ ...WATCHING, kind: "stop-limit", side: "sell" })).toBe("at 0.37 USDC or more");
  expect(standingTitle(RECURRING)).toBe("Recurring buy: buy XLM for 25 USDC");
  expect(sideOf(RECURRING)).toBe("buy");
});

const TRAILING: StandingTerms = {
  ...COMMON,
  kind: "trailing-stop",
  side: "sell",
  amount: "100",
  trail: 210,
  limitOffset: 100,
  activationPrice: null,
};
const OCO: StandingTerms = { ...WATCHING, kind: "oco", side: "sell", profitTrigger: "0.5", profitPrice: "0.49" };

test("a trailing stop says where it would trade as it stands, and what it has seen; nothing once it is over", () => {
  const waiting = { terms: TRAILING, mark: "0.2442", state: "waiting" } as const;
  expect(whenWords(TRAILING)).toBe("When the highest bid for one XLM falls 2.1 % below the highest one seen");
  expect(boundWords(TRAILING)).toBe("at 1 % below that or more");
  expect(followWords(waiting)).toBe("would sell at 0.2390718 USDC, best seen 0.2442");
  expect(followWords({ ...waiting, state: "done" })).toBe("");
  expect(followWords({ ...waiting, mark: "0.241926735488123" })).toBe(
    "would sell at 0.2368462 USDC, best seen 0.2419267",
  );
  expect(["0.000123456789", "12345.678", "1234567890.5", "2"].map(shortPrice)).toEqual([
    "0.0001234567",
    "12,345.67",
    "1,234,567,890",
    "2",
  ]);
  const later = { ...TRAILING, activationPrice: "0.3" };
  expect(followWords({ ...waiting, terms: later, mark: null })).toBe("follows from 0.3 USDC on");
  expect(whenWords({ ...later, side: "buy" })).toBe(
    "When the lowest offer for one XLM rises 2.1 % above the lowest one seen, from 0.3 USDC on",
  );
});

test("of two prices both are told, what each then trades at, and which one it was", () => {
  expect(whenWords(OCO)).toBe("When the highest bid for one XLM is 0.38 USDC or less, or 0.5 or more");
  expect(thenWords(OCO)).toContain("by the stop at 0.37 USDC or more, by the take-profit at 0.49 USDC or more");
  expect(seenWords(OCO, "0.3799")).toBe("Stop reached, highest bid 0.3799 USDC");
  expect(seenWords(OCO, "0.51")).toBe("Take-profit reached, highest bid 0.51 USDC");
  const buying = { ...OCO, side: "buy", triggerPrice: "0.5", profitTrigger: "0.38" } as const;
  expect(whenWords(buying)).toBe("When the lowest offer for one XLM is 0.5 USDC or more, or 0.38 or less");
  expect(seenWords(buying, "0.38")).toBe("Take-profit reached, lowest offer 0.38 USDC");
});

test("says how often, and how far it is", () => {
  expect(whenWords(TWAP)).toBe("In 10 parts, one every 5 minutes");
  expect(whenWords(RECURRING)).toBe("Every week, until you cancel it");
  expect(whenWords({ ...RECURRING, times: 12 })).toBe("Every week, 12 times");
  expect(progressWords(TWAP, { runsDone: 3, runsMissed: 1 })).toBe("3 of 10, 1 missed");
  expect(progressWords(RECURRING, { runsDone: 3, runsMissed: 0 })).toBe("3 so far");
  expect(progressWords({ ...WATCHING, kind: "stop-limit", side: "sell" }, { runsDone: 1, runsMissed: 0 })).toBe("");
  expect(seenWords({ ...WATCHING, kind: "stop-limit", side: "sell" }, "0.3700000")).toBe("Highest bid 0.37 USDC");
  expect(seenWords(TWAP, null)).toBeNull();
});

test("spans and what lies ahead are told in the largest unit that fits", () => {
  expect([30, 60, 5400, 172_800].map((seconds) => spanWords(seconds))).toEqual([
    "30 seconds",
    "1 minute",
    "90 minutes",
    "2 days",
  ]);
  const minutes = [0, 0.5, 1, 59, 90, 60 * 30].map((ahead) => nextWords(ahead * 60_000, 0));
  expect(minutes).toEqual([
    "next now",
    "next in less than a minute",
    "next in 1 minute",
    "next in 59 minutes",
    "next in 2 hours",
    "next in 1 day",
  ]);
  const [then, now] = [Date.parse("2026-05-20T10:00:00Z"), Date.parse("2026-05-01T10:00:00Z")];
  expect(nextWords(then, now)).toBe("next on May 20, 2026");
});

test("an amount of a code that reads like several things is spoken of as several", () => {
  const points = { ...RECURRING, base: `points-${"G".repeat(56)}`, quote: `stamps-${"G".repeat(56)}` };
  expect(thenWords(RECURRING)).toBe(
    "XLM is bought at once, and at most 1 % below what is quoted then, or not at all. A buy that is missed is not made up for.",
  );
  expect(thenWords({ ...points, highestPrice: "2" })).toContain(
    "points are bought at once, at 2 stamps at most on average",
  );
  expect(meanwhileWords(points, 1, null)).toContain("your stamps stay yours to spend");
  expect(meanwhileWords(RECURRING, null, "May 20, 2026")).toBe(
    "Nothing is kept back: your USDC stays yours to spend, and has to be there when the time comes. It ends by itself on May 20, 2026. You can cancel it at any time before each run; what is signed already goes on.",
  );
});

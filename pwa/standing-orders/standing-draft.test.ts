import { expect, test } from "vitest";
import * as v from "valibot";
import { EMPTY_DRAFT } from "#pwa/parts/trading/order-draft.ts";
import { StandingTerms } from "#schemas/standing-orders.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { StandingPlan } from "#pwa/parts/trading/order-draft.ts";
import { EMPTY_PLAN, limitNote, partOf, readPlan, secondsOf } from "./standing-draft.ts";

const PAIR = { base: "XLM", quote: "USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN" };
const NOW = Date.parse("2026-05-01T10:00:00.000Z");
const ORDERED = { ...EMPTY_DRAFT, side: "sell" as const, amount: "1,000.5", price: "0,37" };

function plan(change: Partial<StandingPlan>): StandingPlan {
  return { ...EMPTY_PLAN, ...change };
}

test("each kind is read into the terms that the server takes, in the pair as it is looked at", () => {
  const read = [
    readPlan("stop-limit", ORDERED, plan({ trigger: "0.38", lasting: "7" }), PAIR, NOW),
    readPlan("take-profit", ORDERED, plan({ trigger: "0.5" }), PAIR, NOW),
    readPlan("twap", ORDERED, plan({ slices: "20", every: "2", unit: "hours" }), PAIR, NOW),
    readPlan(
      "recurring",
      ORDERED,
      plan({ spend: "25", highest: " ", lasting: "times", times: "12", calendar: "month" }),
      PAIR,
      NOW,
    ),
  ].map(({ terms }) => v.parse(StandingTerms, terms));
  const offered = { ...PAIR, side: "sell", amount: "1000.5", price: "0.37" };
  expect(read).toEqual([
    { kind: "stop-limit", ...offered, triggerPrice: "0.38", expiresAt: "2026-05-08T10:00:00.000Z" },
    { kind: "take-profit", ...offered, triggerPrice: "0.5", expiresAt: null },
    { kind: "twap", ...offered, slices: 20, intervalSeconds: 7200, expiresAt: null },
    {
      kind: "recurring",
      ...PAIR,
      spend: "25",
      every: "month",
      times: 12,
      highestPrice: null,
      slippage: 100,
      startsAt: null,
      expiresAt: null,
    },
  ]);
});

test("what is missing or out of bounds is told at its field, and of other kinds nothing is asked", () => {
  const bad = plan({
    trigger: "0",
    slices: "1",
    every: "10",
    unit: "seconds",
    lasting: "times",
    times: "521",
    highest: "x",
  });
  const empty = { ...ORDERED, amount: "", price: "" };
  const fieldsOf = (kind: Parameters<typeof readPlan>[0]) =>
    Object.keys(readPlan(kind, empty, bad, PAIR, NOW).problems ?? {}).toSorted();
  expect(fieldsOf("stop-limit")).toEqual(["amount", "price", "trigger"]);
  expect(fieldsOf("twap")).toEqual(["amount", "every", "price", "slices"]);
  expect(fieldsOf("recurring")).toEqual(["highest", "spend", "times"]);
});

test("a first date lies ahead, and none is now", () => {
  const startOf = (starts: string) => readPlan("recurring", ORDERED, plan({ spend: "1", starts }), PAIR, NOW);
  const ahead = new Date(NOW + 3_600_000);
  expect(startOf(ahead.toISOString()).terms).toMatchObject({ startsAt: ahead.toISOString() });
  expect(startOf(new Date(NOW).toISOString()).problems).toHaveProperty("starts");
  expect(startOf("not a date").problems).toHaveProperty("starts");
});

test("an interval is in seconds, and a part never less than its share", () => {
  expect(secondsOf({ every: " 2 ", unit: "days" })).toBe(172_800);
  expect(secondsOf({ every: "1.5", unit: "hours" })).toBeNaN();
  expect(partOf(parseAmount("100"), "3")).toBe(333_333_334n);
  expect(partOf(parseAmount("100"), "201")).toBeNull();
});

test("says on which side of the trigger the limit is", () => {
  expect(limitNote("sell", "0.4", "0.38")).toBe("Sells for up to 5 % less than the trigger, if the price falls on.");
  expect(limitNote("sell", "0.4", "0.42")).toMatch(/^Your limit is 5 % above the trigger/);
  expect(limitNote("buy", "0.4", "0.42")).toBe("Pays up to 5 % more than the trigger, if the price rises on.");
  expect(limitNote("buy", "0.4", "0.38")).toMatch(/^Your limit is 5 % below the trigger/);
  expect(limitNote("sell", "0.4", "0.40")).toBeNull();
  expect(limitNote("sell", "", "0.4")).toBeNull();
});

import { expect, test } from "vitest";
import * as v from "valibot";
import { EMPTY_DRAFT } from "#pwa/parts/trading/order-draft.ts";
import { StandingTerms } from "#schemas/standing-orders.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { StandingPlan } from "#pwa/parts/trading/order-draft.ts";
import {
  EMPTY_PLAN,
  lastsOf,
  limitNote,
  limitOf,
  partOf,
  readPlan,
  secondsOf,
  timesOf,
  trailsFrom,
} from "./standing-draft.ts";

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

test("counts are read as Arabic and Persian keyboards write them", () => {
  const sliced = plan({ slices: "\u0662\u0660", every: " \u06F2 ", unit: "hours" });
  expect(readPlan("twap", ORDERED, sliced, PAIR, NOW).terms).toMatchObject({ slices: 20, intervalSeconds: 7200 });
  expect(lastsOf(sliced)).toBe(19 * 7200);
  expect(timesOf({ lasting: "times", times: "\u0661\u0662" })).toBe(12);
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
  expect(fieldsOf("oco")).toEqual(["amount", "price", "profit", "profitPrice", "trigger"]);
  expect(fieldsOf("trailing-stop")).toEqual(["amount"]);
  const wide = { ...bad, trail: "51", offset: "-1", activation: "x" };
  expect(Object.keys(readPlan("trailing-stop", ORDERED, wide, PAIR, NOW).problems ?? {}).toSorted()).toEqual([
    "activation",
    "offset",
    "trail",
  ]);
  expect(fieldsOf("twap")).toEqual(["amount", "every", "price", "slices"]);
  expect(fieldsOf("recurring")).toEqual(["highest", "spend", "times"]);
});

test("a trail is read as percent with two places, and two prices in the order in which a market lies between them", () => {
  const follow = plan({ trail: "2,1", offset: "0", activation: "0.4" });
  const { terms } = readPlan("trailing-stop", ORDERED, follow, PAIR, NOW);
  const placed = { ...PAIR, side: "sell", amount: "1000.5", expiresAt: null };
  expect(v.parse(StandingTerms, terms)).toEqual({
    kind: "trailing-stop",
    ...placed,
    trail: 210,
    limitOffset: 0,
    activationPrice: "0.4",
  });
  const both = plan({ trigger: "0.38", profit: "0.5", profitPrice: "0.49" });
  expect(v.parse(StandingTerms, readPlan("oco", ORDERED, both, PAIR, NOW).terms)).toEqual({
    kind: "oco",
    ...placed,
    price: "0.37",
    triggerPrice: "0.38",
    profitTrigger: "0.5",
    profitPrice: "0.49",
  });
  const crossed = { ...both, profit: "0.38" };
  expect(readPlan("oco", ORDERED, crossed, PAIR, NOW).problems).toEqual({ profit: "Choose a price above the stop" });
  const buying = readPlan("oco", { ...ORDERED, side: "buy" }, both, PAIR, NOW);
  expect(buying.problems).toEqual({ profit: "Choose a price below the stop" });
});

test("what it costs at most is told by where a trailing stop begins, and by the dearer of two prices", () => {
  const best = { bid: { n: 1n, d: 2n }, ask: { n: 3n, d: 5n } };
  const follow = plan({ trail: "10", offset: "10" });
  expect(trailsFrom("sell", follow, best)).toMatchObject({ triggerPrice: "0.45", price: "0.405" });
  expect(trailsFrom("buy", follow, best)).toMatchObject({ triggerPrice: "0.66", price: "0.726" });
  expect(trailsFrom("sell", { ...follow, activation: "1" }, best)).toMatchObject({ triggerPrice: "0.9" });
  expect(trailsFrom("sell", { ...follow, activation: "0.4" }, best)).toMatchObject({ triggerPrice: "0.45" });
  expect(trailsFrom("sell", { ...follow, trail: "x" }, best)).toBeNull();
  expect(trailsFrom("sell", follow, { bid: null, ask: null })).toBeNull();
  const both = plan({ profitPrice: "0.9" });
  expect(limitOf("oco", { ...ORDERED, side: "buy" }, both, best)).toEqual({ n: 9n, d: 10n });
  expect(limitOf("oco", ORDERED, both, best)).toEqual({ n: 37n, d: 100n });
  expect(limitOf("oco", ORDERED, plan({}), best)).toBeNull();
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

import { expect, test } from "vitest";
import { crosses } from "./crossing.ts";
import type { PlanStep, TickFacts } from "./facts.ts";
import { planCancels, planTick } from "./plan.ts";
import { EUR, factsOf, offersAfter, USD, walletsAfter } from "./pool.fixture.ts";

function written(steps: readonly PlanStep[]): string[] {
  return steps.map((step) => {
    if (step.kind === "pay") return `${step.from} pays ${step.to} ${step.amount} ${step.asset}`;
    if (step.kind === "cancel") return `${step.wallet} cancels ${step.offerId}`;
    const { wallet, side, price, selling } = step;
    return `${wallet} ${step.kind} ${side} ${selling} at ${price.n / price.d}`;
  });
}

/** The facts once a plan of them was applied. */
function after(facts: TickFacts, more: Partial<TickFacts> = {}): TickFacts {
  const { steps } = planTick(facts);
  return { ...facts, offers: offersAfter(facts.offers, steps), wallets: walletsAfter(facts.wallets, steps), ...more };
}

test("a pool that was just opened makes its ladder without a payment", () => {
  const { steps, highestBid, lowestAsk, leftOut } = planTick(factsOf());
  expect(written(steps)).toEqual([
    "W1 create sell 9950000000 at 2.01",
    "W2 create sell 9950000000 at 2.025",
    "W3 create sell 9950000000 at 2.04",
    "W1 create buy 19900000000 at 1.99",
    "W2 create buy 19899999998 at 1.975",
    "W3 create buy 19899999998 at 1.96",
  ]);
  expect([highestBid, lowestAsk, leftOut]).toEqual([{ n: 199, d: 100 }, { n: 201, d: 100 }, null]);
});

test("a ladder that stands is left alone", () => {
  const once = after(factsOf());
  expect(planTick(once).steps).toEqual([]);
  expect(planTick({ ...once, reference: { n: 20_001n, d: 10_000n } }).steps).toEqual([]);
});

test("as the reference rises asks move before bids, and none binds more before the payments", () => {
  const stood = after(factsOf());
  const facts = { ...stood, reference: { n: 22n, d: 10n } };
  const { steps } = planTick(facts);
  expect(steps.map((step) => step.kind)).toEqual(Array(6).fill("edit"));
  expect(steps.map((step) => (step.kind === "edit" ? step.side : ""))).toEqual([
    ...Array(3).fill("sell"),
    ...Array(3).fill("buy"),
  ]);
  expect(crosses(facts.offers, steps, facts.book)).toBe(false);
  expect(crosses(facts.offers, steps.toReversed(), facts.book)).toBe(true);
  expect(planTick(after(facts)).steps).toEqual([]);
});

test("what a fill took is made up for by another wallet", () => {
  const stood = after(factsOf());
  const offers = stood.offers.filter(({ wallet, side }) => wallet !== "W1" || side !== "sell");
  const wallets = stood.wallets.map((wallet) =>
    wallet.address === "W1"
      ? { ...wallet, base: wallet.base - 9_950_000_000n, quote: wallet.quote + 20_000_000_000n }
      : wallet,
  );
  const facts = { ...stood, offers, wallets };
  const { steps } = planTick(facts);
  expect(steps.map(({ kind }) => kind).join(" ")).toBe("edit edit pay pay pay pay edit edit edit create");
  const next = after(facts);
  expect(planTick(next).steps).toEqual([]);
  expect(next.offers.filter(({ side }) => side === "sell").map(({ selling }) => selling / 10_000_000n)).toEqual([
    664n,
    664n,
    664n,
  ]);
});

test("others' offers are not come to: what would meet them moves outside, and is left out beyond the depth", () => {
  const moved = planTick(factsOf({}, { book: { ...factsOf().book, bestBid: { n: 203, d: 100 } } }));
  expect(written(moved.steps).slice(0, 3)).toEqual([
    "W1 create sell 9950000000 at 2.03000203",
    "W2 create sell 9950000000 at 2.03000203",
    "W3 create sell 9950000000 at 2.04",
  ]);
  const gone = planTick(factsOf({}, { book: { ...factsOf().book, bestBid: { n: 21, d: 10 } } }));
  expect(gone.steps.every((step) => step.kind === "create" && step.side === "buy")).toBe(true);
  expect(gone.leftOut).toBe("outside");
});

test("levels that would meet the owner's own orders are left out, and cancelled where they stand", () => {
  const stood = after(factsOf());
  const { steps, leftOut } = planTick({ ...stood, book: { ...stood.book, ownerBid: { n: 2025, d: 1000 } } });
  expect(written(steps)).toEqual(["W1 cancels 1", "W2 cancels 2"]);
  expect(leftOut).toBe("crosses-own");
});

test("without a reference everything is cancelled, at rest nothing is done", () => {
  const stood = after(factsOf());
  const strays = [{ offerId: "77", wallet: "W2", selling: EUR, buying: "XLM", price: { n: 1, d: 1 } }];
  const pulled = planTick({ ...stood, strays, reference: null });
  expect(pulled).toEqual(planCancels({ ...stood, strays }));
  expect(pulled.steps).toHaveLength(7);
  expect(pulled.steps[0]).toEqual({
    kind: "cancel",
    wallet: "W1",
    offerId: "1",
    sellingAsset: EUR,
    buyingAsset: USD,
  });
  expect(planTick({ ...stood, reference: { n: 3n, d: 1n }, isResting: true }).steps).toEqual([]);
});

test("strays and what is too many are cancelled, as much as one transaction takes", () => {
  const stood = after(factsOf());
  const one = stood.offers[0];
  if (!one) throw new Error("there is no ladder");
  const twice = planTick({ ...stood, offers: [...stood.offers, { ...one, offerId: "50" }] });
  expect(twice.steps.map(({ kind }) => kind)).toEqual(["cancel"]);
  const strays = Array.from({ length: 150 }, (_, index) => {
    return { offerId: String(100 + index), wallet: "W2", selling: EUR, buying: "XLM", price: { n: 1, d: 1 } };
  });
  expect(planTick({ ...stood, strays }).steps).toHaveLength(100);
});

test("a wallet whose lines are frozen makes nothing, and its offers go", () => {
  const stood = after(factsOf());
  const wallets = stood.wallets.map((wallet, index) => ({ ...wallet, isHealthy: index !== 1 }));
  const { steps } = planTick({ ...stood, wallets });
  expect(written(steps.slice(0, 2)).toSorted()).toEqual(["W2 cancels 2", "W2 cancels 5"]);
  expect(steps.every((step) => step.kind === "cancel" || step.kind === "edit")).toBe(true);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { ledgerPrice } from "#schemas/values/ledger-price.ts";
import { crosses } from "./crossing.ts";
import type { OwnOffer, TickFacts, WalletFacts } from "./facts.ts";
import { planTick } from "./plan.ts";
import { EMPTY_BOOK, factsOf, offersAfter, walletsAfter } from "./pool.fixture.ts";
import { meets, type Side } from "./prices.ts";
import { assetOf } from "./funds.ts";

const UNIT = 10_000_000n;
const amount = fc.bigInt(0n, 2000n * UNIT);
const wallet = fc.record({ base: amount, quote: amount, isHealthy: fc.boolean() });
const levels = fc.integer({ min: 1, max: 10 });
/** Thousandths of the reference. */
const share = fc.option(fc.integer({ min: 940, max: 1060 }));

const scene = fc
  .record({ levels, n: fc.bigInt(1n, 10n ** 6n), d: fc.bigInt(1n, 10n ** 6n), bid: share, ask: share, owner: share })
  .chain((drawn) =>
    fc.record({
      drawn: fc.constant(drawn),
      wallets: fc.array(wallet, { minLength: 1, maxLength: Math.min(19, 2 * drawn.levels) }),
      autoRebalance: fc.boolean(),
      skew: fc.integer({ min: 0, max: 100 }),
      moved: fc.integer({ min: 900, max: 1100 }),
    }),
  );

function sumOf(offers: readonly OwnOffer[], address: string, side: Side): bigint {
  return offers
    .filter((offer) => offer.wallet === address && offer.side === side)
    .reduce((sum, { selling }) => sum + selling, 0n);
}

function check(facts: TickFacts): TickFacts {
  const { steps } = planTick(facts);
  const offers = offersAfter(facts.offers, steps);
  const wallets = walletsAfter(facts.wallets, steps);
  expect(crosses(facts.offers, steps, EMPTY_BOOK)).toBe(false);
  for (const { side, price } of offers) {
    const { bestBid, bestAsk } = facts.book;
    expect(meets(side, price, side === "sell" ? bestBid : bestAsk)).toBe(false);
  }
  for (const one of wallets) {
    for (const side of ["buy", "sell"] as const) {
      expect(one[assetOf(side)]).toBeGreaterThanOrEqual(sumOf(offers, one.address, side));
      if (!one.isHealthy) expect(sumOf(offers, one.address, side)).toBe(0n);
    }
  }
  const after = { ...facts, offers, wallets };
  expect(planTick(after).steps).toEqual([]);
  return after;
}

test("whatever there is, one plan makes the ladder, one moves it, and none is above what a wallet has", () => {
  fc.assert(
    fc.property(scene, ({ drawn, wallets, autoRebalance, skew, moved }) => {
      const reference = { n: drawn.n, d: drawn.d };
      const priceAt = (thousandths: number | null) =>
        thousandths === null ? null : ledgerPrice({ n: drawn.n * BigInt(thousandths), d: drawn.d * 1000n }, "up");
      const made = factsOf({ levels: drawn.levels, walletCount: wallets.length, autoRebalance, skew });
      const facts: TickFacts = {
        ...made,
        reference,
        wallets: wallets.map((one, index): WalletFacts => ({ ...one, address: `W${index + 1}` })),
        book: { ...EMPTY_BOOK, bestBid: priceAt(drawn.bid), bestAsk: priceAt(drawn.ask) },
      };
      const stood = check(facts);
      check({ ...stood, book: EMPTY_BOOK, reference: { n: reference.n * BigInt(moved), d: reference.d * 1000n } });
    }),
    { numRuns: 300 },
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Valuation } from "#server/prices/index.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { Portion } from "#server/platform/submissions/spending.ts";
import { lossOf } from "./loss.ts";

const NOW = new Date("2026-06-01T12:00:00Z");
const UNIT = 10_000_000n;
const ISSUER = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const USDC = { assetCode: "USDC", issuer: ISSUER };
const FAKE = { assetCode: "FAKE", issuer: ISSUER };
const JUNK = { assetCode: "JUNK", issuer: ISSUER };
const TOLERANCE = { share: 300n, floor: 5n * UNIT };

function priced(usd: string, xlm: string, isListed = true, hoursAgo = 0): Valuation {
  const at = new Date(NOW.getTime() - hoursAgo * 3_600_000);
  return { known: { usd: { price: usd, at }, xlm: { price: xlm, at } }, isListed };
}

/** XLM at a quarter of a dollar; FAKE has a price that somebody set, and is not listed. */
const FAIR: Readonly<Record<string, Valuation>> = {
  [assetKey(NATIVE)]: priced("0.25", "1"),
  [assetKey(USDC)]: priced("1", "4"),
  [assetKey(FAKE)]: priced("1", "4", false),
};

function worths(known: Readonly<Record<string, Valuation>> = FAIR) {
  return (asset: AssetName) => known[assetKey(asset)] ?? { known: null, isListed: false };
}

function portion(asset: AssetName, amount: number): Portion {
  return { asset, amount: BigInt(Math.round(amount * 1e7)) };
}

function exchange(gives: Portion, takes: Portion, known = FAIR) {
  const spending = {
    kind: "exchange",
    operation: "trade",
    gives: [gives],
    takes: [takes],
    adds: [],
    through: [],
  } as const;
  return lossOf(spending, worths(known), TOLERANCE, NOW);
}

describe("an exchange gives away what it does not surely bring", () => {
  test("nothing at the guarded price, or better", () => {
    expect(exchange(portion(NATIVE, 4000), portion(USDC, 1000))).toMatchObject({ priced: null, isTolerated: true });
    expect(exchange(portion(NATIVE, 4000), portion(USDC, 1500))).toMatchObject({ priced: null, isTolerated: true });
  });

  test("a little, which is tolerated up to three in a hundred or five dollars", () => {
    expect(exchange(portion(NATIVE, 4000), portion(USDC, 970))).toMatchObject({ isTolerated: true });
    expect(exchange(portion(NATIVE, 4000), portion(USDC, 969.99))).toMatchObject({
      priced: { unit: "USD", amount: 300_100_000n },
      isTolerated: false,
    });
    expect(exchange(portion(NATIVE, 40), portion(USDC, 5))).toMatchObject({ isTolerated: true });
    expect(exchange(portion(NATIVE, 40), portion(USDC, 4.99))).toMatchObject({ isTolerated: false });
  });

  test("all of it for what is not listed, whatever price somebody gave it, and for what has none", () => {
    for (const taken of [FAKE, JUNK])
      expect(exchange(portion(NATIVE, 4000), portion(taken, 1_000_000))).toMatchObject({
        priced: { unit: "USD", amount: 1000n * UNIT },
        isTolerated: false,
      });
  });

  test("all of it for what had its price more than a day ago; what is given keeps its last one", () => {
    const stale = { ...FAIR, [assetKey(USDC)]: priced("1", "4", true, 25) };
    expect(exchange(portion(NATIVE, 4000), portion(USDC, 1000), stale)).toMatchObject({ isTolerated: false });
    expect(exchange(portion(USDC, 1000), portion(NATIVE, 1), stale)).toMatchObject({ isTolerated: false });
  });

  test("in its own units where it never had a price", () => {
    expect(exchange(portion(JUNK, 7), portion(NATIVE, 1000))).toMatchObject({
      priced: null,
      unpriced: [{ asset: JUNK, amount: 7n * UNIT }],
      isTolerated: false,
    });
  });

  test("in XLM while nothing has a price in dollars", () => {
    const xlmOnly = { [assetKey(USDC)]: { known: { usd: null, xlm: { price: "4", at: NOW } }, isListed: true } };
    expect(exchange(portion(NATIVE, 4000), portion(USDC, 900), xlmOnly)).toMatchObject({
      priced: { unit: "XLM", amount: 400n * UNIT },
    });
  });
});

describe("a deposit gives away what its ratio is off the prices", () => {
  const deposit = (xlm: number, other: Portion, least: number, most: number) =>
    lossOf(
      {
        kind: "pool",
        a: portion(NATIVE, xlm),
        b: other,
        minPrice: { n: Math.round(least * 1000), d: 1000 },
        maxPrice: { n: Math.round(most * 1000), d: 1000 },
      },
      worths(),
      TOLERANCE,
      NOW,
    );

  test("nothing to speak of near them", () => {
    expect(deposit(4000, portion(USDC, 1000), 3.8, 4.2)).toMatchObject({ isTolerated: true });
  });

  test("what the widest of its prices would cost", () => {
    expect(deposit(4000, portion(USDC, 1000), 0.01, 400)).toMatchObject({ isTolerated: false });
  });

  test("all of it beside what is not listed", () => {
    expect(deposit(4000, portion(JUNK, 0.0000001), 0.001, 9)).toMatchObject({
      priced: { unit: "USD", amount: 1000n * UNIT },
      unpriced: [{ asset: JUNK }],
      isTolerated: false,
    });
  });
});

test("however it is cut up, what is given away adds up to no less", () => {
  const amounts = fc.bigInt(1n, 10n ** 14n);
  fc.assert(
    fc.property(fc.array(fc.record({ given: amounts, taken: amounts }), { minLength: 1, maxLength: 8 }), (parts) => {
      const lostBy = (given: bigint, taken: bigint) => {
        const spending = {
          kind: "exchange",
          operation: "trade",
          gives: [{ asset: NATIVE, amount: given }],
          takes: [{ asset: USDC, amount: taken }],
          adds: [],
          through: [],
        } as const;
        return lossOf(spending, worths(), TOLERANCE, NOW).priced?.amount ?? 0n;
      };
      const sum = (pick: (part: { given: bigint; taken: bigint }) => bigint) =>
        parts.reduce((all, part) => all + pick(part), 0n);
      const whole = lostBy(
        sum(({ given }) => given),
        sum(({ taken }) => taken),
      );
      expect(sum(({ given, taken }) => lostBy(given, taken))).toBeGreaterThanOrEqual(whole);
    }),
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  adjustedOfferAmount,
  exchange,
  firstPoolShares,
  isPriceWithin,
  offerLiabilities,
  poolStrictReceive,
  poolStrictSend,
  poolWithdrawal,
} from "./exchange.ts";
import type { ExchangeLimits } from "./exchange.ts";
import { MAX_STROOPS } from "./money.ts";

const amount = fc.bigInt({ min: 1n, max: MAX_STROOPS });
const price = fc.record({
  n: fc.integer({ min: 1, max: 2_147_483_647 }),
  d: fc.integer({ min: 1, max: 2_147_483_647 }),
});
const limits = fc.record({
  maxWheatSend: amount,
  maxWheatReceive: amount,
  maxSheepSend: amount,
  maxSheepReceive: amount,
});

const smaller = (left: bigint, right: bigint) => (left < right ? left : right);

function staysWithin({ wheatReceived, sheepSent }: ReturnType<typeof exchange>, most: ExchangeLimits): boolean {
  return (
    wheatReceived >= 0n &&
    sheepSent >= 0n &&
    wheatReceived <= smaller(most.maxWheatSend, most.maxWheatReceive) &&
    sheepSent <= smaller(most.maxSheepSend, most.maxSheepReceive)
  );
}

describe("an exchange", () => {
  test("trades a whole offer at its price", () => {
    const most = { maxWheatSend: 10n, maxWheatReceive: 100n, maxSheepSend: 100n, maxSheepReceive: MAX_STROOPS };
    expect(exchange({ n: 3, d: 2 }, most, "normal")).toEqual({ wheatReceived: 10n, sheepSent: 15n, wheatStays: false });
  });

  test("trades nothing where rounding would move the price by more than one part in a hundred", () => {
    const most = { maxWheatSend: 1n, maxWheatReceive: 1n, maxSheepSend: 100n, maxSheepReceive: MAX_STROOPS };
    expect(exchange({ n: 3, d: 2 }, most, "normal")).toMatchObject({ wheatReceived: 0n, sheepSent: 0n });
  });

  test("keeps within every limit, keeps near the price, and favours the side that stays", () => {
    fc.assert(
      fc.property(price, limits, (at, most) => {
        const done = exchange(at, most, "normal");
        if (!staysWithin(done, most)) return false;
        const { wheatReceived, sheepSent, wheatStays } = done;
        const paid = sheepSent * BigInt(at.d);
        const worth = wheatReceived * BigInt(at.n);
        const error = paid > worth ? paid - worth : worth - paid;
        return (wheatStays ? paid >= worth : paid <= worth) && error * 100n <= worth;
      }),
      { numRuns: 2_000 },
    );
  });

  test("an offer once adjusted stays as it is", () => {
    fc.assert(
      fc.property(price, amount, amount, (at, sell, receive) => {
        const once = adjustedOfferAmount(at, sell, receive);
        return once <= sell && adjustedOfferAmount(at, once, receive) === once;
      }),
      { numRuns: 2_000 },
    );
  });

  test("an adjusted offer binds no more than it holds", () => {
    fc.assert(
      fc.property(price, amount, amount, (at, sell, receive) => {
        const held = adjustedOfferAmount(at, sell, receive);
        if (held === 0n) return true;
        const { selling, buying } = offerLiabilities(at, held);
        return selling <= held && buying <= receive;
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a pool", () => {
  const reserve = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const traded = fc.bigInt({ min: 1n, max: 10n ** 12n });

  test("never loses by a trade", () => {
    fc.assert(
      fc.property(reserve, reserve, traded, (to, from, given) => {
        const sent = poolStrictSend(to, from, given, 30);
        const received = poolStrictReceive(to, from, given, 30);
        const grows = (trade: typeof sent) =>
          trade === undefined || (to + trade.sent) * (from - trade.received) >= to * from;
        return grows(sent) && grows(received);
      }),
    );
  });

  test("takes the fee of thirty basis points", () => {
    expect(poolStrictSend(1_000_000n, 1_000_000n, 10_000n, 30)).toEqual({ sent: 10_000n, received: 9_871n });
    expect(poolStrictReceive(1_000_000n, 1_000_000n, 9_871n, 30)?.sent).toBeLessThanOrEqual(10_000n);
    expect(poolStrictReceive(1_000n, 1_000n, 1_000n, 30)).toBeUndefined();
  });

  test("gives the first deposit the geometric mean, and a withdrawal its part", () => {
    expect(firstPoolShares(4n, 9n)).toBe(6n);
    expect(firstPoolShares(MAX_STROOPS, MAX_STROOPS)).toBe(MAX_STROOPS);
    expect(poolWithdrawal(1n, 3n, 10n)).toBe(3n);
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const root = firstPoolShares(a, b);
        return root * root <= a * b && (root + 1n) * (root + 1n) > a * b;
      }),
    );
  });

  test("holds a deposit to its prices", () => {
    expect(isPriceWithin(10n, 20n, { n: 1, d: 2 }, { n: 1, d: 2 })).toBe(true);
    expect(isPriceWithin(10n, 21n, { n: 1, d: 2 }, { n: 1, d: 2 })).toBe(false);
    expect(isPriceWithin(0n, 1n, { n: 1, d: 2 }, { n: 9, d: 2 })).toBe(false);
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { isPriceWithin } from "#schemas/values/exchange.ts";
import { ledgerPrice } from "#schemas/values/ledger-price.ts";
import { readPrice } from "#schemas/values/price.ts";
import { formatAmount, mulDiv, STROOPS_PER_UNIT as ONE } from "#schemas/values/money.ts";
import {
  amountsOfShares,
  leastOfPair,
  partnerOf,
  partOfPool,
  priceBounds,
  sharesOfPercent,
  worthOfPair,
} from "./pool-math.ts";

function aPool(a: bigint, b: bigint, shares: bigint) {
  return { reserveA: formatAmount(a), reserveB: formatAmount(b), totalShares: formatAmount(shares) };
}

const POOL = aPool(1000n * ONE, 100n * ONE, 300n * ONE);

test("shares are worth their part of both assets", () => {
  expect(amountsOfShares(30n * ONE, POOL)).toEqual({ a: 100n * ONE, b: 10n * ONE });
  expect(partOfPool(30n * ONE, POOL)).toBe(1000n);
  expect(amountsOfShares(0n, aPool(0n, 0n, 0n))).toEqual({ a: 0n, b: 0n });
  expect(partOfPool(0n, aPool(0n, 0n, 0n))).toBeNull();
});

test("a part of the shares is never more than they are, and the whole leaves none", () => {
  expect(sharesOfPercent(7n, 100)).toBe(7n);
  expect(sharesOfPercent(7n, 50)).toBe(3n);
  expect(sharesOfPercent(1n, 1)).toBe(0n);
});

test("the amount that follows lets the ledger take all of the one that leads", () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n });
  fc.assert(
    fc.property(
      amounts,
      amounts,
      amounts,
      amounts,
      fc.constantFrom("a" as const, "b" as const),
      (a, b, shares, lead, side) => {
        const pool = aPool(a, b, shares);
        const other = partnerOf(side, lead, pool);
        const [maxA, maxB] = side === "a" ? [lead, other] : [other, lead];
        const [byA, byB] = [mulDiv(shares, maxA, a, "down"), mulDiv(shares, maxB, b, "down")];
        // What follows is never what limits the shares.
        expect(side === "a" ? byA <= byB : byB <= byA).toBe(true);
      },
    ),
  );
});

test("bounds hold the price of now between them", () => {
  const amounts = fc.bigInt({ min: ONE, max: 10n ** 9n * ONE });
  fc.assert(
    fc.property(amounts, amounts, fc.bigInt({ min: 10n, max: 1000n }), (a, b, slippage) => {
      const bounds = priceBounds({ a, b }, slippage);
      const [min, max] = [bounds && readPrice(bounds.min), bounds && readPrice(bounds.max)];
      if (!min || !max) return;
      const [least, most] = [ledgerPrice(min, "up"), ledgerPrice(max, "down")];
      if (!least || !most) return;
      expect(isPriceWithin(a, b, least, most)).toBe(true);
    }),
  );
});

test("a withdrawal takes each amount less the slippage at least", () => {
  expect(leastOfPair({ a: 1000n, b: 7n }, 50n)).toEqual({ a: 995n, b: 6n });
});

test("both amounts are worth what is known of one of them, by the pool's ratio", () => {
  const pair = { a: 10n * ONE, b: ONE };
  expect(worthOfPair(pair, POOL, { a: "0.1", b: "1" })).toBe(2n * ONE);
  expect(worthOfPair(pair, POOL, { a: "0.1", b: null })).toBe(2n * ONE);
  expect(worthOfPair(pair, POOL, { a: null, b: "1" })).toBe(2n * ONE);
  expect(worthOfPair(pair, POOL, { a: null, b: null })).toBeNull();
});

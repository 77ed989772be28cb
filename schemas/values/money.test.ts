import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addStroops,
  AmountError,
  atPrice,
  comparePrices,
  formatAmount,
  formatAmountShort,
  inLowestTerms,
  isAmount,
  MAX_STROOPS,
  mulDiv,
  parseAmount,
  parseVolume,
} from "./money.ts";

const stroops = fc.bigInt({ min: 0n, max: MAX_STROOPS });
const positive = fc.bigInt({ min: 1n, max: MAX_STROOPS });
const int32 = fc.integer({ min: 1, max: 2_147_483_647 });

function codeOf(text: string): string {
  try {
    parseAmount(text);
    return "parsed";
  } catch (error) {
    return error instanceof AmountError ? error.code : "other";
  }
}

describe("amounts", () => {
  test("every amount survives being written and read", () => {
    fc.assert(
      fc.property(stroops, (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount);
        expect(parseAmount(formatAmountShort(amount))).toBe(amount);
      }),
    );
  });

  test("formatting is the ledger's: seven places, sign first", () => {
    expect(formatAmount(125_000_000n)).toBe("12.5000000");
    expect(formatAmount(1n)).toBe("0.0000001");
    expect(formatAmount(-1n)).toBe("-0.0000001");
    expect(formatAmountShort(10_000_000_000n)).toBe("1000");
    expect(formatAmountShort(0n)).toBe("0");
  });

  test.each([
    ["922337203685.4775807", "parsed"],
    ["922337203685.4775808", "amount-too-large"],
    ["9223372036854775807", "amount-too-large"],
    ["1.00000001", "amount-too-precise"],
    ["1e3", "amount-malformed"],
    ["-1", "amount-malformed"],
    ["+1", "amount-malformed"],
    [" 1", "amount-malformed"],
    ["1,000", "amount-malformed"],
    ["1.", "amount-malformed"],
    [".5", "amount-malformed"],
    ["", "amount-malformed"],
    ["NaN", "amount-malformed"],
    ["0x10", "amount-malformed"],
    ["١", "amount-malformed"],
  ])("%j is %s", (text, expected) => {
    expect(codeOf(text)).toBe(expected);
    expect(isAmount(text)).toBe(expected === "parsed");
  });

  test("a sum that leaves int64 is refused", () => {
    expect(addStroops(MAX_STROOPS, -1n, 1n)).toBe(MAX_STROOPS);
    expect(() => addStroops(MAX_STROOPS, 1n)).toThrow(AmountError);
  });
});

describe("mulDiv", () => {
  test("rounding brackets the exact quotient and half-up is the nearest", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX_STROOPS, max: MAX_STROOPS }), positive, positive, (amount, by, per) => {
        const exact = amount * by;
        const down = mulDiv(amount, by, per, "down");
        const up = mulDiv(amount, by, per, "up");
        const near = mulDiv(amount, by, per, "half-up");
        const size = (value: bigint) => (value < 0n ? -value : value);
        expect(size(down * per) <= size(exact)).toBe(true);
        expect(size(up * per) >= size(exact)).toBe(true);
        expect(size(up - down) <= 1n).toBe(true);
        expect(size(near * per - exact) * 2n <= per).toBe(true);
      }),
    );
  });

  test("undoing a multiplication is exact", () => {
    fc.assert(fc.property(stroops, positive, (amount, by) => mulDiv(amount, by, by, "down") === amount));
  });

  test("a divisor of zero is refused", () => {
    expect(() => mulDiv(1n, 1n, 0n, "down")).toThrow(RangeError);
  });
});

test("sums beyond what one amount can be are written and read all the same", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, MAX_STROOPS), { minLength: 1, maxLength: 200 }), (amounts) => {
      const sum = amounts.reduce((total, amount) => total + amount, 0n);
      expect(parseVolume(formatAmount(sum))).toBe(sum);
      expect(formatAmountShort(sum).length).toBeLessThanOrEqual(30);
    }),
  );
});

describe("prices", () => {
  test("comparison agrees with exact cross-multiplication and is antisymmetric", () => {
    fc.assert(
      fc.property(int32, int32, int32, int32, (n1, d1, n2, d2) => {
        const left = { n: n1, d: d1 };
        const right = { n: n2, d: d2 };
        expect(comparePrices(left, right)).toBe(0 - comparePrices(right, left) + 0);
        expect(comparePrices(left, right) === 0).toBe(BigInt(n1) * BigInt(d2) === BigInt(n2) * BigInt(d1));
      }),
    );
  });

  test("a price in lowest terms is the same one, whatever the numbers that it was said in", () => {
    const small = fc.integer({ min: 1, max: 46_340 });
    fc.assert(
      fc.property(small, small, small, (n, d, times) => {
        const least = inLowestTerms({ n: n * times, d: d * times });
        expect(comparePrices(least, { n, d })).toBe(0);
        expect(inLowestTerms({ n, d })).toEqual(least);
        expect(least.n).toBeLessThanOrEqual(n);
      }),
    );
    expect(inLowestTerms({ n: 42, d: 10 })).toEqual({ n: 21, d: 5 });
  });

  test("selling at a price never creates money when rounded down", () => {
    fc.assert(
      fc.property(
        stroops,
        int32,
        int32,
        (amount, n, d) => atPrice(amount, { n, d }, "down") * BigInt(d) <= amount * BigInt(n),
      ),
    );
  });
});

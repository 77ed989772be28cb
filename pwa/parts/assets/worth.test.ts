import fc from "fast-check";
import { expect, test } from "vitest";
import { priceText, readPrice } from "#schemas/values/price.ts";
import { formatAmount, MAX_STROOPS } from "#schemas/values/money.ts";
import { formatUsd, formatXlm, worthOf } from "./worth.ts";

const amounts = fc.bigInt({ min: 0n, max: MAX_STROOPS });
/** Every price that the ledger can name, and those through two markets. */
const ratios = fc.tuple(fc.bigInt({ min: 1n, max: 2n ** 62n }), fc.bigInt({ min: 1n, max: 2n ** 62n }));

function aPrice(usd: string | null) {
  return { assetCode: "NKDM", issuer: "", usd, xlm: null, change24h: null, at: "2026-01-01T00:00:00.000Z" };
}

test("a worth is the amount times the price, to the nearest ten-millionth", () => {
  expect(worthOf("12.5", aPrice("0.1"), "usd")).toBe(12_500_000n);
  expect(worthOf("0.0000001", aPrice("0.5"), "usd")).toBe(1n);
  expect(worthOf("0.0000001", aPrice("0.499999999999"), "usd")).toBe(0n);
  expect(worthOf(MAX_STROOPS, aPrice("1"), "usd")).toBe(MAX_STROOPS);
});

test("without a price there is no worth, and nobody is told zero", () => {
  expect(worthOf("12.5", null, "usd")).toBeNull();
  expect(worthOf("12.5", aPrice(null), "usd")).toBeNull();
  expect(worthOf("12.5", aPrice("2"), "xlm")).toBeNull();
});

test("a worth is never off by more than half of its last place", () => {
  fc.assert(
    fc.property(amounts, ratios, (amount, [n, d]) => {
      const text = priceText(n, d);
      if (text === null) return;
      const price = readPrice(text);
      const worth = worthOf(formatAmount(amount), aPrice(text), "usd");
      if (price === null || worth === null) throw new Error(`${text} was not read again`);
      const doubled = 2n * (worth * price.d - amount * price.n);
      expect(doubled <= price.d && doubled >= -price.d).toBe(true);
    }),
  );
});

test("a price is written so that it is read as what it was, to twelve digits", () => {
  fc.assert(
    fc.property(ratios, ([n, d]) => {
      const text = priceText(n, d);
      if (text === null) {
        expect(n * 2n * 10n ** 18n < d || n / d >= 10n ** 19n).toBe(true);
        return;
      }
      const price = readPrice(text);
      if (price === null) throw new Error(`${text} is no price`);
      // |text - n/d| <= the larger of 1e-11 of it and 1e-18.
      const off = price.n * d - n * price.d;
      const size = (off < 0n ? -off : off) * 10n ** 18n;
      expect(size <= n * price.d * 10n ** 7n || size <= price.d * d).toBe(true);
    }),
  );
  expect(priceText(1n, 3n)).toBe("0.333333333333");
  expect(priceText(1n, 3_000_000_000_000_000n)).toBe("0.000000000000000333");
  expect(priceText(20n, 10n)).toBe("2");
  expect(priceText(0n, 10n)).toBeNull();
  expect(readPrice("0.000")).toBeNull();
  expect(readPrice("1e5")).toBeNull();
});

test("dollars are written as people write them, and less than a cent is not nothing", () => {
  expect(formatUsd(12_345_678_500_000n)).toBe("$1,234,567.85");
  expect(formatUsd(-50_000n)).toBe("-$0.01");
  expect(formatUsd(49_999n)).toBe("< $0.01");
  expect(formatUsd(0n)).toBe("$0.00");
  expect(formatUsd(MAX_STROOPS)).toBe("$922,337,203,685.48");
});

test("XLM below one keep their places", () => {
  expect(formatXlm(12_345_678_949_999n)).toBe("1,234,567.89 XLM");
  expect(formatXlm(1_234_500n)).toBe("0.12345 XLM");
  expect(formatXlm(0n)).toBe("0 XLM");
});

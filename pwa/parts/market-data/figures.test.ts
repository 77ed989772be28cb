import { expect, test } from "vitest";
import { amountPlaces, pricePlaces, showFitting, showPrice, showStroops, stroopsOf } from "./figures.ts";

test("six figures of a price count, and all prices of a pair have as many places", () => {
  expect([0.25, 1, 13.18, 95_000, 0.0000123].map(pricePlaces)).toEqual([6, 5, 4, 1, 10]);
  expect(showPrice("0.250289428438", 6)).toBe("0.250289");
  expect(showPrice("0.9999999", 6)).toBe("1.000000");
  expect(showPrice("95000", 1)).toBe("95,000.0");
  expect(showPrice("1234567.5", 0)).toBe("1,234,568");
});

test("an amount is rounded down, and what is there is never shown as nothing", () => {
  expect(showStroops(stroopsOf("1234.5678901"), 2)).toBe("1,234.56");
  expect(showStroops(1n, 2)).toBe("<0.01");
  expect(showStroops(0n, 2)).toBe("0.00");
  expect(amountPlaces(0.25)).toBeLessThan(amountPlaces(95_000));
});

test("an amount in a column has at most six figures, and none of them is lost from its front", () => {
  expect(showFitting(stroopsOf("0.1234567"), 5)).toBe("0.12345");
  expect(showFitting(stroopsOf("1234.5678901"), 2)).toBe("1,234.56");
  expect(showFitting(stroopsOf("12345.6789012"), 2)).toBe("12,345.6");
  expect(showFitting(stroopsOf("999999.9999999"), 2)).toBe("999,999");
  expect(showFitting(stroopsOf("1000000.0000000"), 2)).toBe("1.00M");
  expect(showFitting(stroopsOf("12345678.9000000"), 2)).toBe("12.34M");
  expect(showFitting(stroopsOf("123456789.0000000"), 2)).toBe("123.4M");
  expect(showFitting(stroopsOf("1999999999.0000000"), 2)).toBe("1.99B");
  expect(showFitting(stroopsOf("922337203685.4775807"), 2)).toBe("922.3B");
  expect(showFitting(1n, 2)).toBe("<0.01");
});

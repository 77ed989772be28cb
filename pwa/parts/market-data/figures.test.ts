import { expect, test } from "vitest";
import { amountPlaces, pricePlaces, showPrice, showStroops, stroopsOf } from "./figures.ts";

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

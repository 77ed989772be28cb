import { expect, test } from "vitest";
import { changeBetween } from "./price-change.ts";

test("a change is told in percent", () => {
  const [one, two] = [
    { n: 1n, d: 1n },
    { n: 2n, d: 1n },
  ];
  expect(changeBetween(one, two)).toBe("100.00");
  expect(changeBetween(two, one)).toBe("-50.00");
  expect(changeBetween({ n: 3n, d: 1n }, { n: 299_990n, d: 100_000n })).toBe("0.00");
  expect(changeBetween({ n: 3n, d: 1n }, { n: 2_999_850n, d: 1_000_000n })).toBe("-0.01");
  expect(changeBetween(null, one)).toBeNull();
  expect(changeBetween(one, null)).toBeNull();
});

import { expect, test } from "vitest";
import { type Axis, linesOfAxis, slopeOf, verdictOf } from "./growth-table.ts";

const SIZES = [1000, 10_000, 100_000, 1_000_000];

test("what stays has a slope of 0, what rises with the size one of 1, and with its square one of 2", () => {
  const slope = (of: (size: number) => number) => slopeOf(SIZES.map((size) => ({ size, value: of(size) })));
  expect(slope(() => 7)).toBeCloseTo(0);
  expect(slope((size) => 3 * size)).toBeCloseTo(1);
  expect(slope((size) => size ** 2)).toBeCloseTo(2);
  expect(slope(Math.sqrt)).toBeCloseTo(0.5);
});

test("one size says nothing of growth", () => {
  expect(slopeOf([{ size: 1000, value: 1 }])).toBeNaN();
  expect(verdictOf("flat", Number.NaN)).toBe("one size only");
});

test("a rise is told where none should be, and nowhere else", () => {
  expect(verdictOf("flat", 0.1)).toBe("flat");
  expect(verdictOf("flat", 0.5)).toBe("GROWS");
  expect(verdictOf("linear", 1)).toBe("as there is more");
  expect(verdictOf("linear", 1.5)).toBe("GROWS FASTER");
});

test("a line has each size's value, the slope, how many times it rose and the reason", () => {
  const figures = {
    look: { name: "a look", unit: "ms", grows: "flat", note: "by an index" },
    lost: { name: "never measured", unit: "ms", grows: "flat" },
  } as const;
  const axis: Axis = { what: "users", sizes: SIZES, figures, measure: async () => undefined };
  const [head, look, lost] = linesOfAxis(
    axis,
    new Map([
      [
        "look",
        [
          { size: 1000, value: 2 },
          { size: 10_000, value: 4 },
        ],
      ],
    ]),
  );
  expect(head).toMatch(/^users \(load .*\) +1,000 +10,000 +slope/);
  expect(look).toMatch(/^a look, ms +2\.00 +4\.00 +0\.30 +2\.00 times +GROWS +by an index$/);
  expect(lost).toMatch(/^never measured, ms +- +-/);
});

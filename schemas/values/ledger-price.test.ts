import fc from "fast-check";
import { expect, test } from "vitest";
import { ledgerPrice } from "./ledger-price.ts";
import { readPrice } from "./price.ts";

const MAX = 2_147_483_647;

function asked(text: string) {
  const price = readPrice(text);
  if (!price) throw new Error(`${text} is no price`);
  return price;
}

test.each([
  ["1", 1, 1],
  ["0.25", 1, 4],
  ["2.5", 5, 2],
  ["0.1234567", 1_234_567, 10_000_000],
  ["2147483647", MAX, 1],
])("%s is held exactly, on both sides", (text, n, d) => {
  expect(ledgerPrice(asked(text), "up")).toEqual({ n, d });
  expect(ledgerPrice(asked(text), "down")).toEqual({ n, d });
});

test.each([
  ["2147483648", "up"],
  ["3000000000", "down"],
  ["0.0000000004", "down"],
  ["0.0000000004", "up"],
  ["0.000000000000000001", "up"],
  ["99999999999999999999", "down"],
] as const)("%s has no price %s that a person would take for it", (text, side) => {
  expect(ledgerPrice(asked(text), side)).toBe(null);
});

test("what the ledger cannot hold becomes its neighbour on the safe side", () => {
  const third = asked("0.333333333333333333");
  expect(ledgerPrice(third, "up")).toEqual({ n: 1, d: 3 });
  expect(ledgerPrice(asked("3.14159265358979"), "up")).not.toEqual(ledgerPrice(asked("3.14159265358979"), "down"));
  expect(ledgerPrice(asked("2147483647.5"), "down")).toEqual({ n: MAX, d: 1 });
});

test("no price of the ledger is nearer on the same side", () => {
  const part = fc.integer({ min: 1, max: MAX });
  const digits = fc.bigInt(1n, 10n ** 24n);
  fc.assert(
    fc.property(digits, fc.nat(18), part, part, (number, places, n, d) => {
      const exact = { n: number, d: 10n ** BigInt(places) };
      const up = ledgerPrice(exact, "up");
      const down = ledgerPrice(exact, "down");
      for (const found of [up, down]) if (found) expect(Math.max(found.n, found.d)).toBeLessThanOrEqual(MAX);
      if (up) {
        const isAbove = BigInt(n) * exact.d >= exact.n * BigInt(d);
        const isNearer = BigInt(n) * BigInt(up.d) < BigInt(up.n) * BigInt(d);
        expect(BigInt(up.n) * exact.d >= exact.n * BigInt(up.d)).toBe(true);
        expect(isAbove && isNearer).toBe(false);
      }
      if (down) expect(BigInt(down.n) * exact.d <= exact.n * BigInt(down.d)).toBe(true);
    }),
  );
});

test("a fraction of small parts is held as it is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (n, d) => {
      expect(ledgerPrice({ n: BigInt(n), d: BigInt(d) }, "up")).toEqual(
        ledgerPrice({ n: BigInt(n), d: BigInt(d) }, "down"),
      );
    }),
  );
});

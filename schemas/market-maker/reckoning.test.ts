import fc from "fast-check";
import { expect, test } from "vitest";
import { parseVolume } from "#schemas/values/money.ts";
import { resultOf, spreadOf, worthOf } from "./reckoning.ts";

const PRICE = { n: 2n, d: 1n };

test("a sale above and a purchase below the reference earn their distance to it", () => {
  expect(spreadOf({ side: "sell", amount: 100n, total: 203n }, PRICE)).toBe(3n);
  expect(spreadOf({ side: "buy", amount: 100n, total: 198n }, PRICE)).toBe(2n);
  expect(spreadOf({ side: "buy", amount: 100n, total: 201n }, PRICE)).toBe(-1n);
});

test("fees of an XLM pair are told apart from what the inventory did", () => {
  const begun = { base: 1000n, quote: 0n };
  const come = { begun, holding: { base: 990n, quote: 0n }, reference: PRICE, spread: 0n, networkFees: 10n };
  expect(resultOf({ ...come, xlm: "base" })).toEqual({
    profitLoss: "-0.0000020",
    spread: "0.0000000",
    inventory: "0.0000000",
    networkFees: "0.0000010",
  });
  expect(resultOf({ ...come, xlm: null }).inventory).toBe("-0.0000020");
});

test("a reference that never moves leaves nothing but spread, to the stroop of rounding for each fill", () => {
  const fill = fc.record({
    side: fc.constantFrom("buy" as const, "sell" as const),
    amount: fc.bigInt(1n, 10n ** 9n),
    total: fc.bigInt(1n, 10n ** 9n),
  });
  const part = fc.bigInt(1n, 2_147_483_647n);
  fc.assert(
    fc.property(fc.array(fill, { maxLength: 20 }), part, part, (fills, n, d) => {
      const begun = { base: 10n ** 12n, quote: 10n ** 12n };
      const reference = { n, d };
      let [holding, spread] = [begun, 0n];
      for (const done of fills) {
        const sign = done.side === "sell" ? -1n : 1n;
        holding = { base: holding.base + sign * done.amount, quote: holding.quote - sign * done.total };
        spread += spreadOf(done, reference);
      }
      const { inventory } = resultOf({ begun, holding, reference, spread, networkFees: 0n, xlm: null });
      expect(Math.abs(Number(parseVolume(inventory)))).toBeLessThanOrEqual(fills.length + 1);
      expect(worthOf(begun, reference)).toBe(begun.quote + (begun.base * n) / d);
    }),
  );
});

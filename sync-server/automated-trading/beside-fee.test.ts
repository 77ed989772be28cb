import fc from "fast-check";
import { expect, test } from "vitest";
import { besideFee } from "./beside-fee.ts";

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });

test("what is given and its fee are never more than there is, and a stroop more would be", () => {
  fc.assert(
    fc.property(amount, amount, fc.bigInt({ min: 0n, max: 500_000n }), amount, (wished, held, ppm, least) => {
      const feeOf = (given: bigint) => {
        const fee = (given * ppm + 999_999n) / 1_000_000n;
        return fee > least / 1_000_000n ? fee : least / 1_000_000n;
      };
      const given = besideFee(wished, held, feeOf);
      expect(given).toBeLessThanOrEqual(wished);
      if (given > 0n) expect(given + feeOf(given)).toBeLessThanOrEqual(held);
      if (given < wished) expect(given + 1n + feeOf(given + 1n)).toBeGreaterThan(held);
    }),
  );
});

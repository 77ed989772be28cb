import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmountShort, MAX_STROOPS } from "#schemas/values/money.ts";
import { amountWorth, priceText, readPrice, worthAt } from "#schemas/values/price.ts";
import { readTyped, textIn, type TypedAmount } from "./own-currency.ts";

const amounts = fc.bigInt({ min: 0n, max: MAX_STROOPS });
/** Every price that the ledger can name, and those through two markets. */
const prices = fc
  .tuple(fc.bigInt({ min: 1n, max: 2n ** 62n }), fc.bigInt({ min: 1n, max: 2n ** 62n }))
  .map(([n, d]) => priceText(n, d))
  .filter((text) => text !== null);
const xlm = { assetCode: "XLM", usd: "0.25" };
const dollars = (amount: string): TypedAmount => ({ amount, amountIn: "usd" });
const asset = (amount: string): TypedAmount => ({ amount, amountIn: "asset" });

test("what is worth a sum is never worth more, and one stroop more of it would be", () => {
  fc.assert(
    fc.property(amounts, prices, (worth, text) => {
      const price = readPrice(text);
      if (price === null) throw new Error(`${text} is no price`);
      const stroops = amountWorth(worth, text);
      if (stroops === null) {
        expect(worth * price.d >= (MAX_STROOPS + 1n) * price.n).toBe(true);
        return;
      }
      expect(stroops * price.n <= worth * price.d).toBe(true);
      expect((stroops + 1n) * price.n > worth * price.d).toBe(true);
      // As it is told again, it is no more than what was typed either.
      expect((worthAt(stroops, text, "down") ?? 0n) <= worth).toBe(true);
    }),
  );
  expect(amountWorth(1n, null)).toBeNull();
});

test("dollars come to an amount of the asset, rounded down", () => {
  expect(readTyped(dollars("10"), xlm)).toBe(400_000_000n);
  expect(readTyped(dollars("10"), { ...xlm, usd: "0.3" })).toBe(333_333_333n);
  expect(readTyped(dollars("1,50"), xlm)).toBe(60_000_000n);
  expect(readTyped(asset("10"), xlm)).toBe(100_000_000n);
});

test("what comes to no amount is told, and never taken for one of the asset", () => {
  expect(readTyped(dollars("10"), { ...xlm, usd: null })).toMatch(/Enter the amount in XLM/);
  expect(readTyped(dollars("900000000000"), { ...xlm, usd: "0.0001" })).toMatch(/larger than/);
  expect(readTyped(dollars("0.0000001"), { ...xlm, usd: "64000" })).toMatch(/smallest part/);
  expect(readTyped(dollars("ten"), xlm)).toMatch(/such as 12\.5/);
  expect(readTyped(dollars("0"), xlm)).toBe(0n);
});

test("shown in the other unit and back, what was typed is there to the letter, right or not", () => {
  fc.assert(
    fc.property(fc.oneof(amounts.map(formatAmountShort), fc.string()), prices, (amount, usd) => {
      for (const amountIn of ["asset", "usd"] as const)
        expect(textIn(amountIn, { amount, amountIn }, { ...xlm, usd })).toBe(amount);
    }),
  );
  expect(textIn("usd", asset("41.2345678"), xlm)).toBe("10.30");
  expect(textIn("usd", asset("0.01"), xlm)).toBe("0.0025");
  expect(textIn("usd", asset("0"), xlm)).toBe("0");
  expect(textIn("usd", asset("12,,"), xlm)).toBe("");
  expect(textIn("usd", asset("5"), { ...xlm, usd: null })).toBe("");
  expect(textIn("asset", dollars("10"), { ...xlm, usd: "0.3" })).toBe("33.3333333");
});

test("what is shown of dollars in the asset is what is paid", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), prices, (worth, usd) => {
      const typed = dollars(formatAmountShort(worth));
      const stroops = readTyped(typed, { ...xlm, usd });
      const shown = textIn("asset", typed, { ...xlm, usd });
      expect(shown).toBe(typeof stroops === "string" ? "" : formatAmountShort(stroops));
      if (typeof stroops !== "string") expect(readTyped(asset(shown), { ...xlm, usd })).toBe(stroops);
    }),
  );
});

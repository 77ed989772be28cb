import fc from "fast-check";
import { expect, test } from "vitest";
import { readPrice } from "#schemas/values/price.ts";
import { shownPrice } from "./settle.ts";
import { besideAlert, decidingPrice, isThere, leftBy, reachedBy } from "./watch.ts";

const ISSUER = `G${"A".repeat(55)}`;
const typed = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 99_999_999_999_999_999_999n }),
    fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }),
  )
  .map(([units, parts]) => `${units}.${parts.toString().padStart(18, "0")}`)
  .filter((text) => readPrice(text) !== null);
const part = fc.bigInt({ min: 1n, max: 10n ** 23n });
const directions = fc.constantFrom("above" as const, "below" as const);

const fields = {
  base: "XLM",
  quote: `USDC-${ISSUER}`,
  direction: "above",
  price: "0.3",
  repeats: false,
  atOnce: false,
  note: "",
  setAt: "2026-01-01T00:00:00.000Z",
};

function isIn(trigger: string, range: ReturnType<typeof reachedBy>): boolean {
  return "$gte" in range ? trigger >= range.$gte : trigger <= range.$lte;
}

test("the index leaves out none whose price is there, and none that the price has left, however close the two are", () => {
  fc.assert(
    fc.property(directions, typed, part, part, fc.boolean(), (direction, price, n, d, isSame) => {
      const seen = isSame ? (readPrice(price) ?? { n, d }) : { n, d };
      const trigger = String(besideAlert({ ...fields, direction, price }, undefined)["trigger"]);
      const isNow = isThere({ direction, price }, seen);
      expect(isIn(trigger, (isNow ? reachedBy : leftBy)(direction, seen))).toBe(true);
      if (isSame) expect(isNow).toBe(true);
    }),
  );
});

test("a price is told in few digits, and never as one that is not there yet", () => {
  const told = (n: bigint, d: bigint, direction: "above" | "below", price: string) =>
    shownPrice({ n, d }, { direction, price });
  expect(told(242_653_242_378n, 10n ** 12n, "above", "0.2")).toBe("0.2426532");
  expect(told(1234n, 7n, "above", "1")).toBe("176.2857");
  expect(told(123_456_789_012n, 10n, "above", "1")).toBe("12345678901");
  // Rounded it would be above what it has to be at or below.
  expect(told(1_000_000_049n, 10n ** 9n, "below", "1.000000049")).toBe("1");
  expect(told(300_000_051n, 10n ** 9n, "below", "0.300000051")).toBe("0.300000051");
  fc.assert(
    fc.property(part, part, directions, typed, (n, d, direction, price) => {
      const text = shownPrice({ n, d }, { direction, price });
      const shown = readPrice(text);
      if (shown === null || !isThere({ direction, price }, { n, d })) return;
      const drift = shown.n * d - n * shown.d;
      expect((drift < 0n ? -drift : drift) * 1_000_000n <= n * shown.d).toBe(true);
    }),
  );
});

test("what somebody pays decides above, what somebody sells for below", () => {
  const prices = { bid: { n: 29n, d: 100n }, ask: { n: 31n, d: 100n } };
  const is = (direction: "above" | "below", price: string) => {
    const seen = decidingPrice(direction, prices);
    return seen !== null && isThere({ direction, price }, seen);
  };
  expect([is("above", "0.29"), is("above", "0.3"), is("below", "0.31"), is("below", "0.3")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("an alert is looked at anew where its terms changed, and not where its note alone did", () => {
  const former = { ...fields, ...besideAlert(fields, undefined), state: "told", deleted: false };
  expect(besideAlert(fields, undefined)).toMatchObject({ state: "new", toldAt: null, pair: `XLM/USDC-${ISSUER}` });
  expect(besideAlert({ ...fields, note: "other" }, former)).toEqual({});
  for (const change of [{ price: "0.4" }, { direction: "below" }, { setAt: "2026-01-02T00:00:00.000Z" }])
    expect(besideAlert({ ...fields, ...change }, former)).toMatchObject({ state: "new" });
  // What was told, and the rest after it, are not forgotten.
  expect(besideAlert({ ...fields, price: "0.4" }, former)).not.toHaveProperty("restsUntil");
  expect(besideAlert(fields, { ...former, deleted: true })).toMatchObject({ state: "new" });
});

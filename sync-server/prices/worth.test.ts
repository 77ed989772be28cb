import { expect, test } from "vitest";
import { sentenceOf } from "#schemas/errors.ts";
import type { KnownPrice } from "./store.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { limitFacts, type Worth, worthFor } from "./worth.ts";

const NOW = new Date("2026-06-01T12:00:00Z");
const UNIT = 10_000_000n;
const COIN = { assetCode: "COIN", issuer: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ" };

function aPrice({ usd, xlm }: { readonly usd?: string; readonly xlm?: string }, hoursAgo = 0): KnownPrice {
  const at = new Date(NOW.getTime() - hoursAgo * 3_600_000);
  return { usd: usd === undefined ? null : { price: usd, at }, xlm: xlm === undefined ? null : { price: xlm, at } };
}

test("a payment is worth dollars where a price in dollars is known, rounded up", () => {
  expect(worthFor(COIN, 3n * UNIT, aPrice({ usd: "0.5", xlm: "5" }), NOW)).toEqual({
    unit: "USD",
    amount: 15_000_000n,
  });
  expect(worthFor(NATIVE, 1n, aPrice({ usd: "0.1", xlm: "1" }), NOW)).toEqual({ unit: "USD", amount: 1n });
});

test("without one it is worth XLM, and of an asset that nobody ever priced its own units count", () => {
  expect(worthFor(COIN, 3n * UNIT, aPrice({ xlm: "5" }), NOW)).toEqual({ unit: "XLM", amount: 15n * UNIT });
  expect(worthFor(NATIVE, 3n * UNIT, null, NOW)).toEqual({ unit: "XLM", amount: 3n * UNIT });
  expect(worthFor(COIN, 3n * UNIT, aPrice({}), NOW)).toEqual({ unit: "own", amount: 3n * UNIT });
  expect(worthFor(COIN, 3n * UNIT, null, NOW)).toEqual({ unit: "own", amount: 3n * UNIT });
});

test("a price counts for a day after the market stopped setting one", () => {
  const known = aPrice({ usd: "60000", xlm: "200000" }, 24);
  expect(worthFor(COIN, 1000n * UNIT, known, NOW)).toEqual({ unit: "USD", amount: 60_000_000n * UNIT });
});

test("an older price does only where there is no other, and an asset that had one never counts its own units", () => {
  const old = aPrice({ usd: "0.5", xlm: "5" }, 25);
  expect(worthFor(COIN, 4n * UNIT, old, NOW)).toMatchObject({ unit: "USD", amount: 2n * UNIT, since: old.usd?.at });
  const xlm = aPrice({ xlm: "5" }).xlm;
  expect(worthFor(COIN, 4n * UNIT, { usd: old.usd, xlm }, NOW)).toEqual({ unit: "XLM", amount: 20n * UNIT });
  expect(worthFor(COIN, 4n * UNIT, aPrice({ xlm: "5" }, 9000), NOW)).toMatchObject({ unit: "XLM", amount: 20n * UNIT });
  expect(worthFor(NATIVE, 4n * UNIT, aPrice({ usd: "0.1", xlm: "1" }, 25), NOW)).toEqual({
    unit: "XLM",
    amount: 4n * UNIT,
  });
});

test("a refusal says what is counted, and never a worth that reads as the limit itself", () => {
  const said = (worth: Worth, assetCode: string) =>
    sentenceOf("limit-exceeded", limitFacts("1000", worth, assetCode)).replace(
      /^This is above your transaction limit of (.*)\. Raise the limit in your security settings to send it\.$/,
      "$1",
    );
  expect(said({ unit: "USD", amount: 1000n * UNIT + 1n }, "COIN")).toBe("1,000 USD: it is worth 1,000.01 USD");
  expect(said({ unit: "XLM", amount: 2000n * UNIT }, "XLM")).toBe(
    "1,000 XLM, which counts while no price in USD is known",
  );
  expect(said({ unit: "XLM", amount: 2000n * UNIT }, "COIN")).toContain("it is worth 2,000 XLM");
  const since = new Date("2026-05-30T08:00:00Z");
  expect(said({ unit: "USD", amount: 2000n * UNIT, since }, "COIN")).toBe(
    "1,000 USD: it is worth 2,000 USD by its last known price, of 2026-05-30",
  );
  expect(said({ unit: "own", amount: 2000n * UNIT }, "COIN")).toBe(
    "1,000 COIN, which counts while no price of COIN is known",
  );
});

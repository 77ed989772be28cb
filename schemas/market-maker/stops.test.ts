import { expect, test } from "vitest";
import { factsOf } from "./pool.fixture.ts";
import { stopOf, type StopFacts } from "./stops.ts";

/** A price margin of 10 %, a drawdown of 20 %, 100 USD a day, 60 fills a minute. */
const { pool } = factsOf();
const WORTH = 10_000_000_000n;
const WELL: StopFacts = {
  pool,
  startPrice: { n: 2n, d: 1n },
  reference: { n: 2n, d: 1n },
  worth: WORTH,
  peak: WORTH,
  dayWorth: WORTH,
  fills: 60,
  isReconciled: true,
};

test.each<[string, Partial<StopFacts>, string | null]>([
  ["nothing is wrong", {}, null],
  ["the price is at the margin", { reference: { n: 22n, d: 10n } }, null],
  ["the price is beyond it", { reference: { n: 22_001n, d: 10_000n } }, "price-margin"],
  ["the price is below it", { reference: { n: 17_999n, d: 10_000n } }, "price-margin"],
  ["there is no reference", { reference: null, worth: null }, null],
  ["it was never seen to start", { startPrice: null, reference: { n: 5n, d: 1n } }, null],
  ["a fifth is lost", { worth: 8_000_000_000n, dayWorth: 8_000_000_000n }, null],
  ["more than a fifth is lost", { worth: 7_999_999_999n, dayWorth: 7_999_999_999n }, "drawdown"],
  ["a day lost what it may", { worth: WORTH - 1_000_000_000n }, null],
  ["a day lost more", { worth: WORTH - 1_000_000_001n }, "daily-loss"],
  ["too much is filled", { fills: 61 }, "fills"],
  ["the books differ", { isReconciled: false, fills: 61 }, "reconciliation"],
])("when %s", (_, changed, stop) => {
  expect(stopOf({ ...WELL, ...changed })?.stop ?? null).toBe(stop);
});

test("the reason has its facts", () => {
  expect(stopOf({ ...WELL, reference: { n: 3n, d: 1n } })?.reason).toBe(
    '{"code":"said.market-price-margin","facts":{"price":"3","seen":"2","percent":10}}',
  );
});

import { describe, expect, test } from "vitest";
import * as v from "valibot";
import { type AutomationTerms } from "#schemas/automated-trading.ts";
import { PairTest, type TestCosts } from "#schemas/automated-trading.ts";
import type { CandleRow } from "#schemas/market-data.ts";
import { readSaid } from "#schemas/said.ts";
import { newDraft, ofStrategy, readTerms } from "./terms-draft.ts";
import { type DeviceTest, testOnDevice } from "./test-on-device.ts";

const HOUR_MS = 3_600_000;
const COSTS: TestCosts = { feePpm: 1000, flat: "0.0000100", spreadPpm: 2000, depthPpm: 100_000 };
const USDC = "USDC-GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

function termsOf(changes: Partial<AutomationTerms>): AutomationTerms {
  const draft = { ...ofStrategy(newDraft("XLM", USDC), "breakout"), budget: "100", perTrade: "100", perDay: "1000" };
  const { terms } = readTerms(draft);
  if (terms === null) throw new Error("the usual settings are none");
  return { ...terms, parameters: { entry: 3, exit: 2 }, ...changes };
}

/** Closes of one hour each, the volume large beside what is traded. */
function candlesOf(closes: readonly number[]): CandleRow[] {
  return closes.map((close, index) => {
    const price = close.toFixed(4);
    return [index * HOUR_MS, price, price, price, price, "100000.0000000", "10000.0000000", 5];
  });
}

function run(closes: readonly number[], changes: Partial<DeviceTest> = {}) {
  return testOnDevice({
    terms: termsOf({}),
    base: "XLM",
    candles: candlesOf(closes),
    candleMs: HOUR_MS,
    costs: COSTS,
    ...changes,
  });
}

const RISE_AND_FALL = [1, 1, 1, 1, 1, 2, 3, 4, 3, 2, 1, 1, 1];

describe("a back-test on the device", () => {
  test("tells what the server tells", () => {
    const tested = run(RISE_AND_FALL);
    expect(v.is(PairTest, tested)).toBe(true);
    expect(tested).toMatchObject({ base: "XLM", gaps: 0, candles: 9, from: "1970-01-01T04:00:00.000Z" });
  });

  test("buys after the candle that said so, never within it, and says why", () => {
    const tested = run(RISE_AND_FALL);
    if (!("trades" in tested)) throw new Error("there were too few candles");
    const [bought] = tested.trades;
    // The close of 2 is the new high; the next candle opens at 3, half the spread above it.
    expect(bought).toMatchObject({ side: "buy", price: "3.003" });
    expect(Date.parse(bought?.at ?? "")).toBe(6 * HOUR_MS);
    expect(readSaid(bought?.why ?? "")).toEqual({ code: "said.new-high", facts: { close: 2, highest: 1 } });
  });

  test("needs one candle more than it takes to be warm", () => {
    expect(run([1, 1, 1, 1])).toEqual({ has: 4, needs: 5 });
    expect(run([])).toEqual({ has: 0, needs: 5 });
    expect(run([1, 1, 1, 1, 1])).toHaveProperty("summary");
  });

  test("counts candles that are missing, and fills none of them", () => {
    const candles = candlesOf(RISE_AND_FALL).filter((_, index) => index !== 9);
    expect(run([], { candles })).toMatchObject({ gaps: 1, candles: 8 });
  });

  test("trades a tenth of what a candle traded at most", () => {
    const candles = candlesOf(RISE_AND_FALL).map(([at, open, high, low, close]): CandleRow => [
      at,
      open,
      high,
      low,
      close,
      "20.0000000",
      "20.0000000",
      1,
    ]);
    expect(run([], { candles })).toMatchObject({ trades: [{ side: "buy", base: "2.0000000" }, { side: "sell" }] });
  });
});

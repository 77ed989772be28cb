import { describe, expect, test } from "vitest";
import * as v from "valibot";
import { PairTest } from "#schemas/automated-trading.ts";
import { readSaid } from "#schemas/said.ts";
import { SAID_SENTENCES } from "#schemas/said-sentences.ts";
import { backTest } from "./back-test.ts";
import { wander } from "./candles.fixture.ts";
import { usualOf } from "./parameters.ts";
import { STRATEGIES, type StrategyName } from "./strategies.ts";
import { toldPrice, toldTest, whyText } from "./told-test.ts";

const NAMES = Object.keys(STRATEGIES) as StrategyName[];

describe("what is told of a back-test", () => {
  test.each(NAMES)("each trade of %s says why by a sentence that there is, with all its facts", (name) => {
    const candles = wander(3000, 11);
    const parameters = usualOf(name);
    const tested = backTest({
      strategy: STRATEGIES[name],
      parameters,
      candles,
      begun: { base: 0n, quote: 10_000_000_000n },
      costs: { feePpm: 1000, flat: 100n, spreadPpm: 2000, depthPpm: 100_000 },
      limits: { perTrade: 1_000_000_000n, perDay: 5_000_000_000n, cooldown: 3 },
    });
    const told = toldTest("XLM", tested, candles);
    expect(v.is(PairTest, told)).toBe(true);
    expect(told.trades.length).toBeGreaterThan(0);
    for (const { why } of told.trades) {
      const said = readSaid(why);
      const sentence = new Map<string, string>(Object.entries(SAID_SENTENCES)).get(said?.code ?? "") ?? "";
      const named = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, fact]) => fact);
      expect(sentence, why).not.toBe("");
      expect(Object.keys(said?.facts ?? {})).toEqual(expect.arrayContaining(named));
    }
  });

  test("a price has the digits of its float, and none is no price", () => {
    expect(toldPrice(0.1)).toBe("0.1");
    expect(toldPrice(3.003)).toBe("3.003");
    expect(toldPrice(1234.5)).toBe("1234.5");
    expect(toldPrice(0.000_000_1)).toBe("0.0000001");
    expect([0, -1, Number.NaN, Infinity].map(toldPrice)).toEqual([null, null, null, null]);
  });

  test("facts are as long as they are read", () => {
    expect(readSaid(whyText({ code: "stopped", facts: { stop: 0.123_456_789 } }))?.facts).toEqual({
      stop: 0.123_456_8,
    });
  });
});

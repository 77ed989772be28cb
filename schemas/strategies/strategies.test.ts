import { expect, test } from "vitest";
import { backTest } from "./back-test.ts";
import { findBiases } from "./bias.ts";
import { wander } from "./candles.fixture.ts";
import { MEAN_REVERSION } from "./mean-reversion.ts";
import { faultOf, usualOf } from "./parameters.ts";
import { anyOf } from "./player.ts";
import { summaryOf } from "./report.ts";
import { STRATEGIES, type StrategyName } from "./strategies.ts";
import { type Candle, NO_INTENTS, type Strategy, WHOLE_SHARE } from "./strategy.ts";

const TERMS = {
  costs: { feePpm: 1000, flat: 0n, spreadPpm: 2000, depthPpm: 100_000 },
  limits: { perTrade: 10n ** 18n, perDay: 10n ** 18n, cooldown: 0 },
};
const BEGUN = { base: 0n, quote: 10_000_000_000n };
const NAMES = Object.keys(STRATEGIES) as StrategyName[];

test.each(NAMES)("%s knows nothing of what is to come, and is warm when it says so", (name) => {
  const strategy = STRATEGIES[name];
  const parameters = usualOf(name);
  const candles = wander(900, 7);
  expect(findBiases({ strategy, parameters, candles })).toEqual([]);
});

test.each(NAMES)("%s trades, and neither makes nor loses a stroop but by its fills", (name) => {
  const { fills, holding } = backTest({
    strategy: STRATEGIES[name],
    parameters: usualOf(name),
    candles: wander(3000, 11),
    ...TERMS,
    begun: BEGUN,
  });
  expect(fills.length).toBeGreaterThan(0);
  const sum = fills.reduce(
    ({ base, quote }, fill) =>
      fill.side === "buy"
        ? { base: base + fill.base, quote: quote - fill.quote - fill.fee }
        : { base: base - fill.base, quote: quote + fill.quote - fill.fee },
    BEGUN,
  );
  expect(holding).toEqual(sum);
  expect(holding.base >= 0n && holding.quote >= 0n).toBe(true);
});

const PEEKS: Strategy<"any", { readonly index: number }> = {
  rules: { any: { least: 0, most: 1, usual: 0, isWhole: true } },
  warmUp: () => 1,
  begin: () => ({ index: 0 }),
  step: ({ index }) => ({ state: { index: index + 1 }, intents: NO_INTENTS, indicators: {} }),
};

test("one that reads the next candle is caught", () => {
  const candles = wander(300, 3);
  const peeker = (shown: readonly Candle[]): typeof PEEKS => ({
    ...PEEKS,
    step: ({ index }, candle) => {
      const next = shown[index + 1];
      const rises = next !== undefined && next.close > candle.close;
      const why = { code: "peeked", facts: {} };
      const intent = {
        side: "buy" as const,
        share: WHOLE_SHARE,
        limit: null,
        stop: null,
        confidence: rises ? 1 : 0,
        why,
      };
      return { state: { index: index + 1 }, intents: [intent], indicators: {} };
    },
  });
  // It has its way to what is being shown to it, however much that is.
  const strategy: typeof PEEKS = {
    ...PEEKS,
    step: (state, candle, holding) => peeker(candles).step(state, candle, holding),
  };
  const honest = findBiases({ strategy: anyOf(PEEKS), parameters: { any: 0 }, candles });
  expect(honest).toEqual([]);
  expect(findBiases({ strategy: anyOf(strategy), parameters: { any: 0 }, candles }).length).toBeGreaterThan(0);
});

test("one that paints what it said before anew is caught", () => {
  const candles = wander(300, 5);
  let shown = 0;
  const strategy: typeof PEEKS = {
    ...PEEKS,
    step: ({ index }, { close }) => {
      shown += 1;
      const why = { code: "painted", facts: { close, shown } };
      const intent = { side: "buy" as const, share: WHOLE_SHARE, limit: null, stop: null, confidence: 1, why };
      return { state: { index: index + 1 }, intents: [intent], indicators: {} };
    },
  };
  expect(findBiases({ strategy: anyOf(strategy), parameters: { any: 0 }, candles }).length).toBeGreaterThan(0);
});

test("one that says it is warm too soon is caught", () => {
  const strategy = { ...MEAN_REVERSION, warmUp: () => 5 };
  const parameters = { length: 20, width: 1, stopPercent: 5 };
  const biases = findBiases({ strategy: anyOf(strategy), parameters, candles: wander(600, 9) });
  expect(biases.some(({ kind }) => kind === "warm-up")).toBe(true);
});

test("a report says what holding would have come to, and that few trades mean nothing", () => {
  const candles = wander(400, 13);
  const [strategy, parameters] = [STRATEGIES["trend-following"], usualOf("trend-following")];
  const tested = backTest({ strategy, parameters, candles, ...TERMS, begun: BEGUN });
  const [first, last] = [candles[0]?.close ?? 0, candles.at(-1)?.close ?? 0];
  const summary = summaryOf(tested);
  expect(summary.heldPpm).toBe(Math.round((last / first - 1) * 1_000_000));
  expect(summary.isTooFew).toBe(true);
  expect(summary.drawdownPpm).toBeGreaterThanOrEqual(0);
  expect(tested.curve.length).toBeLessThanOrEqual(200);
});

test.each([
  ["trend-following", { fast: 50 }, "slow"],
  ["trend-following", { fast: 2.5 }, "fast"],
  ["trend-following", { range: Number.NaN }, "range"],
  ["grid", { lowest: 1, highest: 1 }, "highest"],
  ["grid", { levels: 1 }, "levels"],
  ["breakout", { reach: 5 }, "reach"],
] as const)("of %s with %j the fault is at %s", (name, change, fault) => {
  expect(faultOf(name, usualOf(name))).toBeNull();
  expect(faultOf(name, { ...usualOf(name), ...change })).toBe(fault);
});

test("what the candles before are for is shown alone: nothing is traded in them", () => {
  const candles = wander(600, 17);
  const run = { strategy: STRATEGIES.dca, parameters: { ...usualOf("dca"), every: 1 }, ...TERMS, begun: BEGUN };
  const { fills } = backTest({ ...run, candles, from: 300 });
  expect(fills[0]?.at).toBe(candles[301]?.at);
});

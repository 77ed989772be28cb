import { backTest } from "#schemas/strategies/back-test.ts";
import { wander } from "#schemas/strategies/candles.fixture.ts";
import { usualOf } from "#schemas/strategies/parameters.ts";
import { STRATEGIES, type StrategyName } from "#schemas/strategies/strategies.ts";
import type { Candle } from "#schemas/strategies/strategy.ts";
import { median, ratioOf, type Result } from "./results.ts";

const TERMS = {
  costs: { feePpm: 1000, flat: 100n, spreadPpm: 2000, depthPpm: 100_000 },
  limits: { perTrade: 10n ** 12n, perDay: 10n ** 13n, cooldown: 3 },
};
/** On one core. */
const GOAL = 1_000_000;
const BEGUN = { base: 0n, quote: 10n ** 12n };

/** How many candles each strategy is tested over in a second, beside a plain loop that finds out the averages of the same candles. */
export function measureBackTest(count: number, rounds: number): Result[] {
  const candles = wander(count, 7);
  return (Object.keys(STRATEGIES) as StrategyName[]).map((name) => {
    const run = { strategy: STRATEGIES[name], parameters: usualOf(name), candles, begun: BEGUN, ...TERMS };
    const [own, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      other.push(count / secondsOf(() => averagesOf(candles)));
      own.push(count / secondsOf(() => backTest(run)));
    }
    const unit = "candles/s";
    const result = ratioOf({ name: `back-test, ${name}`, unit, own, other, counterpart: "of a loop of averages" });
    return { ...result, value: median(own), unit, goal: { kind: "at least", value: GOAL } };
  });
}

function averagesOf(candles: readonly Candle[]): number {
  let [sum, last] = [0, 0];
  for (const [index, { close }] of candles.entries()) {
    sum += close - (candles[index - 20]?.close ?? 0);
    last = sum / 20;
  }
  return last;
}

function secondsOf(act: () => unknown): number {
  const from = performance.now();
  act();
  return (performance.now() - from) / 1000;
}

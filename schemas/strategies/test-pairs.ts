import { backTest, type BackTested } from "./back-test.ts";
import type { Terms } from "./book.ts";
import type { Parameters } from "./player.ts";
import { STRATEGIES, type StrategyName } from "./strategies.ts";
import type { Candle } from "./strategy.ts";
import { SEARCHED_PERCENT, tune } from "./tune.ts";

/** What is to be tested: plain values, so that they can be handed to another thread. */
export interface PairsTest {
  readonly strategy: StrategyName;
  readonly parameters: Parameters;
  readonly pairs: readonly (Terms & {
    readonly base: string;
    readonly candles: readonly Candle[];
    /** Stroops of the quote asset that each pair begins with. */
    readonly budget: bigint;
  })[];
  readonly isTuned: boolean;
}

export interface TestedPair {
  readonly base: string;
  readonly tested: BackTested;
  /** The candles that are told of: from this one on. */
  readonly from: number;
}

export interface PairsTested {
  readonly parameters: Parameters;
  readonly tried: number | null;
  readonly pairs: readonly TestedPair[];
}

/** Tests all pairs by the same code as anywhere: each after its warm-up, and with parameters that were searched for over the candles after those alone. */
export function testPairs({ strategy, parameters, pairs, isTuned }: PairsTest): PairsTested {
  const warmUp = STRATEGIES[strategy].warmUp(parameters);
  const all = pairs.map(({ budget, ...pair }) => ({ ...pair, begun: { base: 0n, quote: budget } }));
  const searched = all.map((pair) => ({
    ...pair,
    candles: pair.candles.slice(0, splitOf(pair.candles.length)),
    from: Math.min(warmUp, pair.candles.length),
  }));
  const found = isTuned ? tune({ strategy, parameters, pairs: searched }) : null;
  const chosen = found?.parameters ?? parameters;
  return {
    parameters: chosen,
    tried: found?.tried ?? null,
    pairs: all.map(({ base, ...pair }) => {
      const least = STRATEGIES[strategy].warmUp(chosen);
      const from = isTuned ? Math.max(least, splitOf(pair.candles.length)) : least;
      return { base, from, tested: backTest({ ...pair, strategy: STRATEGIES[strategy], parameters: chosen, from }) };
    }),
  };
}

function splitOf(length: number): number {
  return Math.floor((length * SEARCHED_PERCENT) / 100);
}

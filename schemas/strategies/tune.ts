import { backTest, type BackTest } from "./back-test.ts";
import { faultOf } from "./parameters.ts";
import type { Parameters } from "./player.ts";
import { STRATEGIES, type StrategyName } from "./strategies.ts";

/** Sets of parameters that are tried. */
export const MOST_TRIED = 60;
/** Of the candles, in percent: what is found on the first is told of the rest alone. */
export const SEARCHED_PERCENT = 70;

/** A search over what one pair, or several alike, were traded at. */
export interface Search {
  readonly strategy: StrategyName;
  readonly parameters: Parameters;
  readonly pairs: readonly Omit<BackTest, "strategy" | "parameters">[];
}

export interface Tuned {
  readonly parameters: Parameters;
  readonly tried: number;
}

/**
 * The parameters around those chosen with the best result for the deepest fall they went through, all pairs together. What it is shown it has fitted: tell
 * what it comes to only over candles that it was not shown.
 */
export function tune({ strategy, parameters, pairs }: Search): Tuned {
  const sets = setsAround(strategy, parameters);
  let best = { parameters, score: Number.NEGATIVE_INFINITY };
  for (const set of sets) {
    const score = pairs.reduce((sum, pair) => sum + scoreOf(strategy, set, pair), 0);
    if (score > best.score) best = { parameters: set, score };
  }
  return { parameters: best.parameters, tried: sets.length };
}

function scoreOf(strategy: StrategyName, parameters: Parameters, pair: Search["pairs"][number]): number {
  const { resultPpm, drawdownPpm } = backTest({ ...pair, strategy: STRATEGIES[strategy], parameters });
  return resultPpm - drawdownPpm / 2;
}

const STEPS = [1, 0.5, 0.75, 1.5, 2];

/** Those chosen, and others about half to twice as large, as many as are tried; each within its bounds. */
function setsAround(strategy: StrategyName, chosen: Parameters): Parameters[] {
  const rules = Object.entries(STRATEGIES[strategy].rules);
  const sets = new Map<string, Parameters>([[JSON.stringify(chosen), chosen]]);
  // From the first parameters on, in an order that is always the same.
  for (let index = 0; sets.size < MOST_TRIED && index < STEPS.length ** Math.min(rules.length, 4); index += 1) {
    let rest = index;
    const set = Object.fromEntries(
      rules.map(([name, { least, most, isWhole }]) => {
        const step = STEPS[rest % STEPS.length] ?? 1;
        rest = Math.floor(rest / STEPS.length);
        const value = Math.min(most, Math.max(least, (chosen[name] ?? 0) * step));
        return [name, isWhole ? Math.round(value) : value];
      }),
    );
    if (faultOf(strategy, set) === null) sets.set(JSON.stringify(set), set);
  }
  return [...sets.values()];
}

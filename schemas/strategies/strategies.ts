import { BREAKOUT } from "./breakout.ts";
import { GRID } from "./grid.ts";
import { MEAN_REVERSION } from "./mean-reversion.ts";
import { anyOf, type AnyStrategy } from "./player.ts";
import { RECURRING } from "./recurring.ts";
import { TREND_FOLLOWING } from "./trend-following.ts";

/** Every strategy there is, by the name under which it is stored. */
export const STRATEGIES = {
  "trend-following": anyOf(TREND_FOLLOWING),
  "mean-reversion": anyOf(MEAN_REVERSION),
  breakout: anyOf(BREAKOUT),
  dca: anyOf(RECURRING),
  grid: anyOf(GRID),
} as const satisfies Record<string, AnyStrategy>;
export type StrategyName = keyof typeof STRATEGIES;

import { t } from "@lingui/core/macro";
import type { StrategyKind } from "#schemas/automated-trading.ts";

interface StrategyWords {
  readonly does: string;
  readonly loses: string;
}

/** What each strategy does, and in which markets it tends to lose: nobody chooses one without both. */
export const STRATEGY_WORDS: Readonly<Record<StrategyKind, StrategyWords>> = {
  "trend-following": {
    get does() {
      return t`Buys when a fast average of prices rises above a slow one, and sells when it falls back below. A stop below the purchase limits what one trade loses.`;
    },
    get loses() {
      return t`It tends to lose where prices move sideways: it buys late and sells late, many times over.`;
    },
  },
  "mean-reversion": {
    get does() {
      return t`Buys when the price falls unusually far below its average, and sells once it is back there. A stop limits what one trade loses.`;
    },
    get loses() {
      return t`It tends to lose when a price keeps falling: what looked cheap becomes cheaper, until the stop sells.`;
    },
  },
  breakout: {
    get does() {
      return t`Buys when the price rises above every price of the candles before, and sells when it falls below the lowest of the last few.`;
    },
    get loses() {
      return t`It tends to lose where prices turn around soon after a new high, which they often do.`;
    },
  },
  dca: {
    get does() {
      return t`Buys for a part of what is left every so many candles, and for more when the price is far below its average. It never sells.`;
    },
    get loses() {
      return t`It loses whatever the asset loses: it goes on buying all the way down, and has no stop.`;
    },
  },
  grid: {
    get does() {
      return t`Buys a little at each price of a ladder as the price falls, and sells a little at each as it rises.`;
    },
    get loses() {
      return t`It tends to lose when the price leaves the ladder: below it everything was bought, above it everything was sold too early.`;
    },
  },
};

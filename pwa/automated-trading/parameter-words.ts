import { t } from "@lingui/core/macro";
import type { StrategyKind } from "#schemas/automated-trading.ts";

interface ParameterWords {
  readonly name: string;
  readonly hint: string;
}

type Words = Readonly<Record<string, ParameterWords>>;

const TREND: Words = {
  fast: {
    get name() {
      return t`Fast average, in candles`;
    },
    get hint() {
      return t`The shorter it is, the sooner it buys and sells, and the more often in vain.`;
    },
  },
  slow: {
    get name() {
      return t`Slow average, in candles`;
    },
    get hint() {
      return t`Longer than the fast one.`;
    },
  },
  range: {
    get name() {
      return t`Usual range, over so many candles`;
    },
    get hint() {
      return t`How far the price usually moves within a candle is measured over these.`;
    },
  },
  stopRanges: {
    get name() {
      return t`Stop, in usual ranges`;
    },
    get hint() {
      return t`It sells when the price falls so many usual ranges below where it bought.`;
    },
  },
};

const REVERSION: Words = {
  length: {
    get name() {
      return t`Average, in candles`;
    },
    get hint() {
      return t`The price is expected back at the average of so many candles.`;
    },
  },
  width: {
    get name() {
      return t`Width of the band`;
    },
    get hint() {
      return t`In standard deviations: the wider, the seldomer it buys.`;
    },
  },
  stopPercent: {
    get name() {
      return t`Stop (%)`;
    },
    get hint() {
      return t`It sells when the price falls so far below where it bought.`;
    },
  },
};

const BREAKOUT: Words = {
  entry: {
    get name() {
      return t`High of so many candles`;
    },
    get hint() {
      return t`It buys when the price closes above all of them.`;
    },
  },
  exit: {
    get name() {
      return t`Low of so many candles`;
    },
    get hint() {
      return t`It sells when the price closes below all of them.`;
    },
  },
};

const RECURRING: Words = {
  every: {
    get name() {
      return t`Buy every so many candles`;
    },
    get hint() {
      return t`By the calendar, whenever it was started.`;
    },
  },
  sharePercent: {
    get name() {
      return t`For so much of what is left (%)`;
    },
    get hint() {
      return t`The part of the remaining budget that one purchase gives.`;
    },
  },
  length: {
    get name() {
      return t`Average, in candles`;
    },
    get hint() {
      return t`A dip is measured from the average of so many candles.`;
    },
  },
  dipPercent: {
    get name() {
      return t`A dip is so far below (%)`;
    },
    get hint() {
      return t`From there on it buys for more.`;
    },
  },
  dipTimes: {
    get name() {
      return t`Times as much at a dip`;
    },
    get hint() {
      return t`1 for no difference.`;
    },
  },
};

const GRID: Words = {
  lowest: {
    get name() {
      return t`Lowest price`;
    },
    get hint() {
      return t`Below it nothing is bought.`;
    },
  },
  highest: {
    get name() {
      return t`Highest price`;
    },
    get hint() {
      return t`Above it nothing is sold any more.`;
    },
  },
  levels: {
    get name() {
      return t`Steps`;
    },
    get hint() {
      return t`Prices between the two at which it buys and sells.`;
    },
  },
};

const WORDS: Readonly<Record<StrategyKind, Words>> = {
  "trend-following": TREND,
  "mean-reversion": REVERSION,
  breakout: BREAKOUT,
  dca: RECURRING,
  grid: GRID,
};

/** What a setting of a strategy is called, and what it does; one that this app has no words for by its own name. */
export function parameterWords(strategy: StrategyKind, name: string): ParameterWords {
  return WORDS[strategy][name] ?? { name, hint: "" };
}

import { ATR, SMA } from "trading-signals";
import { beyond, type Candle, type Intent, NO_INTENTS, type Strategy, WHOLE_SHARE } from "./strategy.ts";

type Name = "fast" | "slow" | "stopRanges" | "range";

interface State {
  readonly fast: SMA;
  readonly slow: SMA;
  readonly range: ATR;
  readonly stopRanges: number;
  /** Whether the fast average was above the slow one; null before both are known. */
  readonly wasAbove: boolean | null;
}

/** In while a fast average of closes is above a slow one, from the crossing on; out at the crossing back, or so many usual ranges below. */
export const TREND_FOLLOWING: Strategy<Name, State> = {
  rules: {
    fast: { least: 2, most: 200, usual: 20, isWhole: true },
    slow: { least: 3, most: 400, usual: 50, isWhole: true },
    range: { least: 2, most: 100, usual: 14, isWhole: true },
    stopRanges: { least: 0.5, most: 20, usual: 3, isWhole: false },
  },
  // The usual range is smoothed, and forgets only little by little.
  warmUp: ({ slow, range }) => Math.max(slow + 1, range * 20),
  begin: ({ fast, slow, range, stopRanges }) => ({
    fast: new SMA(fast),
    slow: new SMA(slow),
    range: new ATR(range, SMA),
    stopRanges,
    wasAbove: null,
  }),
  step: (state, candle, { base }) => {
    const fast = state.fast.add(candle.close);
    const slow = state.slow.add(candle.close);
    const range = state.range.add(candle);
    const isAbove = fast === null || slow === null ? null : fast > slow;
    const indicators = { fast, slow, range };
    const next = { ...state, wasAbove: isAbove };
    if (isAbove === null || state.wasAbove === null || isAbove === state.wasAbove || range === null)
      return { state: next, intents: NO_INTENTS, indicators };
    const crossed = { fast: fast ?? 0, slow: slow ?? 0, candle, stop: candle.close - state.stopRanges * range };
    if (isAbove) return { state: next, intents: [enter(crossed)], indicators };
    return { state: next, intents: base > 0n ? [leave(crossed)] : NO_INTENTS, indicators };
  },
};

interface Crossed {
  readonly fast: number;
  readonly slow: number;
  readonly candle: Candle;
  readonly stop: number;
}

function enter({ fast, slow, candle, stop }: Crossed): Intent {
  const why = { code: "trend-begins", facts: { fast, slow, close: candle.close, stop } };
  return {
    side: "buy",
    share: WHOLE_SHARE,
    limit: null,
    stop: stop > 0 ? stop : null,
    confidence: beyond(fast, slow),
    why,
  };
}

function leave({ fast, slow, candle }: Crossed): Intent {
  const why = { code: "trend-ends", facts: { fast, slow, close: candle.close } };
  return { side: "sell", share: WHOLE_SHARE, limit: null, stop: null, confidence: beyond(fast, slow), why };
}

import { SMA } from "trading-signals";
import { NO_INTENTS, type Strategy } from "./strategy.ts";

type Name = "every" | "sharePercent" | "length" | "dipPercent" | "dipTimes";

interface State {
  readonly average: SMA;
  readonly parameters: Readonly<Record<Name, number>>;
}

const PPM_OF_PERCENT = 10_000;

/** Buys for a share of what is left each so many candles; for more where the close is so far below its average. */
export const RECURRING: Strategy<Name, State> = {
  rules: {
    every: { least: 1, most: 1000, usual: 24, isWhole: true },
    sharePercent: { least: 0.1, most: 50, usual: 2, isWhole: false },
    length: { least: 2, most: 400, usual: 50, isWhole: true },
    dipPercent: { least: 1, most: 80, usual: 10, isWhole: false },
    dipTimes: { least: 1, most: 10, usual: 2, isWhole: false },
  },
  warmUp: ({ every, length }) => Math.max(every, length) + 1,
  begin: (parameters) => ({ average: new SMA(parameters.length), parameters }),
  step: (state, { at, ms, close }) => {
    const { every, sharePercent, dipPercent, dipTimes } = state.parameters;
    const average = state.average.add(close);
    // By the calendar: where it was begun or continued does not matter.
    const isTurn = Math.floor(at / ms) % every === 0;
    const indicators = { average };
    if (average === null || !isTurn) return { state, intents: NO_INTENTS, indicators };
    const isDip = close < average * (1 - dipPercent / 100);
    const share = Math.round(Math.min(100, sharePercent * (isDip ? dipTimes : 1)) * PPM_OF_PERCENT);
    const why = { code: isDip ? "its-turn-at-a-dip" : "its-turn", facts: { close, average, share } };
    const intent = { side: "buy" as const, share, limit: null, stop: null, confidence: 1, why };
    return { state, intents: [intent], indicators };
  },
};

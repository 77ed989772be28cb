import { DonchianChannels } from "trading-signals";
import { beyond, NO_INTENTS, type Strategy, WHOLE_SHARE } from "./strategy.ts";

type Name = "entry" | "exit";

interface State {
  readonly above: DonchianChannels;
  readonly below: DonchianChannels;
  /** The channels of the candles before the last one shown: a close is compared with what was there before it. */
  readonly highest: number | null;
  readonly lowest: number | null;
}

/** In where the close is above every high of so many candles before it; out below every low of fewer. */
export const BREAKOUT: Strategy<Name, State> = {
  rules: {
    entry: { least: 2, most: 400, usual: 20, isWhole: true },
    exit: { least: 2, most: 400, usual: 10, isWhole: true },
  },
  warmUp: ({ entry, exit }) => Math.max(entry, exit) + 1,
  begin: ({ entry, exit }) => ({
    above: new DonchianChannels(entry),
    below: new DonchianChannels(exit),
    highest: null,
    lowest: null,
  }),
  step: (state, candle, { base }) => {
    const { highest, lowest } = state;
    const { close } = candle;
    const next = {
      ...state,
      highest: state.above.add(candle)?.upper ?? null,
      lowest: state.below.add(candle)?.lower ?? null,
    };
    const indicators = { highest, lowest };
    const common = { share: WHOLE_SHARE, limit: null };
    if (highest !== null && close > highest && base === 0n) {
      const why = { code: "new-high", facts: { close, highest } };
      const intent = { ...common, side: "buy" as const, stop: lowest, confidence: beyond(close, highest), why };
      return { state: next, intents: [intent], indicators };
    }
    if (lowest === null || close >= lowest || base === 0n) return { state: next, intents: NO_INTENTS, indicators };
    const why = { code: "new-low", facts: { close, lowest } };
    const intent = { ...common, side: "sell" as const, stop: null, confidence: beyond(close, lowest), why };
    return { state: next, intents: [intent], indicators };
  },
};

import { BollingerBands } from "trading-signals";
import { beyond, NO_INTENTS, type Strategy, WHOLE_SHARE } from "./strategy.ts";

type Name = "length" | "width" | "stopPercent";

interface State {
  readonly bands: BollingerBands;
  readonly stopPercent: number;
}

/** In where the close is below the lower band around its average; out at the average, or so many percent below where it came in. */
export const MEAN_REVERSION: Strategy<Name, State> = {
  rules: {
    length: { least: 5, most: 400, usual: 20, isWhole: true },
    width: { least: 0.5, most: 5, usual: 2, isWhole: false },
    stopPercent: { least: 0.5, most: 50, usual: 5, isWhole: false },
  },
  warmUp: ({ length }) => length + 1,
  begin: ({ length, width, stopPercent }) => ({ bands: new BollingerBands(length, width), stopPercent }),
  step: (state, { close }, { base }) => {
    const bands = state.bands.add(close);
    const { lower = null, middle = null, upper = null } = bands ?? {};
    const indicators = { lower, middle, upper };
    if (lower === null || middle === null) return { state, intents: NO_INTENTS, indicators };
    const common = { share: WHOLE_SHARE, limit: null, confidence: beyond(close, lower) };
    if (base === 0n && close < lower) {
      const stop = close * (1 - state.stopPercent / 100);
      const why = { code: "below-band", facts: { close, lower, middle, stop } };
      return { state, intents: [{ ...common, side: "buy", stop, why }], indicators };
    }
    if (base === 0n || close < middle) return { state, intents: NO_INTENTS, indicators };
    const why = { code: "back-at-average", facts: { close, middle } };
    return { state, intents: [{ ...common, side: "sell", stop: null, why }], indicators };
  },
};

import { type Intent, NO_INTENTS, type Strategy, WHOLE_SHARE } from "./strategy.ts";

type Name = "lowest" | "highest" | "levels";

interface State {
  readonly prices: readonly number[];
}

/** Rests a purchase at each price of an even ladder below the close, and a sale at each above: what falls is bought, what rises is sold. */
export const GRID: Strategy<Name, State> = {
  rules: {
    lowest: { least: 0.000_000_1, most: 1_000_000, usual: 0.1, isWhole: false },
    highest: { least: 0.000_000_1, most: 1_000_000, usual: 0.5, isWhole: false },
    levels: { least: 2, most: 50, usual: 10, isWhole: true },
  },
  warmUp: () => 1,
  begin: ({ lowest, highest, levels }) => ({
    prices: Array.from({ length: levels }, (_, index) => lowest + ((highest - lowest) * index) / (levels - 1)),
  }),
  step: (state, { close }) => {
    const [first = 0, last = 0] = [state.prices[0], state.prices.at(-1)];
    const indicators = { lowest: first, highest: last };
    // Beyond its ladder it waits: it buys into no fall without an end.
    if (close < first || close > last) return { state, intents: NO_INTENTS, indicators };
    const below = state.prices.filter((price) => price < close);
    const above = state.prices.filter((price) => price > close);
    const intents = [...rest("buy", below), ...rest("sell", above)];
    return { state, intents, indicators };
  },
};

/** The same share at each price. */
function rest(side: Intent["side"], prices: readonly number[]): Intent[] {
  const share = Math.floor(WHOLE_SHARE / Math.max(1, prices.length));
  return prices.map((limit) => ({
    side,
    share,
    limit,
    stop: null,
    confidence: 1,
    why: { code: "rung", facts: { limit } },
  }));
}

import type { BackTested } from "./back-test.ts";

/** With fewer round trips than this a result means nothing. */
export const FEWEST_TRADES = 30;

/** What a back-test comes to, in a few figures; see `BackTestSummary`. */
export function summaryOf({ fills, resultPpm, heldPpm, drawdownPpm, worstMonth }: BackTested) {
  const trades = fills.filter(({ side }) => side === "sell").length;
  return { resultPpm, heldPpm, drawdownPpm, worstMonth, trades, isTooFew: trades < FEWEST_TRADES };
}

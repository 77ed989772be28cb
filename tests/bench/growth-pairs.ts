import { pairContents } from "#server/markets/market-view.ts";
import { quotePayment } from "#server/markets/quote-payment.ts";
import { AppError } from "#schemas/errors.ts";
import type { Axis } from "./growth-table.ts";
import { aQuestion, assetsOf, marketOf } from "./made-market.ts";
import { undisturbedMs, quantile, seededRandom } from "./results.ts";

const SEED = 27;
const OFFERS_IN_A_PAIR = 20;
const ASKED = 400;
const US = 1000;

const FIGURES = {
  book: { name: "reading a pair's book, trades and ticker", unit: "µs", grows: "flat" },
  p50: {
    name: `a quote among ${OFFERS_IN_A_PAIR} offers a pair, p50`,
    unit: "µs",
    grows: "linear",
    note: "every way of up to 3 exchanges that could be the best is looked at, and there are more of them",
  },
  p95: { name: "  and p95", unit: "µs", grows: "linear", note: "over HTTP beside the floor: bench:quotes" },
} as const;

/** How many assets make at least so many pairs. */
function assetsFor(pairs: number): number {
  return Math.ceil((1 + Math.sqrt(1 + 8 * pairs)) / 2);
}

export const PAIRS: Axis<keyof typeof FIGURES> = {
  what: "listed pairs",
  sizes: [6, 50, 200, 500],
  figures: FIGURES,
  async measure(sizes, at) {
    for (const pairs of sizes) {
      const random = seededRandom(SEED);
      const names = assetsOf(assetsFor(pairs));
      const memory = marketOf(names, pairs * OFFERS_IN_A_PAIR, random);
      const feed = { memory, lag: 0, place: () => ({ state: "live", ledger: 1, closedAt: null }) as const };
      const note = at(pairs);
      const pairAt = (time: number) => memory.pairs[time % memory.pairs.length];
      note(
        "book",
        US *
          (await undisturbedMs(ASKED, (time) => {
            const pair = pairAt(time);
            if (pair) pairContents(memory, pair);
          })),
      );
      const quotes: number[] = [];
      for (let time = -ASKED; time < ASKED; time += 1) {
        const question = aQuestion(names, random);
        const from = performance.now();
        quoteOrNone(() => quotePayment(feed, question, null));
        if (time >= 0) quotes.push((performance.now() - from) * US);
      }
      note("p50", quantile(quotes, 0.5));
      note("p95", quantile(quotes, 0.95));
    }
  },
};

/** That there is no way is an answer as well. */
function quoteOrNone(quote: () => unknown): void {
  try {
    quote();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

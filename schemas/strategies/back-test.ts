import { meet, newBook, type Terms, withWord } from "./book.ts";
import type { Fill } from "./fills.ts";
import type { AnyStrategy, Parameters } from "./player.ts";
import { newReckoning, type Reckoned } from "./reckoning.ts";
import type { Candle, Holding } from "./strategy.ts";

export interface BackTest extends Terms {
  readonly strategy: AnyStrategy;
  readonly parameters: Parameters;
  readonly candles: readonly Candle[];
  readonly begun: Holding;
  /** From this candle on it trades: those before it are shown to warm up; the first one unless told. */
  readonly from?: number;
}

export interface BackTested extends Reckoned {
  readonly fills: readonly Fill[];
  readonly holding: Holding;
}

/**
 * Runs a strategy over candles as it would have run live: it decides when a candle has closed, and what it wants is met in those after it at the earliest. Where a candle
 * is missing nothing is met.
 */
export function backTest({ strategy, parameters, candles, begun, from = 0, ...terms }: BackTest): BackTested {
  const fills: Fill[] = [];
  const note = (fill: Fill): void => void fills.push(fill);
  const player = strategy.play(parameters);
  const reckoning = newReckoning(begun, candles[from], candles.length - from);
  let book = newBook(begun);
  for (const [index, candle] of candles.entries()) {
    if (index < from) {
      player.show(candle, begun);
      continue;
    }
    book = meet(book, candle, terms, note);
    book = withWord(book, player.show(candle, book.holding).intents);
    reckoning.note(candle, book.holding);
  }
  return { fills, holding: book.holding, ...reckoning.end() };
}

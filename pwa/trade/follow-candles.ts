import type { CandleStore } from "#pwa/parts/market-data/candle-store.ts";
import type { CandleRow } from "#schemas/market-data.ts";

interface Follower {
  /** All of them are new. */
  readonly restart: (candles: readonly CandleRow[]) => void;
  /** The last candle as it is by now, or the next one. */
  readonly grow: (candle: CandleRow, isAgain: boolean) => void;
}

/** Tells what a store holds, and then what is new of it, until told to stop: a trade is a candle or two, not thousands. */
export function followCandles(store: CandleStore, { restart, grow }: Follower): () => void {
  let edition = -1;
  let last: CandleRow | undefined;

  function tell(): void {
    const { candles, edition: shown } = store.get();
    const from = last === undefined ? 0 : candles.findLastIndex((candle) => candle[0] === last?.[0]);
    if (shown !== edition || from < 0) restart(candles);
    else for (const candle of candles.slice(from)) grow(candle, candle[0] === last?.[0]);
    edition = shown;
    last = candles.at(-1);
  }

  tell();
  return store.subscribe(tell);
}

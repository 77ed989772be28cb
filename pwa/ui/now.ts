import { createContext, useContext, useSyncExternalStore } from "react";

const TICK_MS = 30_000;

/** The clock (ms since the epoch), given once at the top of the app. */
export const ClockContext = createContext<(() => number) | null>(null);

interface Ticker {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => number;
}

const tickers = new WeakMap<() => number, Ticker>();

/** The current time in ms since the epoch, refreshed every half minute. Throws outside the app's clock. */
export function useNow(): number {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error("useNow needs a ClockContext above it");
  const { subscribe, read } = tickerOf(clock);
  return useSyncExternalStore(subscribe, read, read);
}

/** One timer for all: a list that is scrolled would start and stop hundreds a second. */
function tickerOf(clock: () => number): Ticker {
  const known = tickers.get(clock);
  if (known) return known;
  const listeners = new Set<() => void>();
  let nowMs = clock();
  let timer: ReturnType<typeof setInterval> | undefined;
  const ticker: Ticker = {
    subscribe(listener) {
      listeners.add(listener);
      timer ??= setInterval(() => {
        nowMs = clock();
        for (const each of listeners) each();
      }, TICK_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    read() {
      // Nothing keeps it up to date while nobody listens.
      if (listeners.size === 0 && clock() - nowMs >= TICK_MS) nowMs = clock();
      return nowMs;
    },
  };
  tickers.set(clock, ticker);
  return ticker;
}

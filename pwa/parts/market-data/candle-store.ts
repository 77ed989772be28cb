import { type CandleRow, type CandleSize, type CandlesOutput, SNAPSHOT_TRADES } from "#schemas/market-data.ts";
import { newTrades, withTrades } from "./fold-candles.ts";
import type { KeptCandles } from "./kept-markets.ts";
import type { MarketStore } from "./market-store.ts";

/** A chart's candles, the oldest first. */
export interface CandlePicture {
  readonly candles: readonly CandleRow[];
  readonly hasMore: boolean;
  readonly state: "loading" | "ready" | "kept" | "failed";
  /** When the server told them, in ms since the epoch. */
  readonly seenAtMs: number | null;
  /** Rises when all of them are new, and not only the last. */
  readonly edition: number;
}

export interface CandleStore {
  get(): CandlePicture;
  subscribe(listener: () => void): () => void;
  /** Asks for what is older than the oldest; nothing while that is under way or where there is none. */
  loadEarlier(): void;
  /** Loads the candles and keeps them up to date until told to stop. */
  start(): () => void;
}

export interface CandleParts {
  readonly size: CandleSize;
  readonly market: MarketStore;
  readonly read: (before: number | undefined, signal: AbortSignal) => Promise<CandlesOutput>;
  readonly nowMs: () => number;
  readonly kept: KeptCandles | null;
  readonly keep: (kept: KeptCandles) => void;
}

const RETRY_MS = 5000;

/** The candles of a pair in one size: read once, and grown by the trades that are pushed. */
export function createCandleStore(parts: CandleParts): CandleStore {
  const { size, market, kept } = parts;
  let picture: CandlePicture = {
    candles: kept?.candles ?? [],
    hasMore: false,
    state: kept === null ? "loading" : "kept",
    seenAtMs: kept?.seenAtMs ?? null,
    edition: 0,
  };
  const listeners = new Set<() => void>();
  /** The last trade that is in the candles, and the ledger that they were read at. */
  let counted: { readonly last: string | null; readonly ledger: number } | null = null;
  let stop = new AbortController();
  let isLoading = false;
  let isLoadingEarlier = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function show(changes: Partial<CandlePicture>): void {
    picture = { ...picture, ...changes };
    for (const listener of listeners) listener();
  }

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    clearTimeout(retry);
    const { signal } = stop;
    try {
      const { candles, hasMore, ledger } = await parts.read(undefined, signal);
      if (signal.aborted) return;
      counted = { last: null, ledger };
      const seenAtMs = parts.nowMs();
      show({ candles, hasMore, state: "ready", seenAtMs, edition: picture.edition + 1 });
      parts.keep({ seenAtMs, candles });
    } catch {
      if (signal.aborted) return;
      // What is there stays, with its date.
      if (picture.state === "loading") show({ state: "failed" });
      retry = setTimeout(() => void load(), RETRY_MS);
      return;
    } finally {
      isLoading = false;
    }
    grow();
  }

  /** Adds what was traded since; where too much was missed, all is read again. */
  function grow(): void {
    const { market: shown, flow } = market.get();
    if (shown === null || counted === null || isLoading || (flow !== "live" && flow !== "polled")) return;
    const { trades } = shown;
    const fresh = newTrades(trades, counted.last, counted.ledger, trades.length === SNAPSHOT_TRADES);
    if (fresh === null) {
      counted = null;
      void load();
      return;
    }
    const last = fresh.at(-1);
    if (last === undefined) return;
    counted = { last: last.id, ledger: counted.ledger };
    show({ candles: withTrades(picture.candles, fresh, size), seenAtMs: parts.nowMs() });
  }

  async function loadEarlier(): Promise<void> {
    const [oldest] = picture.candles;
    if (isLoadingEarlier || !picture.hasMore || oldest === undefined) return;
    isLoadingEarlier = true;
    const { signal } = stop;
    try {
      const { candles, hasMore } = await parts.read(oldest[0], signal);
      if (signal.aborted || picture.candles[0] !== oldest) return;
      show({ candles: [...candles, ...picture.candles], hasMore, edition: picture.edition + 1 });
    } catch {
      // Asked for again as soon as somebody goes there again.
      return;
    } finally {
      isLoadingEarlier = false;
    }
  }

  return {
    get: () => picture,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    loadEarlier: () => void loadEarlier(),
    start() {
      stop = new AbortController();
      isLoading = false;
      isLoadingEarlier = false;
      void load();
      const leave = market.subscribe(grow, "candles");
      return () => {
        leave();
        clearTimeout(retry);
        stop.abort();
        if (picture.state === "ready" && picture.seenAtMs !== null)
          parts.keep({ seenAtMs: picture.seenAtMs, candles: picture.candles });
      };
    },
  };
}

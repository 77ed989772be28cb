import type { MarketSnapshot } from "#schemas/market-data.ts";

/** A pair as it is shown: `live` while changes come in, `polled` where it is asked for again and again, else as last seen. */
export interface MarketPicture {
  readonly market: MarketSnapshot | null;
  readonly flow: "live" | "polled" | "waiting" | "still";
  /** When the server last told something of it, in ms since the epoch; null where it never did. */
  readonly seenAtMs: number | null;
  /** Why it cannot be watched, for a person; null while nothing is known to be wrong. */
  readonly problem: string | null;
}

/** What is known of a pair, outside of React: however often it changes, it is shown once for each frame that is drawn. */
export interface MarketStore {
  /** As it is shown. */
  get(): MarketPicture;
  /** As it is known, which may be shown only with the next frame. */
  latest(): MarketPicture;
  subscribe(listener: () => void): () => void;
  change(changes: Partial<MarketPicture>): void;
}

type NextFrame = (draw: () => void) => void;
const nextFrame: NextFrame = (draw) => void requestAnimationFrame(draw);

export function createMarketStore(first: MarketPicture, onFrame: NextFrame = nextFrame): MarketStore {
  let known = first;
  let shown = first;
  let isAsked = false;
  const listeners = new Set<() => void>();

  function draw(): void {
    isAsked = false;
    if (shown === known) return;
    shown = known;
    for (const listener of listeners) listener();
  }

  return {
    get: () => shown,
    latest: () => known,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(changes) {
      known = { ...known, ...changes };
      if (isAsked) return;
      isAsked = true;
      onFrame(draw);
    },
  };
}

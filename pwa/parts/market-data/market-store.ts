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

/**
 * What draws itself anew together. Each frame is one of them: at once they would hold up a slow phone, and of figures, trades and
 * candles nobody reads more than a few a second.
 */
export type Lane = "book" | "tape" | "figures" | "candles";
/** How long each rests between two drawings, in ms. */
const RESTS_MS: Readonly<Record<Lane, number>> = { book: 0, tape: 150, figures: 250, candles: 250 };
const LANES: readonly Lane[] = ["book", "tape", "figures", "candles"];
/** Told in one frame, a chart draws its canvas in the next. */
const TAKES_NEXT_FRAME: ReadonlySet<Lane> = new Set(["candles"]);

/** What is known of a pair, outside of React: however often it changes, at most one part is drawn anew in a frame. */
export interface MarketStore {
  /** As it is shown. */
  get(): MarketPicture;
  /** As it is known, which may be shown only with a later frame. */
  latest(): MarketPicture;
  subscribe(listener: () => void, lane: Lane): () => void;
  change(changes: Partial<MarketPicture>): void;
}

/** `draw` is told the time of the frame, in ms of any clock. */
type NextFrame = (draw: (atMs: number) => void) => void;
const nextFrame: NextFrame = (draw) => void requestAnimationFrame(draw);
type Later = (ask: () => void, ms: number) => void;
const later: Later = (ask, ms) => void setTimeout(ask, ms);

interface LaneState {
  readonly listeners: Set<() => void>;
  drawnAtMs: number;
  /** What it drew last. */
  drawn: MarketPicture;
}

export function createMarketStore(
  first: MarketPicture,
  onFrame: NextFrame = nextFrame,
  wait: Later = later,
): MarketStore {
  let known = first;
  let shown = first;
  let isAsked = false;
  /** When the next frame is asked for, by the frames' clock. */
  let wakesAtMs = Infinity;
  const begin = (): LaneState => ({ listeners: new Set(), drawnAtMs: -Infinity, drawn: first });
  const lanes: Readonly<Record<Lane, LaneState>> = { book: begin(), tape: begin(), figures: begin(), candles: begin() };

  function ask(): void {
    if (isAsked) return;
    isAsked = true;
    onFrame(draw);
  }

  /** Even a frame in which nothing is drawn has the browser lay out and hand over the page. */
  function askAt(dueMs: number, nowMs: number): void {
    if (dueMs <= nowMs) return ask();
    // Whoever comes up sooner than what is waited for goes before it.
    if (dueMs >= wakesAtMs) return;
    wakesAtMs = dueMs;
    wait(() => {
      if (wakesAtMs !== dueMs) return;
      wakesAtMs = Infinity;
      ask();
    }, dueMs - nowMs);
  }

  function dueOf(lane: Lane): number {
    return lanes[lane].drawnAtMs + RESTS_MS[lane];
  }

  function behind(): Lane[] {
    return LANES.filter((lane) => lanes[lane].drawn !== known && lanes[lane].listeners.size > 0);
  }

  function askForMore(atMs: number): void {
    isAsked = false;
    const due = behind().map(dueOf);
    if (due.length > 0) askAt(Math.min(...due), atMs);
  }

  function draw(atMs: number): void {
    isAsked = false;
    shown = known;
    // Whoever waited longest; the book moves on in the frames between.
    const [next] = behind()
      .filter((lane) => dueOf(lane) <= atMs)
      .toSorted((left, right) => lanes[left].drawnAtMs - lanes[right].drawnAtMs);
    if (next === undefined) return askForMore(atMs);
    lanes[next].drawn = shown;
    lanes[next].drawnAtMs = atMs;
    for (const listener of lanes[next].listeners) listener();
    if (!TAKES_NEXT_FRAME.has(next)) return askForMore(atMs);
    if (isAsked) return;
    isAsked = true;
    onFrame(askForMore);
  }

  return {
    get: () => shown,
    latest: () => known,
    subscribe(listener, lane) {
      const { listeners } = lanes[lane];
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(changes) {
      known = { ...known, ...changes };
      ask();
    },
  };
}

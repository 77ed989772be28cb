import type { WindowedSource, RowChange } from "#pwa/parts/history/history.ts";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { type Entry, entriesOf } from "./entries.ts";

/** What is known of the account's movements so far; a new object with every change. */
export interface JournalView {
  /** Entries in pieces, the oldest piece first, without a gap from `floorMs` to now. */
  readonly pieces: readonly (readonly Entry[])[];
  /** From when on everything is there. */
  readonly floorMs: number;
  /** Whether there is nothing older. */
  readonly isComplete: boolean;
  readonly rowsRead: number;
  /** Rows on the device. */
  readonly total: number;
  readonly problem: string | null;
}

export interface Journal {
  view(): JournalView;
  subscribe(listener: () => void): () => void;
  /** Reads on until everything from `fromMs` on is there. Calls while one runs move its goal back. */
  want(fromMs: number): Promise<void>;
  close(): void;
}

interface Piece {
  readonly fromMs: number;
  readonly toMs: number;
  readonly rows: number;
  readonly entries: readonly Entry[];
}

/** Rows to read at once: so few that no frame is lost to them. */
const WINDOW_ROWS = 400;
const HOUR_MS = 3_600_000;
/** The newest piece takes in all that is still to come. */
const END_MS = Date.UTC(9999, 0);
/** A first sync writes thousands of rows in many steps; what it touches is read again once, when it has paused. */
const SETTLE_MS = 400;
/** Screens hear no more often how far a reading is: each time costs them a frame. */
const TELL_EVERY_MS = 200;

/**
 * Reads the history downward in windows of time and keeps no more of it than its entries: 100,000 rows are some megabytes.
 * What changes later is read again, by the windows that it lies in.
 */
export function openJournal(source: WindowedSource, ownAddress: string | undefined, nowMs: () => number): Journal {
  let pieces: readonly Piece[] = [];
  const reach = { floorMs: END_MS, goalMs: Number.POSITIVE_INFINITY };
  let state: Pick<JournalView, "isComplete" | "total" | "problem"> = { isComplete: false, total: 0, problem: null };
  let current: JournalView = { pieces: [], floorMs: END_MS, rowsRead: 0, ...state };
  let reading: Promise<void> | null = null;
  const life = { isClosed: false };
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Pieces that changed, with how many rows of each were written. */
  const stale = new Map<Piece, number>();
  /** What was written while a window was being read: the answer may or may not have held it. */
  let during: RowChange[] = [];
  const listeners = new Set<() => void>();

  function show(change: Partial<typeof state>): void {
    if (life.isClosed) return;
    state = { ...state, ...change };
    const rowsRead = pieces.reduce((sum, piece) => sum + piece.rows, 0);
    const total = Math.max(state.total, rowsRead);
    current = { pieces: pieces.map(({ entries }) => entries), floorMs: reach.floorMs, rowsRead, ...state, total };
    toldAtMs = performance.now();
    for (const listener of listeners) listener();
  }

  function showProgress(): void {
    if (performance.now() - toldAtMs >= TELL_EVERY_MS) show({});
  }

  /** Reads a span downward in windows that follow the density of what is found; `take` says whether to go on. */
  async function readSpan(
    fromMs: number,
    toMs: number,
    expected: number,
    take: (piece: Piece) => boolean,
  ): Promise<void> {
    let topMs = toMs;
    const startMs = () => Math.min(topMs, nowMs());
    let spanMs = Math.max(HOUR_MS, ((startMs() - fromMs) / Math.max(1, expected)) * WINDOW_ROWS);
    while (!life.isClosed && topMs > fromMs) {
      const bottomMs = Math.max(fromMs, Math.floor(startMs() - spanMs));
      during = [];
      const rows = await source.rowsBetween(new Date(bottomMs).toISOString(), new Date(topMs).toISOString());
      const entries = entriesOf(rows, ownAddress);
      if (!take({ fromMs: bottomMs, toMs: topMs, rows: rows.length, entries })) return;
      topMs = bottomMs;
      spanMs = nextSpan(spanMs, rows.length);
      await pause();
    }
  }

  async function readOn(): Promise<void> {
    await readStale();
    const [total, oldest] = await Promise.all([source.count(), source.oldest()]);
    show({ total, problem: null });
    const oldestMs = oldest === null ? END_MS : Date.parse(oldest);
    if (reach.floorMs > reach.goalMs && reach.floorMs > oldestMs)
      await readSpan(oldestMs, reach.floorMs, total, (piece) => {
        pieces = [piece, ...pieces];
        reach.floorMs = piece.fromMs;
        for (const { row } of during) if (touchedBy(row, [piece]).length > 0) stale.set(piece, 1);
        showProgress();
        return reach.floorMs > reach.goalMs;
      });
    show({ isComplete: reach.floorMs <= oldestMs });
  }

  async function readStale(): Promise<void> {
    for (let next = firstOf(stale); next !== null && !life.isClosed; next = firstOf(stale)) {
      const [piece, written] = next;
      const fresh: Piece[] = [];
      await readSpan(piece.fromMs, piece.toMs, piece.rows + written, (part) => fresh.unshift(part) > 0);
      pieces = pieces.flatMap((one) => (one === piece ? fresh : [one]));
      // While it was read it may have changed again.
      const again = (stale.get(piece) ?? 0) - written;
      stale.delete(piece);
      if (again > 0) for (const part of fresh) stale.set(part, again);
      showProgress();
    }
  }

  function read(): Promise<void> {
    reading ??= readOn()
      .catch((error: unknown) => show({ problem: error instanceof Error ? error.message : String(error) }))
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  function takeIn(changes: readonly RowChange[]): void {
    during.push(...changes);
    for (const { row } of changes) {
      for (const piece of touchedBy(row, pieces)) stale.set(piece, (stale.get(piece) ?? 0) + 1);
      if (row !== null && Date.parse(row.timestamp) < reach.floorMs) state = { ...state, isComplete: false };
    }
    clearTimeout(timer);
    // A reading under way may have passed what was written.
    timer = setTimeout(() => void (reading ?? Promise.resolve()).then(read), SETTLE_MS);
  }

  const stop = source.watch(takeIn);
  return {
    view: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want: async (fromMs) => {
      reach.goalMs = Math.min(reach.goalMs, fromMs);
      do await read();
      while (!life.isClosed && !state.isComplete && reach.floorMs > reach.goalMs && state.problem === null);
    },
    close: () => {
      life.isClosed = true;
      clearTimeout(timer);
      stop();
      listeners.clear();
    },
  };
}

function firstOf(stale: ReadonlyMap<Piece, number>): readonly [Piece, number] | null {
  for (const entry of stale) return entry;
  return null;
}

/** Which pieces a changed row lies in: of one that is gone nobody knows, so all. */
function touchedBy(row: MovementRow | null, pieces: readonly Piece[]): readonly Piece[] {
  if (row === null) return pieces;
  const atMs = Date.parse(row.timestamp);
  return pieces.filter(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);
}

function nextSpan(spanMs: number, found: number): number {
  const factor = Math.min(3, Math.max(1 / 8, WINDOW_ROWS / Math.max(1, found)));
  return Math.max(1, spanMs * factor);
}

/** Lets the page answer taps and draw before the next window. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

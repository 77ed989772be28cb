import type { MovementRow } from "./movement.ts";
import { compareNewestFirst } from "./movement.ts";

/** Movements by windows of time, half-open, `[from, to)`, in UTC texts. */
export interface WindowedSource {
  rowsBetween(from: string, to: string): Promise<readonly MovementRow[]>;
  count(): Promise<number>;
  /** Time of the oldest row, null where there is none. */
  oldest(): Promise<string | null>;
  /** Calls back with what is written and removed; gives the way to stop. */
  watch(onChanges: (changes: readonly RowChange[]) => void): () => void;
}

/** Where the history comes from. */
export interface HistorySource extends WindowedSource {
  /** The newest so many, the newest first. */
  newest(limit: number): Promise<readonly MovementRow[]>;
}

/** A row as it is now; null once it is gone. */
export interface RowChange {
  readonly uid: string;
  readonly row: MovementRow | null;
}

/** What is known of the history so far; a new object with every change. */
export interface HistoryView {
  /** Newest first, without a gap from the newest down. */
  readonly rows: readonly MovementRow[];
  /** As long as it stays the same, `rows` has only grown at its end. */
  readonly edition: number;
  /** Rows on the device, at least `rows.length`; null until they are counted. */
  readonly total: number | null;
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  readonly problem: string | null;
}

export interface History {
  view(): HistoryView;
  subscribe(listener: () => void): () => void;
  /** Reads on until `count` rows are there or the history ends. Calls while one runs raise its goal. */
  want(count: number): Promise<void>;
  close(): void;
}

/** Rows to aim at per window: a slow device reads, sorts and filters them between two frames. */
const WINDOW_ROWS = 250;
/** A long reading is shown this often, in ms: drawing the screen anew for every window would take longer than the reading. */
const SHOW_EVERY_MS = 120;
const HOUR_MS = 3_600_000;
/** Rows may carry a ledger time a little ahead of this device's clock. */
const AHEAD_MS = 24 * HOUR_MS;

/**
 * Keeps the newest part of the history in memory and extends it downward on demand. The device's database can walk an
 * index upward only, so it is read in windows of time whose width follows the density of what was found; only the very
 * newest are read from the index's end. All are counted after these are shown: meanwhile the database does nothing else.
 */
export function openHistory(source: HistorySource, now: () => Date): History {
  let rows: MovementRow[] = [];
  let floor = new Date(now().getTime() + AHEAD_MS).toISOString();
  let spanMs = HOUR_MS;
  let hasBegun = false;
  let edition = 0;
  const known = new Set<string>();
  let state: Omit<HistoryView, "rows" | "edition"> = { total: null, isComplete: false, isLoading: true, problem: null };
  let current: HistoryView = { rows, edition, ...state };
  let goal = 0;
  let reading: Promise<void> | null = null;
  let isClosed = false;
  let pending: RowChange[] | null = null;
  let counting: "no" | "yes" | "again" = "no";
  const listeners = new Set<() => void>();

  function show(change: Partial<typeof state>): void {
    if (isClosed) return;
    state = { ...state, ...change };
    const total = state.isComplete ? rows.length : state.total && Math.max(state.total, rows.length);
    current = { rows, edition, ...state, total };
    for (const listener of listeners) listener();
  }

  function takeIn(changes: readonly RowChange[]): void {
    rows = merge(rows, changes);
    edition += 1;
    for (const { uid, row } of changes) if (row === null) known.delete(uid);
    for (const { uid, row } of changes) if (row !== null) known.add(uid);
  }

  /** Takes in a window below all that is there. */
  function append(found: readonly MovementRow[]): void {
    if (found.some(({ uid }) => known.has(uid))) return takeIn(found.map((row) => ({ uid: row.uid, row })));
    rows = rows.concat([...found].sort(compareNewestFirst));
    for (const { uid } of found) known.add(uid);
  }

  async function read(): Promise<void> {
    pending = [];
    show({ isLoading: true, problem: null });
    if (!hasBegun) await readNewest();
    let shownAtMs = performance.now();
    let oldest: string | null = null;
    while (mustReadOn()) {
      oldest ??= await source.oldest();
      const from = oldest === null ? floor : later(new Date(Date.parse(floor) - spanMs).toISOString(), oldest);
      const found = await source.rowsBetween(from, floor);
      append(found);
      floor = from;
      const isComplete = oldest === null || from <= oldest;
      settle(isComplete);
      if (isComplete || performance.now() - shownAtMs > SHOW_EVERY_MS) {
        show({ isComplete });
        shownAtMs = performance.now();
      }
      spanMs = nextSpan(spanMs, found.length);
    }
    finish({});
  }

  async function readNewest(): Promise<void> {
    const limit = Math.max(1, Math.min(goal, WINDOW_ROWS));
    const found = await source.newest(limit);
    const last = found.at(-1)?.timestamp;
    const isComplete = last === undefined || found.length < limit;
    // Of the last one's time there may be more, which the first window finds.
    const whole = isComplete ? found : found.filter(({ timestamp }) => timestamp > last);
    append(whole);
    if (!isComplete) {
      floor = new Date(Date.parse(last) + 1).toISOString();
      spanMs = spanFor(found[0]?.timestamp ?? last, last, found.length);
    }
    hasBegun = true;
    settle(isComplete);
    show({ isComplete });
    if (!isComplete) recount();
  }

  /** One counting at a time; what changes meanwhile is counted by another. */
  function recount(): void {
    if (counting !== "no" || isClosed) {
      if (counting === "yes") counting = "again";
      return;
    }
    counting = "yes";
    source
      .count()
      .then(
        (total) => show({ total }),
        (error: unknown) => show({ problem: sentenceOf(error) }),
      )
      .finally(() => {
        const isAgain = counting === "again";
        counting = "no";
        if (isAgain && !state.isComplete) recount();
      });
  }

  /** From here on changes are taken in as they come; nothing may await between the last settling and this. */
  function finish(change: { problem?: string }): void {
    settle(state.isComplete);
    pending = null;
    // Whoever is shown the end may want more at once, and that is to be read.
    reading = null;
    show({ isLoading: false, ...change });
  }

  function mustReadOn(): boolean {
    return !isClosed && rows.length < goal && !state.isComplete;
  }

  /** Takes in what was written while a window was being read: the answer may or may not have held it. */
  function settle(isComplete: boolean): void {
    const within = (pending ?? []).filter((change) => isWithin(change, isComplete));
    if (within.length > 0) takeIn(within);
  }

  function isWithin({ row }: RowChange, isComplete: boolean): boolean {
    return row === null || isComplete || row.timestamp >= floor;
  }

  const stop = source.watch((changed) => {
    if (pending !== null) {
      pending.push(...changed);
      return;
    }
    const within = changed.filter((change) => isWithin(change, state.isComplete));
    if (within.length > 0) takeIn(within);
    show({});
    if (!state.isComplete) recount();
  });

  return {
    view: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want: async (count) => {
      goal = Math.max(goal, count);
      if (state.isComplete || isClosed || (rows.length >= goal && reading === null)) return;
      reading ??= read().catch((error: unknown) => finish({ problem: sentenceOf(error) }));
      await reading;
    },
    close: () => {
      isClosed = true;
      stop();
      listeners.clear();
    },
  };
}

/** Joins changes, the later ones winning, into a sorted list. */
export function merge(rows: readonly MovementRow[], changes: readonly RowChange[]): MovementRow[] {
  const latest = new Map(changes.map((change) => [change.uid, change.row]));
  const kept = rows.filter((row) => !latest.has(row.uid));
  const added = [...latest.values()].filter((row) => row !== null).sort(compareNewestFirst);
  const merged: MovementRow[] = [];
  let next = 0;
  for (const row of kept) {
    for (
      let candidate = added[next];
      candidate !== undefined && compareNewestFirst(candidate, row) < 0;
      candidate = added[next]
    ) {
      merged.push(candidate);
      next += 1;
    }
    merged.push(row);
  }
  return merged.concat(added.slice(next));
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function spanFor(newest: string, oldest: string, count: number): number {
  return Math.max(1, Math.round(((Date.parse(newest) - Date.parse(oldest)) / count) * WINDOW_ROWS));
}

function nextSpan(spanMs: number, found: number): number {
  const factor = Math.min(8, Math.max(1 / 8, WINDOW_ROWS / Math.max(1, found)));
  return Math.max(1, Math.round(spanMs * factor));
}

function later(left: string, right: string): string {
  return left > right ? left : right;
}

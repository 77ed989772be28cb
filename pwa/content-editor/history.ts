/** Edits of one kind that follow each other within this are one step back. */
const TOGETHER_MS = 1200;

/** What was, is and was taken back of something that never changes itself: each edit makes another one of it. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** What the last edit was of, while the next one of the same may join it. */
  readonly open: { readonly of: string; readonly atMs: number } | null;
}

export interface Edit {
  /** What is typed into; null for what is a step of its own, such as a move. */
  readonly of: string | null;
  readonly atMs: number;
}

export function beginHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], open: null };
}

/** What is typed into one place without a pause is one step. An edit that changes nothing is none. */
export function edited<Value>(history: History<Value>, next: Value, { of, atMs }: Edit): History<Value> {
  const { past, present, open } = history;
  if (Object.is(next, present)) return history;
  const joins = of !== null && open?.of === of && atMs - open.atMs <= TOGETHER_MS;
  return {
    past: joins ? past : [...past, present],
    present: next,
    future: [],
    open: of === null ? null : { of, atMs },
  };
}

export function undone<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history;
  const former = past.at(-1);
  if (former === undefined) return history;
  return { past: past.slice(0, -1), present: former, future: [present, ...future], open: null };
}

export function redone<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history;
  const [next, ...later] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: later, open: null };
}

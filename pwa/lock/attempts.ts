import type { LockRecord } from "./lock-record.ts";

/** After so many wrong PINs in a row everything is removed from this device. */
export const MAX_FAILURES = 10;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** How long the next try has to wait after so many wrong ones; the first ones are slips of the finger. */
const WAITS_MS: readonly number[] = [
  0,
  0,
  0,
  5 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
];

type Counted = Pick<LockRecord, "failures" | "notBeforeMs">;

/** How long a try has to wait. A clock that was set back makes nobody wait longer than the wait there is. */
export function waitMs({ failures, notBeforeMs }: Counted, nowMs: number): number {
  return Math.max(0, Math.min(notBeforeMs - nowMs, waitAfter(failures)));
}

/** The count with one more wrong PIN. Written before a try, so that it counts whatever becomes of the page. */
export function counted({ failures }: Counted, nowMs: number): Counted {
  return { failures: failures + 1, notBeforeMs: nowMs + waitAfter(failures + 1) };
}

export function attemptsLeft({ failures }: Counted): number {
  return Math.max(0, MAX_FAILURES - failures);
}

function waitAfter(failures: number): number {
  return WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0;
}

/** Before anything is known: about every live network's. */
const FIRST_INTERVAL_MS = 1000;
const SHORTEST_INTERVAL_MS = 100;
const LONGEST_INTERVAL_MS = 10_000;
/** Ledgers come early or late by so much of an interval. */
const LEAD = 0.15;
const SHORTEST_STEP_MS = 20;
const LONGEST_STEP_MS = 1000;
/** Looks within one interval while the next ledger is due. */
const LOOKS = 20;

/**
 * When to look for the next ledger: not at all while none can be there, and often once it is due, so that it is seen at once
 * and a network with slow ledgers is not asked more than one with quick ones. Times are of a monotonic clock.
 */
export class Pace {
  #intervalMs = FIRST_INTERVAL_MS;
  #seen: { readonly ledger: number; readonly atMs: number } | null = null;

  /** The newest ledger that was seen by now. */
  note(ledger: number, nowMs: number): void {
    if (this.#seen && ledger <= this.#seen.ledger) return;
    if (this.#seen) {
      const measuredMs = (nowMs - this.#seen.atMs) / (ledger - this.#seen.ledger);
      const bounded = Math.min(LONGEST_INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, measuredMs));
      this.#intervalMs += (bounded - this.#intervalMs) / 4;
    }
    this.#seen = { ledger, atMs: nowMs };
  }

  pauseMs(nowMs: number): number {
    const stepMs = Math.max(SHORTEST_STEP_MS, this.#intervalMs / LOOKS);
    if (!this.#seen) return stepMs;
    const dueMs = this.#seen.atMs + this.#intervalMs * (1 - LEAD) - nowMs;
    if (dueMs > 0) return dueMs;
    // A network that stands still is asked less and less.
    return Math.min(LONGEST_STEP_MS, Math.max(stepMs, (-dueMs - 2 * this.#intervalMs) / 4));
  }
}

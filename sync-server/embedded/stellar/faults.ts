import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Each ledger of a lag is kept open as it was. */
const MAX_LAG = 100;
/** A timer that is told to wait longer does not wait at all. */
const MAX_DELAY_MS = 2_147_483_647;

/** The faults a test can ask for; what is left out is switched off. */
export const FaultSettings = v.strictObject({
  /** Milliseconds that every answer waits. */
  delay: v.optional(v.pipe(Count, v.maxValue(MAX_DELAY_MS)), 0),
  /** How many of the next requests are cut off unanswered. */
  drop: v.optional(Count, 0),
  /** How many of the next submissions are accepted but answered with a time-out. */
  "accept-then-504": v.optional(Count, 0),
  /** How many ledgers the answers fall behind: they stay as they are until so many more have closed. */
  lag: v.optional(v.pipe(Count, v.maxValue(MAX_LAG)), 0),
  /** How many of the next look-ups of a transaction find nothing. */
  "not-found": v.optional(Count, 0),
});

export type FaultSettings = v.InferOutput<typeof FaultSettings>;

const NONE: FaultSettings = { delay: 0, drop: 0, "accept-then-504": 0, lag: 0, "not-found": 0 };

/** Faults played to clients, so that they can be tested against a network that misbehaves. */
export class Faults {
  /** Emits "set" after other faults were asked for. */
  readonly events = new EventEmitter<{ set: [] }>();
  #left: FaultSettings;

  constructor(settings: FaultSettings = NONE) {
    this.#left = settings;
  }

  get settings(): FaultSettings {
    return this.#left;
  }

  get lag(): number {
    return this.#left.lag;
  }

  set(settings: FaultSettings): void {
    this.#left = settings;
    this.events.emit("set");
  }

  async delay(): Promise<void> {
    if (this.#left.delay > 0) await sleep(this.#left.delay);
  }

  drops(): boolean {
    return this.#useUp("drop");
  }

  timesOut(): boolean {
    return this.#useUp("accept-then-504");
  }

  hides(): boolean {
    return this.#useUp("not-found");
  }

  #useUp(fault: "drop" | "accept-then-504" | "not-found"): boolean {
    const left = this.#left[fault];
    if (left === 0) return false;
    this.#left = { ...this.#left, [fault]: left - 1 };
    return true;
  }
}

import { MongoError } from "#server/embedded/mongo/error.ts";

const CHECKED_EVERY = 16;

/** The time one operation may take: what it spends working, over all of its batches. */
export class TimeLimit {
  private readonly limitMs: number;
  private readonly now: () => number;
  private spentMs = 0;
  private startedAt: number;
  private steps = 0;

  /** Runs from now on. `now` is a clock in milliseconds that never goes back. */
  constructor(limitMs: number, now: () => number) {
    this.limitMs = limitMs;
    this.now = now;
    this.startedAt = now();
  }

  /** Between two batches the client's own time passes. */
  pause(): void {
    this.spentMs += this.now() - this.startedAt;
  }

  resume(): void {
    this.startedAt = this.now();
  }

  /** To be called at every step of the work; throws MaxTimeMSExpired once the time is up. */
  check(): void {
    this.steps += 1;
    if (this.steps % CHECKED_EVERY !== 0) return;
    if (this.spentMs + this.now() - this.startedAt > this.limitMs)
      throw new MongoError("MaxTimeMSExpired", "operation exceeded time limit");
  }
}

import { AppError } from "#schemas/errors.ts";

/** Messages a device may send at once, and how many more each second: a first sync of 10,000 rows takes about twenty. */
const BURST = 120;
const PER_SECOND = 20;

/** Counts one socket's messages; the answer throws `sync-too-many`. */
export function limitMessages(nowMs: () => number): () => void {
  let left = BURST;
  let countedAtMs = nowMs();
  return () => {
    const atMs = nowMs();
    left = Math.min(BURST, left + (Math.max(0, atMs - countedAtMs) / 1000) * PER_SECOND);
    countedAtMs = atMs;
    if (left < 1) throw new AppError("sync-too-many");
    left -= 1;
  };
}

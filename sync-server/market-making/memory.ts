import type { PoolDocument } from "./store.ts";

/** What a process remembers of a pool from one look to the next; nothing that it could not do without. */
export interface PoolMemory {
  /** Of which start it is, in ms since the epoch; 0 before the first. */
  readonly startedAtMs: number;
  /** When its market was last known as of then, in ms of the process's own clock. */
  seenAtMs: number;
  /** What it found nothing to do about: the ledgers that were known, and the pool as it was; empty where there was something. */
  restedAt: string;
  /** When its row was last written for nothing but a price. */
  toldAtMs: number;
  /** The most it was worth since its start, in stroops of quote. */
  peak: bigint;
}
export type Memory = Map<number, PoolMemory>;

/** What is remembered of a pool since its last start. */
export function memoryOf(memory: Memory, { id, startedAt, peakWorth }: PoolDocument): PoolMemory {
  const startedAtMs = startedAt?.getTime() ?? 0;
  const known = memory.get(id);
  if (known?.startedAtMs === startedAtMs) return known;
  const fresh = {
    startedAtMs,
    seenAtMs: performance.now(),
    restedAt: "",
    toldAtMs: Number.NEGATIVE_INFINITY,
    peak: BigInt(peakWorth),
  };
  memory.set(id, fresh);
  return fresh;
}

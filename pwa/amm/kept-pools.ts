import * as v from "valibot";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { PoolsOutput } from "#schemas/market-data.ts";

const POOLS_KEY = "astrolabe.pools";
const Kept = v.object({ userId: v.number(), readAtMs: v.number(), answer: PoolsOutput });

export interface KeptPools {
  /** When the server told it. */
  readonly readAtMs: number;
  readonly answer: PoolsOutput;
}

/** The pools as this device was last told of them: those that its user has a share of. */
export function readKeptPools(userId: number): KeptPools | null {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readStored(POOLS_KEY));
  return stored.success && stored.output.userId === userId ? stored.output : null;
}

/** Keeps the pools of `own` (their ids): storage is small, and offline nobody looks for others. */
export function keepPools(userId: number, { readAtMs, answer }: KeptPools, own: ReadonlySet<string>): void {
  const pools = answer.pools.filter(({ poolId }) => own.has(poolId));
  writeStored(POOLS_KEY, JSON.stringify({ userId, readAtMs, answer: { ...answer, pools } }));
}

import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { PoolsOutput } from "#schemas/market-data.ts";

const POOLS_KEY = "astrolabe.pools";
const Kept = v.object({ readAtMs: v.number(), answer: PoolsOutput });

export interface KeptPools {
  /** When the server told it. */
  readonly readAtMs: number;
  readonly answer: PoolsOutput;
}

/** The pools as this device was last told of them: those that its user has a share of. */
export function readKeptPools(userId: number): KeptPools | null {
  return keptText(POOLS_KEY, Kept, userId).read();
}

/**
 * Keeps the pools of `own` (their ids): storage is small, and offline nobody looks for others. What a server tells while its
 * markets are being read in is nothing, and takes the place of nothing.
 */
export function keepPools(userId: number, { readAtMs, answer }: KeptPools, own: ReadonlySet<string>): void {
  if (answer.state === "building") return;
  const pools = answer.pools.filter(({ poolId }) => own.has(poolId));
  keptText(POOLS_KEY, Kept, userId).keep({ readAtMs, answer: { ...answer, pools } });
}

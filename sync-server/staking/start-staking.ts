import type { Runtime } from "#server/platform/http/runtime.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { writeDailyRewards } from "./daily-rewards.ts";
import { keepLines } from "./keep-lines.ts";
import { settleStakes } from "./settle-stakes.ts";
import { ledgerTime } from "#server/wallet/index.ts";
import { tellRates, tellUnlocked } from "./tell-stakers.ts";
import { stakeCollection, offerCollection } from "./store.ts";

const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

export interface StakingJobs {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly leases: Leases;
  /** Says that a submission was made. */
  readonly onSubmitted: () => void;
}

/**
 * Carries stakes on, and writes what they earned once a day, each in one process at a time. Unfenced are only marks of how far a run
 * came: what is written again changes nothing.
 */
export function startStaking({ runtime, network, leases, onSubmitted }: StakingJobs): { stop(): Promise<void> } {
  const pauses = { failurePauseMs: FAILURE_PAUSE_MS, longestPauseMs: LONGEST_PAUSE_MS };
  const settling = startLeasedLoop({
    name: "stakes",
    runtime,
    leases,
    ...pauses,
    wakeGapMs: PAUSE_MS,
    wakes: [stakeCollection(runtime.database).collectionName, offerCollection(runtime.database).collectionName],
    run: async (fenced, signal) => {
      const open = await settleStakes(fenced, network, signal);
      if (await keepLines(fenced, network)) onSubmitted();
      return open > 0 ? PAUSE_MS : REST_MS;
    },
  });
  const rewarding = startLeasedLoop({
    name: "stake-rewards",
    runtime,
    leases,
    ...pauses,
    wakeGapMs: PAUSE_MS,
    wakes: [offerCollection(runtime.database).collectionName],
    run: async (fenced, signal) => {
      const now = await ledgerTime(network);
      await writeDailyRewards(fenced, now, signal);
      await tellUnlocked(fenced, now, signal);
      await tellRates(fenced, signal);
      return REST_MS;
    },
  });
  const loops: readonly Loop[] = [settling, rewarding];
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

import type { Runtime } from "#server/platform/http/runtime.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { ledgerTime } from "#server/wallet/index.ts";
import { bookEvents, priceRewards } from "./book-rewards.ts";
import { payRun } from "./pay-run.ts";
import { releaseRewards } from "./rewards.ts";
import { followSchedule } from "./runs.ts";
import { settlePayouts } from "./settle-payouts.ts";
import { tellPrograms } from "./tell-programs.ts";
import { programCollection, termsCollection } from "./store.ts";
import { hasProgram } from "./has-program.ts";

const PAUSE_MS = 2000;
const TOLD_AT_ONCE = 100;
const TOLD_BESIDE_PAYING = 5;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

export interface AffiliateJobs {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly leases: Leases;
  /** Says that a payment was begun. */
  readonly onSubmitted: () => void;
}

/**
 * Books rewards, has them be payable, pays them and tells of them, in one process at a time. Unfenced are only marks of what was looked at: what is looked at again changes nothing.
 */
export function startAffiliate({ runtime, network, leases, onSubmitted }: AffiliateJobs): Loop {
  return startLeasedLoop({
    name: "affiliate",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [termsCollection(runtime.database).collectionName, programCollection(runtime.database).collectionName],
    run: async (fenced, signal) => {
      if (!(await hasProgram(fenced))) return REST_MS;
      const now = new Date((await ledgerTime(network)) * 1000);
      await bookEvents(fenced, signal);
      await priceRewards(fenced, signal);
      await releaseRewards(fenced, now, signal);
      await settlePayouts(fenced, signal);
      await followSchedule(fenced, now);
      const { isBegun, hasMore } = await payRun(fenced, network, signal);
      if (isBegun) onSubmitted();
      // Sums can wait for payouts.
      await tellPrograms(fenced, signal, hasMore ? TOLD_BESIDE_PAYING : TOLD_AT_ONCE);
      return hasMore ? 0 : PAUSE_MS;
    },
  });
}

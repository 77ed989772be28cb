import type { Runtime } from "#server/platform/http/runtime.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { creditDeposits } from "./credit-deposits.ts";
import { depositCollection } from "./store.ts";

const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

async function isAnyOpen({ database }: Runtime): Promise<boolean> {
  const open = { status: { $in: ["approved", "crediting"] as const } };
  return (await depositCollection(database).findOne(open, { projection: { _id: 1 } })) !== null;
}

/**
 * Credits deposits, in one process at a time. `onSubmitted` says that a payment was begun. Unfenced is only the settling of
 * a deposit whose payment has ended, which happens once, from the state that it was read in.
 */
export function startCrediting(
  runtime: Runtime,
  leases: Leases,
  network: StellarNetwork,
  onSubmitted: () => void,
): Loop {
  return startLeasedLoop({
    name: "crediting",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [depositCollection(runtime.database).collectionName],
    run: async (fenced) => {
      if (await creditDeposits(fenced, network)) onSubmitted();
      return (await isAnyOpen(fenced)) ? PAUSE_MS : REST_MS;
    },
  });
}

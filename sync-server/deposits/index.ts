import type { Runtime } from "#server/platform/http/runtime.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { creditDeposits } from "./credit-deposits.ts";

export { registerDepositRoutes } from "./routes.ts";
export { depositIndexes } from "./store.ts";

const PAUSE_MS = 1000;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
const LEASE_MS = 60_000;

/** Credits deposits, in one process at a time. `onSubmitted` says that a payment was begun. */
export function startCrediting(runtime: Runtime, network: StellarNetwork, onSubmitted: () => void): Loop {
  const leases = openLeases(runtime.database, runtime.clock);
  return startLoop({
    name: "crediting",
    log: runtime.log,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: async () => {
      if ((await leases.acquire("crediting", LEASE_MS)) && (await creditDeposits(runtime, network))) onSubmitted();
      return PAUSE_MS;
    },
  });
}

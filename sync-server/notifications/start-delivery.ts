import { restUntil, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { deliverDue, type DeliveryDeps, nextDelivery } from "./deliver.ts";
import { fanOut } from "./fan-out.ts";
import { pruneOld } from "./prune.ts";
import { UNTOLD_NOTIFICATIONS } from "#server/platform/notifications/notify.ts";
import { messageCollection } from "./messages.ts";

const PAUSE_MS = 500;
const FAILURE_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
const PRUNE_EVERY_MS = 60 * 60 * 1000;

/** Carries notifications to browsers and mailboxes, and drops old ones; in one process at a time. */
export function startDelivery(deps: DeliveryDeps, leases: Leases): Loop {
  let prunedAtMs = -PRUNE_EVERY_MS;
  return startLeasedLoop({
    name: "notifications",
    runtime: deps.runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [UNTOLD_NOTIFICATIONS, messageCollection(deps.runtime).collectionName],
    run: async (runtime, signal) => {
      await fanOut(runtime);
      const sent = await deliverDue({ ...deps, runtime }, signal);
      if (performance.now() - prunedAtMs > PRUNE_EVERY_MS) {
        if (await pruneOld(runtime)) return sent > 0 ? 0 : PAUSE_MS;
        prunedAtMs = performance.now();
      }
      return sent > 0 ? 0 : restUntil(await nextDelivery(runtime), runtime.clock, PAUSE_MS);
    },
  });
}

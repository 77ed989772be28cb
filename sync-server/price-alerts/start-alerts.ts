import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { MarketFeedView } from "#server/standing-orders/index.ts";
import { lookAtPrices } from "./look.ts";

/** Prices are looked at as soon as a ledger is known; what was set meanwhile, and rests that are over, within this. */
const PAUSE_MS = 2000;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/** Starts to look after price alerts, in one process at a time. */
export function startPriceAlerts(
  runtime: Runtime,
  leases: Leases,
  feed: MarketFeedView & { onLedger(listener: () => void): () => void },
): Pick<Loop, "stop"> {
  const loop = startLeasedLoop({
    name: "price-alerts",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: async (fenced, signal) => ((await lookAtPrices(fenced, feed, signal)) ? 0 : PAUSE_MS),
  });
  const stopListening = feed.onLedger(() => loop.kick());
  return {
    stop: async () => {
      stopListening();
      await loop.stop();
    },
  };
}

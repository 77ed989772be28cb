import type { Runtime } from "#server/platform/http/runtime.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { MarketFeedView } from "#server/standing-orders/index.ts";
import { lookAtPrices } from "./look.ts";
import { PRICE_ALERTS } from "./store.ts";

/** Alerts that are set one after the other are looked at together. */
const WAKE_GAP_MS = 500;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/** Starts to look after price alerts, in one process at a time. */
export function startPriceAlerts(
  runtime: Runtime,
  leases: Leases,
  feed: MarketFeedView & { onLedger(listener: () => void): () => void },
): Pick<Loop, "stop"> {
  let isIdle = true;
  const loop = startLeasedLoop({
    name: "price-alerts",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: WAKE_GAP_MS,
    wakes: [PRICE_ALERTS],
    run: async (fenced, signal) => {
      // Also where the look fails: somebody may wait.
      isIdle = false;
      const found = await lookAtPrices(fenced, feed, signal);
      isIdle = found === "nobody";
      return found === "more" ? 0 : REST_MS;
    },
  });
  // Prices, and rests that are over, are looked at with every ledger, as long as somebody waits.
  const stopListening = feed.onLedger(() => {
    if (!isIdle) loop.kick();
  });
  return {
    stop: async () => {
      stopListening();
      await loop.stop();
    },
  };
}

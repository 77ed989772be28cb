import type { FollowedListing } from "#server/listed-assets/index.ts";
import { type Markets, openIndexSource } from "#server/markets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { refreshPrices } from "./refresh-prices.ts";

const EVERY_MS = 60_000;
const FAILURE_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/** Reads what assets are worth every minute, in one process at a time. */
export function startPrices(
  runtime: Runtime,
  leases: Leases,
  markets: Markets,
  { read: listing, onChange }: FollowedListing,
): Loop {
  const { prices: rules } = runtime.config;
  const source = openIndexSource(runtime, markets.feed, markets.source);
  const loop = startLeasedLoop({
    name: "prices",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: async (fenced, signal) => {
      await refreshPrices({ runtime: fenced, source, listing, rules }, signal);
      return EVERY_MS;
    },
  });
  const ends = onChange(() => loop.kick());
  return {
    kick: () => loop.kick(),
    async stop() {
      ends();
      await loop.stop();
    },
  };
}

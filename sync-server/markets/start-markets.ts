import type { FollowedListing } from "#server/listed-assets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import { openHorizonMarkets } from "#server/platform/network/horizon-markets.ts";
import { openHorizonSnapshots } from "#server/platform/network/horizon-offers.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";
import { Feed } from "./feed.ts";
import { keepChecked } from "./keep-checked.ts";
import { Follower } from "./follower.ts";
import { watchLag } from "./lag-watch.ts";
import { type MarketSides, openMarketSides } from "./market-sides.ts";
import { Pace } from "./pace.ts";
import { Recorder } from "./recorder.ts";
import { openUnlistedPairs, type UnlistedPairs } from "./unlisted-pairs.ts";

/** The markets of a running process: one of all records them, each tells of them. */
export interface Markets {
  readonly feed: Feed;
  readonly unlisted: UnlistedPairs;
  readonly source: SnapshotReader;
  readonly sides: MarketSides;
  stop(): Promise<void>;
}

const FAILURE_PAUSE_MS = 500;
const LONGEST_FAILURE_PAUSE_MS = 5000;
/** Where nothing is listed there is nothing to do until something is. */
const IDLE_MS = 30_000;

/** Starts to follow the markets, and to record them in one process at a time. */
export function startMarkets(
  runtime: Runtime,
  leases: Leases,
  network: StellarNetwork,
  { read: listing, onChange }: FollowedListing,
): Markets {
  const { stellar } = runtime.config;
  const source = { ...openHorizonMarkets(stellar, network), ...openHorizonSnapshots(stellar, network) };
  const follower = new Follower(runtime);
  const lag = watchLag(network, follower, () => feed.noteState());
  const unlisted = openUnlistedPairs(source);
  const feed = new Feed({ follower, lag, listing, unlisted });
  void follower.start();
  const pace = new Pace();
  const onSeen = (ledger: number): void => pace.note(ledger, performance.now());
  const recorder = new Recorder({ network, snapshots: source, listing, heir: follower, onSeen });
  const recording = startLeasedLoop({
    name: "markets",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_FAILURE_PAUSE_MS,
    run: async (fenced, signal) => {
      const found = await recorder.step(fenced, signal);
      if (found === "idle") return IDLE_MS;
      return found === "more" ? 0 : pace.pauseMs(performance.now());
    },
  });
  const ends = onChange(() => recording.kick());
  const checking = keepChecked(runtime, leases, source);
  return {
    feed,
    unlisted,
    source,
    sides: openMarketSides(feed, source),
    async stop() {
      ends();
      await Promise.all([recording.stop(), checking.stop()]);
      lag.stop();
      feed.stop();
      await follower.stop();
    },
  };
}

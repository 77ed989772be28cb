import type { SnapshotSource } from "#server/platform/network/horizon-offers.ts";
import type { PricedMarketSource } from "#server/platform/network/markets.ts";

/** What an index is read from at first. */
export type SnapshotReader = SnapshotSource & PricedMarketSource;

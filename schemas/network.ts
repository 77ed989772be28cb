import * as v from "valibot";
import { MarketState } from "./market-data.ts";

/** The network the server is linked to, as a signed-in person may see it. */
export const NetworkOutput = v.strictObject({
  passphrase: v.string(),
  latestLedger: v.number(),
  ingestedLedger: v.number(),
  explorerUrl: v.nullable(v.string()),
});
export const HealthOutput = v.strictObject({ status: v.literal("ok") });

/** What the server sees of whoever asks, after what its trusted proxies say. */
export const ConnectionOutput = v.strictObject({ address: v.string(), protocol: v.picklist(["http", "https"]) });

/**
 * Also how the market data stands: nothing fails where that is behind, but no price is quoted. And in how many seconds nothing was checked, as
 * this process knew within the last half minute; null before it has looked.
 */
export const ReadyOutput = v.strictObject({
  status: v.literal("ok"),
  markets: v.strictObject({
    state: MarketState,
    ledger: v.number(),
    /** Ledgers behind the network. */
    lag: v.number(),
  }),
  checks: v.strictObject({ secondsAgo: v.nullable(v.number()) }),
});
export type ReadyOutput = v.InferOutput<typeof ReadyOutput>;

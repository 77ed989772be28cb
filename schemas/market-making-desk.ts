import * as v from "valibot";
import { LiquidityPoolRow } from "./market-making.ts";

/** A pool as operators see it. */
export const ListedPool = v.strictObject({
  ...v.omit(LiquidityPoolRow, ["uid", "_deleted", "offers"]).entries,
  userId: v.number(),
  username: v.string(),
  /** Offers that it has in the book. */
  offerCount: v.number(),
});
export type ListedPool = v.InferOutput<typeof ListedPool>;

/** Pools that are not closed, the newest first, 200 at most. */
export const MarketDeskOutput = v.strictObject({ pools: v.array(ListedPool) });
export type MarketDeskOutput = v.InferOutput<typeof MarketDeskOutput>;

export const MarketPoolParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed pool number"), v.transform(Number)),
});

export const StoppedPoolsOutput = v.strictObject({ stopped: v.number() });

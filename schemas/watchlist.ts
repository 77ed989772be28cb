import * as v from "valibot";
import { AssetKey } from "./markets.ts";
import { editedFields, syncRow } from "./sync-row.ts";

/** What one person may follow. */
export const MOST_WATCHED = 200;

export const WATCHED_FIELDS = ["base", "quote", "place"] as const;

/** Something that a person follows: an asset by itself, or a pair of them. */
export const WatchedRow = syncRow({
  base: AssetKey,
  /** Empty for an asset by itself. */
  quote: v.union([AssetKey, v.literal("")]),
  /** The lowest first; of one place the older. */
  place: v.pipe(v.number(), v.safeInteger()),
  ...editedFields(WATCHED_FIELDS),
});
export type WatchedRow = v.InferOutput<typeof WatchedRow>;

import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import { type KnownPrice, knownPriceOf, priceCollection } from "./store.ts";

/** What is known of an asset's worth. */
export interface Valuation {
  /** Its last prices, however long ago; null where it never had one. */
  readonly known: KnownPrice | null;
  /** Whether the house lists it: nothing else surely is what its name says. */
  readonly isListed: boolean;
}

const UNKNOWN: Valuation = { known: null, isListed: false };

/** What is known of these assets' worth, by asset key; all that is not in it is unknown. */
export async function valuationsOf(
  database: Database,
  session: ClientSession,
  assets: readonly AssetName[],
): Promise<(asset: AssetName) => Valuation> {
  const found = await priceCollection(database)
    .find({ _id: { $in: assets.map(assetKey) } }, { session })
    .toArray();
  const byKey = new Map(
    found.map((document) => [document._id, { known: knownPriceOf(document), isListed: document.isListed }]),
  );
  return (asset) => byKey.get(assetKey(asset)) ?? UNKNOWN;
}

import type { ClientSession } from "mongodb";
import { type AssetName, assetKey, assetOfKey } from "#server/platform/network/assets.ts";
import { poolIdOf, isPoolOrder } from "#server/platform/network/pool-assets.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readDemo } from "./read-demo.ts";
import { NOTHING, readStored, seedStored, type StoredAsset, type StoredListing } from "./stored-listing.ts";

/** An asset that this server lists. */
export type ListedAsset = Omit<StoredAsset, "state">;

/** Two listed assets (or one and XLM) whose market is put forward. */
export interface ListedPair {
  readonly base: AssetName;
  readonly counter: AssetName;
  /** Hex id of their liquidity pool, whether or not there is one. */
  readonly pool: string;
}

/** What this server lists. */
export interface Listing {
  /** Rises with every change; 0 where nothing was ever listed. */
  readonly version: number;
  /** In the operators' order. */
  readonly assets: readonly ListedAsset[];
  /** What was listed once, and is traded no more. */
  readonly delisted: readonly ListedAsset[];
  readonly pairs: readonly ListedPair[];
  /** The listed asset that stands for the US dollar. */
  readonly dollar: AssetName | null;
}

export type ListingRuntime = Pick<Runtime, "config" | "database" | "clock" | "log">;

/**
 * Reads what is listed from the database. Where nothing ever was, the network's demo market is, if it has one. Throws
 * "network-unreachable" while that does not answer.
 */
export function listingReader(runtime: ListingRuntime): () => Promise<Listing> {
  return async () => listingOf(await readOrSeed(runtime));
}

/** What is stored, once it was seeded. Throws "network-unreachable". */
export async function readOrSeed(runtime: ListingRuntime): Promise<StoredListing> {
  const { demoUrl } = runtime.config.stellar;
  const stored = await readStored(runtime, null);
  if (stored || demoUrl === null) return stored ?? NOTHING;
  await seedStored(runtime, await readDemo(demoUrl, runtime.clock.now()));
  return (await readStored(runtime, null)) ?? NOTHING;
}

/** A list as it is stored, in the operators' order. */
export function listingOf({ version, assets, pairs, dollar }: StoredListing): Listing {
  const ordered = assets.toSorted((one, other) => one.order - other.order);
  return {
    version,
    assets: inState(ordered, "listed"),
    delisted: inState(ordered, "delisted"),
    pairs: pairs.map(({ base, quote }) => pairOf(assetOfKey(base), assetOfKey(quote))),
    dollar: dollar === null ? null : assetOfKey(dollar),
  };
}

/** The keys of what is traded no more, as a transaction sees it. */
export async function delistedWithin(
  runtime: Pick<Runtime, "database" | "clock" | "log">,
  session: ClientSession,
): Promise<ReadonlySet<string>> {
  const { assets } = (await readStored(runtime, session)) ?? NOTHING;
  return new Set(assets.filter(({ state }) => state === "delisted").map(assetKey));
}

function inState(assets: readonly StoredAsset[], wanted: StoredAsset["state"]): ListedAsset[] {
  return assets.filter(({ state }) => state === wanted).map(({ state: _state, ...asset }) => asset);
}

function pairOf(base: AssetName, counter: AssetName): ListedPair {
  const [assetA, assetB] = isPoolOrder(base, counter) ? [base, counter] : [counter, base];
  return { base, counter, pool: poolIdOf({ assetA, assetB }) };
}

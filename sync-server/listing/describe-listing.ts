import type { ListingOutput, ListingPreviewOutput } from "#schemas/listing.ts";
import type { AssetLookupQuery } from "#schemas/trustlines.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { imagePath, type ListedAsset } from "#server/listed-assets/index.ts";
import { type AssetName, assetKey, isSameAsset } from "#server/platform/network/assets.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import type { LedgerAccount } from "#server/platform/network/entries.ts";
import { lookUpAssets, powersOf } from "#server/trustlines/index.ts";
import { AppError } from "#schemas/errors.ts";
import { reach, takeLookUp } from "#server/wallet/index.ts";
import { conflictsOf } from "./conflicts.ts";
import type { ListingDeps } from "./deps.ts";

/** All that is listed, and what was once. Throws "network-unreachable" only where nobody can say what is. */
export async function describeListing(deps: Pick<ListingDeps, "listing" | "network">): Promise<ListingOutput> {
  const { version, assets, delisted, pairs, dollar } = await deps.listing.read();
  const issuers = await issuersOf(deps, [...assets, ...delisted]);
  const described = (state: "listed" | "delisted") => (asset: ListedAsset) => {
    const { assetCode, issuer, name, description, conditions, website, order, isFeatured, since } = asset;
    const account = issuers?.get(issuer);
    return {
      assetCode,
      issuer,
      name,
      description,
      conditions,
      website,
      order,
      isFeatured,
      state,
      since,
      image: imagePath(asset),
      issuerNow: issuers && { isGone: account === undefined, powers: powersOf(account ?? null) },
    };
  };
  return {
    version,
    assets: [...assets.map(described("listed")), ...delisted.map(described("delisted"))],
    pairs: pairs.map(({ base, counter, pool }) => ({ base: assetKey(base), quote: assetKey(counter), pool })),
    dollar: dollar && assetKey(dollar),
  };
}

/** Null while the network does not answer: what is listed can be told without it. */
async function issuersOf(
  { network }: Pick<ListingDeps, "network">,
  assets: readonly AssetName[],
): Promise<ReadonlyMap<string, LedgerAccount> | null> {
  const addresses = [...new Set(assets.map(({ issuer }) => issuer))].filter(isNetworkAddress);
  if (addresses.length === 0) return new Map();
  try {
    return (await reach(network.holdings(addresses.map((address) => ({ address, assets: [] }))))).accounts;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What is known of assets that could be listed, each with what stands against it. Throws as its endpoint says. */
export async function previewListing(
  deps: ListingDeps,
  operatorId: number,
  query: AssetLookupQuery,
): Promise<ListingPreviewOutput> {
  await takeLookUp(deps.runtime, operatorId);
  const { version, assets: listed, delisted } = await deps.listing.read();
  const found = await lookUpAssets({ ...deps, listing: deps.listing.read }, query);
  const assets = found.map(async (facts) => {
    const supply = await reach(deps.supplyOf(facts));
    const isDelisted = delisted.some((other) => isSameAsset(other, facts));
    const missing = supply ? [] : [new AppError("listing-asset-missing", { assetCode: facts.assetCode })];
    return {
      ...facts,
      state: facts.isListed ? ("listed" as const) : isDelisted ? ("delisted" as const) : ("unlisted" as const),
      pictureUrl: facts.proof === "mutual" ? await pictureOf(deps, facts, facts.homeDomain ?? "") : null,
      supply: supply && { accounts: supply.accounts, amount: formatAmount(supply.amount) },
      refusals: [...conflictsOf(listed, facts, { acceptsNamesake: false }), ...missing].map(({ told }) => told),
    };
  });
  return { version, assets: await Promise.all(assets) };
}

/** The site was read a moment ago, and is remembered. */
async function pictureOf({ readToml }: ListingDeps, asset: AssetName, domain: string): Promise<string | null> {
  const toml = await readToml(domain).catch(() => null);
  return toml?.assets.find((other) => isSameAsset(other, asset))?.image ?? null;
}

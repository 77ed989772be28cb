import type { Runtime } from "#server/platform/http/runtime.ts";
import { type FeaturedTokensOutput, MAX_FEATURED } from "#schemas/featured-tokens.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { Listing } from "./listing.ts";
import { imagePath } from "./pictures.ts";

/** What the operator puts forward, in their order. `listing` tells which of it has a picture here. */
export async function featuredTokens(
  { database }: Pick<Runtime, "database">,
  listing: () => Promise<Listing>,
): Promise<FeaturedTokensOutput> {
  const stored = await database
    .collection("featured_tokens")
    .find({ featured: true }, { sort: { displayOrder: 1, id: 1 }, limit: MAX_FEATURED })
    .toArray();
  if (stored.length === 0) return { tokens: [] };
  // Pictures are decoration: while the network does not answer, there are none.
  const listed = await listing().then(
    ({ assets }) => assets,
    () => [],
  );
  const pictures = new Map(listed.map((asset) => [assetKey(asset), imagePath(asset)]));
  return {
    tokens: stored.map(({ assetCode, issuer, name, description, websiteUrl }) => {
      const asset = assetOf(assetCode, issuer);
      return {
        ...asset,
        name: String(name),
        description: text(description),
        websiteUrl: httpsOnly(text(websiteUrl)),
        image: pictures.get(assetKey(asset)) ?? null,
      };
    }),
  };
}

/** The websites that the operator gives for what they put forward, by {@link assetKey}. */
export async function websitesPutForward({
  database,
}: Pick<Runtime, "database">): Promise<ReadonlyMap<string, string>> {
  const stored = await database.collection("featured_tokens").find({ featured: true }).toArray();
  return new Map(
    stored.flatMap(({ assetCode, issuer, websiteUrl }) => {
      const website = httpsOnly(text(websiteUrl));
      return website === null ? [] : [[assetKey(assetOf(assetCode, issuer)), website] as const];
    }),
  );
}

function assetOf(assetCode: unknown, issuer: unknown): AssetName {
  return text(issuer) === null ? NATIVE : { assetCode: String(assetCode), issuer: String(issuer) };
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function httpsOnly(address: string | null): string | null {
  return address !== null && URL.canParse(address) && new URL(address).protocol === "https:" ? address : null;
}

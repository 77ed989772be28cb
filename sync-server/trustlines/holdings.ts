import type { HoldingsOutput } from "#schemas/assets.ts";
import { AppError } from "#schemas/errors.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import { websitesPutForward } from "#server/listed-assets/index.ts";
import { assetKey, isNative } from "#server/platform/network/assets.ts";
import { type FactsDeps, factsOfHeld } from "./asset-facts.ts";

type Holding = HoldingsOutput["assets"][number];
type Words = Pick<Holding, "name" | "description" | "website">;

/** What nobody has to be asked about. */
const LUMENS: Words = {
  name: "Stellar Lumens",
  description: "The native coin of the Stellar network.",
  website: "https://stellar.org",
};

/**
 * What a person holds, XLM first, then by code: their balances as last ingested, joined with what the directory says. While
 * the network does not answer there are no words, but balances all the same.
 */
export async function holdingsOf(deps: FactsDeps, userId: number): Promise<Holding[]> {
  const [balances, facts, websites] = await Promise.all([
    deps.runtime.database
      .collection("balances")
      .find({ userId, deleted: { $ne: true } })
      .toArray(),
    factsOfHeld(deps, userId).catch(unreachable),
    websitesPutForward(deps.runtime),
  ]);
  const known = new Map(facts.map((one) => [assetKey(one), one]));
  const holdings = balances.map(({ assetCode, issuer, balance }) => {
    const asset = { assetCode: String(assetCode), issuer: String(issuer) };
    const key = assetKey(asset);
    const words = isNative(asset) ? LUMENS : wordsOf(asset.assetCode, known.get(key));
    return {
      assetCode: asset.assetCode,
      issuer: asset.issuer || null,
      ...words,
      website: websites.get(key) ?? words.website,
      balance: String(balance),
    };
  });
  return holdings.toSorted(byPlace);
}

/** An issuer's home domain is a website to be led to only where it names the asset in return. */
function wordsOf(assetCode: string, facts: AssetFacts | undefined): Words {
  const domain = facts?.proof === "mutual" ? facts.homeDomain : null;
  return {
    name: facts?.name ?? assetCode,
    description: facts?.description ?? null,
    website: domain === null ? null : `https://${domain}`,
  };
}

function byPlace(left: Holding, right: Holding): number {
  if (left.issuer === null || right.issuer === null)
    return left.issuer === right.issuer ? 0 : left.issuer === null ? -1 : 1;
  return left.assetCode === right.assetCode
    ? left.issuer.localeCompare(right.issuer)
    : left.assetCode.localeCompare(right.assetCode);
}

function unreachable(error: unknown): AssetFacts[] {
  if (error instanceof AppError && error.code === "network-unreachable") return [];
  throw error;
}

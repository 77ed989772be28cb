import type { HoldingsOutput } from "./assets.ts";
import type { AssetFacts } from "./trustlines.ts";

/** A balance with what the directory says of its asset. */
export type Holding = HoldingsOutput["assets"][number];

/** As much of an asset's facts as its holding tells. */
export type DirectoryWords = Pick<AssetFacts, "name" | "description" | "homeDomain" | "proof">;

interface HeldBalance {
  readonly assetCode: string;
  /** Empty for XLM. */
  readonly issuer: string;
  readonly balance: string;
}

/** What nobody has to be asked about. */
const LUMENS = {
  name: "Stellar Lumens",
  description: "The native coin of the Stellar network.",
  website: "https://stellar.org",
} as const;

/**
 * Joins a balance with what is known of its asset, the same on the server and on a device. An issuer's home domain is a website
 * to be led to only where it names the asset in return; `website` is one that the operator vouches for.
 */
export function holdingOf(held: HeldBalance, words: DirectoryWords | null, website: string | null = null): Holding {
  const { assetCode, issuer, balance } = held;
  if (issuer === "") return { assetCode, issuer: null, ...LUMENS, website: website ?? LUMENS.website, balance };
  const domain = words?.proof === "mutual" ? words.homeDomain : null;
  return {
    assetCode,
    issuer,
    name: words?.name ?? assetCode,
    description: words?.description ?? null,
    website: website ?? (domain === null ? null : `https://${domain}`),
    balance,
  };
}

/** XLM first, then by code. */
export function compareHoldings(left: Holding, right: Holding): number {
  if (left.issuer === null || right.issuer === null)
    return left.issuer === right.issuer ? 0 : left.issuer === null ? -1 : 1;
  return left.assetCode === right.assetCode
    ? left.issuer.localeCompare(right.issuer)
    : left.assetCode.localeCompare(right.assetCode);
}

import { shortenAddress } from "#pwa/ui/format.ts";

const POOL = "pool:";
const CLAIM = "claim:";

/** A share of a pool among a person's positions. */
export function poolKeyOf(poolId: string): string {
  return `${POOL}${poolId}`;
}

/** What is set aside for a person of an asset, among their positions. */
export function claimKeyOf(asset: string): string {
  return `${CLAIM}${asset}`;
}

/** The id of the pool that a position is a share of; null where it is of none. */
export function poolOfKey(key: string): string | null {
  return key.startsWith(POOL) ? key.slice(POOL.length) : null;
}

export function isClaimKey(key: string): boolean {
  return key.startsWith(CLAIM);
}

/** The asset whose price a position has; null for a share of a pool, which no market tells the price of. */
export function pricedAssetOf(key: string): string | null {
  if (key.startsWith(POOL)) return null;
  return key.startsWith(CLAIM) ? key.slice(CLAIM.length) : key;
}

/** Cuts `XLM` or `CODE-ISSUER`; the issuer of XLM is empty. */
export function assetOf(key: string): { readonly assetCode: string; readonly issuer: string } {
  const [assetCode = "", issuer = ""] = (pricedAssetOf(key) ?? key).split("-");
  return { assetCode, issuer };
}

/** An asset in words: its code, and its issuer where another in `all` has the same code. */
export function assetWords(key: string, all: readonly string[]): string {
  const { assetCode, issuer } = assetOf(key);
  const hasNamesake = all.some((other) => assetOf(other).assetCode === assetCode && assetOf(other).issuer !== issuer);
  return hasNamesake && issuer !== "" ? `${assetCode} (${shortenAddress(issuer)})` : assetCode;
}

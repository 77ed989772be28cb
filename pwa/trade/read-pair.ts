import { t } from "@lingui/core/macro";
import { readAssetKey } from "#pwa/parts/assets/asset-key.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { PairQuery } from "#schemas/market-data.ts";

/** An asset that this service lists; XLM is always there and not among them. */
export interface Listed {
  readonly assetCode: string;
  readonly issuer: string;
}

/** What a page's address says: a pair, `moved` where it is written otherwise, or why it is none. */
export type AskedPair =
  | ({ readonly kind: "pair" | "moved" } & PairQuery)
  /** `code` may be a listed asset's, which is not known yet. */
  | { readonly kind: "waiting"; readonly code: string }
  | { readonly kind: "unknown"; readonly problem: string };

type Read = { readonly key: string } | Exclude<AskedPair, PairQuery>;

/**
 * Reads the two assets of an address: `XLM`, `CODE-ISSUER`, or the code of a listed asset alone. `listed` is null while nobody
 * knows what is listed.
 */
export function readPair(base: string, quote: string, listed: readonly Listed[] | null): AskedPair {
  const [left, right] = [readAsset(base, listed), readAsset(quote, listed)];
  if (!("key" in left)) return left;
  if (!("key" in right)) return right;
  if (left.key === right.key) return { kind: "unknown", problem: t`${base} cannot be traded for itself.` };
  const isSame = left.key === base && right.key === quote;
  return { kind: isSame ? "pair" : "moved", base: left.key, quote: right.key };
}

function readAsset(text: string, listed: readonly Listed[] | null): Read {
  if (text.toUpperCase() === NATIVE_CODE) return { key: NATIVE_CODE };
  if (readAssetKey(text) !== null) return { key: text };
  if (!/^[a-zA-Z0-9]{1,12}$/.test(text)) return { kind: "unknown", problem: t`"${text}" names no asset.` };
  if (listed === null) return { kind: "waiting", code: text };
  const exact = listed.filter(({ assetCode }) => assetCode === text);
  const alike =
    exact.length > 0 ? exact : listed.filter(({ assetCode }) => assetCode.toUpperCase() === text.toUpperCase());
  const [found, another] = alike;
  if (found === undefined)
    return { kind: "unknown", problem: t`${text} is not listed here. Name it with its issuer, as ${text}-G...` };
  if (another !== undefined)
    return { kind: "unknown", problem: t`Several assets are called ${text}. Name the one you mean with its issuer.` };
  return { key: `${found.assetCode}-${found.issuer}` };
}

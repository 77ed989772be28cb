import { ACCOUNT_PATTERN, NATIVE_CODE } from "#schemas/values/fields.ts";

/** An asset as the page's address names it; the issuer of XLM is empty. */
export interface AssetName {
  readonly assetCode: string;
  readonly issuer: string;
}

/** Reads `XLM` or `CODE-ISSUER`; null where the text names no asset. */
export function readAssetKey(key: string): AssetName | null {
  if (key === NATIVE_CODE) return { assetCode: NATIVE_CODE, issuer: "" };
  const [assetCode = "", issuer = "", ...rest] = key.split("-");
  const isAsset = /^[a-zA-Z0-9]{1,12}$/.test(assetCode) && ACCOUNT_PATTERN.test(issuer) && rest.length === 0;
  return isAsset ? { assetCode, issuer } : null;
}

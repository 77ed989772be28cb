import { Asset, StrKey } from "@stellar/stellar-sdk";
import type { AssetWire, TrustLineAssetWire } from "@stellar/stellar-sdk/xdr";
import { NATIVE_CODE } from "#schemas/values/fields.ts";

/** An asset by code and issuer; the issuer of XLM is empty. */
export interface AssetName {
  readonly assetCode: string;
  readonly issuer: string;
}

export const NATIVE: AssetName = { assetCode: NATIVE_CODE, issuer: "" };

export function isNative(asset: AssetName): boolean {
  return asset.issuer === "";
}

export function isSameAsset(left: AssetName, right: AssetName): boolean {
  return left.assetCode === right.assetCode && left.issuer === right.issuer;
}

/** One text per asset: `XLM` or `CODE-ISSUER`. */
export function assetKey({ assetCode, issuer }: AssetName): string {
  return issuer === "" ? assetCode : `${assetCode}-${issuer}`;
}

/** The asset of an {@link assetKey}. */
export function assetOfKey(key: string): AssetName {
  const [assetCode = "", issuer = ""] = key.split("-");
  return { assetCode, issuer };
}

export function toSdkAsset(asset: AssetName): Asset {
  return isNative(asset) ? Asset.native() : new Asset(asset.assetCode, asset.issuer);
}

/** Name of an asset as the ledger writes it; null for a share of a pool, which has neither code nor issuer. */
export function assetNameOf(asset: AssetWire | TrustLineAssetWire): AssetName | null {
  switch (asset.type) {
    case 0:
      return NATIVE;
    case 1:
      return nameOf(asset.alphaNum4.assetCode, asset.alphaNum4.issuer.ed25519);
    case 2:
      return nameOf(asset.alphaNum12.assetCode, asset.alphaNum12.issuer.ed25519);
    default:
      return null;
  }
}

function nameOf(code: Uint8Array, issuer: Uint8Array): AssetName {
  const end = code.indexOf(0);
  const assetCode = Buffer.from(end === -1 ? code : code.subarray(0, end)).toString("ascii");
  return { assetCode, issuer: StrKey.encodeEd25519PublicKey(issuer) };
}

import type { AssetCodeWire, AssetWire, ChangeTrustAssetWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import { createHash } from "node:crypto";
import { xdr } from "@stellar/stellar-sdk";
import type { TrustLineAssetWire } from "@stellar/stellar-sdk/xdr";
import { sameAccount } from "./keys.ts";

/** The only fee that liquidity pools have, in hundredths of a percent. */
export const POOL_FEE_BASIS_POINTS = 30;

export function issuerOf(asset: TrustLineAssetWire | ChangeTrustAssetWire): PublicKeyWire | undefined {
  switch (asset.type) {
    case 1:
      return asset.alphaNum4.issuer;
    case 2:
      return asset.alphaNum12.issuer;
    default:
      return undefined;
  }
}

export function isIssuer(account: PublicKeyWire, asset: TrustLineAssetWire | ChangeTrustAssetWire): boolean {
  const issuer = issuerOf(asset);
  return issuer !== undefined && sameAccount(issuer, account);
}

/** Whether the code is letters and digits, padded with zeros at the end only, and long enough for its kind. */
export function isAssetValid(asset: AssetWire): boolean {
  switch (asset.type) {
    case 0:
      return true;
    case 1:
      return codeLength(asset.alphaNum4.assetCode) > 0;
    case 2:
      return codeLength(asset.alphaNum12.assetCode) > 4;
  }
}

export function isChangeTrustAssetValid(asset: ChangeTrustAssetWire): boolean {
  if (asset.type !== 3) return isAssetValid(asset);
  const { assetA, assetB, fee } = asset.liquidityPool.constantProduct;
  return (
    isAssetValid(assetA) && isAssetValid(assetB) && compareAssets(assetA, assetB) < 0 && fee === POOL_FEE_BASIS_POINTS
  );
}

export function isTrustLineAssetValid(asset: TrustLineAssetWire): boolean {
  return asset.type === 3 || isAssetValid(asset);
}

/** The order of pool assets: by kind, then code, then issuer. */
export function compareAssets(left: AssetWire, right: AssetWire): number {
  if (left.type !== right.type) return left.type - right.type;
  if (left.type === 0) return 0;
  return Buffer.compare(assetBytes(left), assetBytes(right));
}

export function trustLineAssetOf(asset: ChangeTrustAssetWire): TrustLineAssetWire {
  if (asset.type !== 3) return asset;
  const { assetA, assetB } = asset.liquidityPool.constantProduct;
  return { type: 3, liquidityPoolId: poolIdOf(assetA, assetB) };
}

/** The id of the pool of two assets, given in either order. */
export function poolIdOf(first: AssetWire, second: AssetWire): Uint8Array {
  const [assetA, assetB] = compareAssets(first, second) <= 0 ? [first, second] : [second, first];
  const parameters = xdr.LiquidityPoolParameters.schema.encode({
    type: 0,
    constantProduct: { assetA, assetB, fee: POOL_FEE_BASIS_POINTS },
  });
  return createHash("sha256").update(parameters).digest();
}

export function assetFromCode(code: AssetCodeWire, issuer: PublicKeyWire): AssetWire {
  return code.type === 1
    ? { type: 1, alphaNum4: { assetCode: code.assetCode4, issuer } }
    : { type: 2, alphaNum12: { assetCode: code.assetCode12, issuer } };
}

function assetBytes(asset: AssetWire): Uint8Array {
  return xdr.Asset.schema.encode(asset);
}

function codeLength(code: Uint8Array): number {
  let length = 0;
  let ended = false;
  for (const byte of code) {
    if (byte === 0) ended = true;
    else if (ended || !isAlphanumeric(byte)) return 0;
    else length += 1;
  }
  return length;
}

function isAlphanumeric(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

import { AppError } from "#schemas/errors.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { type AssetName, assetOfKey, isNative } from "#server/platform/network/assets.ts";

/** The asset of a key whose shape is right. Throws `asset-unknown` where its issuer can be nobody's address. */
export function readAsset(key: string): AssetName {
  const asset = assetOfKey(key);
  if (!isNative(asset) && !isNetworkAddress(asset.issuer))
    throw new AppError("asset-unknown", { assetCode: asset.assetCode });
  return asset;
}

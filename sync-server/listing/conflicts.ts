import { AppError } from "#schemas/errors.ts";
import { MOST_LISTED } from "#schemas/listing.ts";
import { namesakeOf } from "#server/listed-assets/index.ts";
import { type AssetName, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";

/** Everything in a list that stands against listing this asset, too, the first first. */
export function conflictsOf(
  listed: readonly AssetName[],
  asset: AssetName,
  { acceptsNamesake }: { readonly acceptsNamesake: boolean },
): AppError[] {
  const { assetCode } = asset;
  if (listed.some((other) => isSameAsset(other, asset))) return [new AppError("listing-known")];
  const isTaken = [NATIVE, ...listed].some((other) => other.assetCode.toUpperCase() === assetCode.toUpperCase());
  const namesake = namesakeOf(asset, listed);
  return [
    ...(isTaken ? [new AppError("listing-code-taken", { assetCode })] : []),
    ...(!isTaken && !acceptsNamesake && namesake !== null
      ? [new AppError("listing-namesake", { assetCode, namesake })]
      : []),
    ...(listed.length >= MOST_LISTED ? [new AppError("listing-full", { most: MOST_LISTED })] : []),
  ];
}

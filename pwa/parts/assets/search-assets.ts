import type { KnownAsset } from "./use-known-assets.ts";

/** The assets whose code begins with what was typed, then those with it in their code or name; an issuer is found by its address. */
export function searchAssets(assets: readonly KnownAsset[], typed: string): readonly KnownAsset[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return assets;
  const begins = assets.filter(({ assetCode }) => assetCode.toLowerCase().startsWith(text));
  const others = assets.filter(
    (asset) =>
      !begins.includes(asset) &&
      [asset.assetCode, asset.name ?? "", asset.issuer].some((part) => part.toLowerCase().includes(text)),
  );
  return [...begins, ...others];
}

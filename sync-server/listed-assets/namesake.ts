import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";

/** The code of the listed asset, or of XLM, that this one could be taken for; null for none. */
export function namesakeOf({ assetCode }: Pick<AssetName, "assetCode">, listed: readonly AssetName[]): string | null {
  const codes = [NATIVE.assetCode, ...listed.map((asset) => asset.assetCode)];
  return codes.find((code) => glance(code) === glance(assetCode)) ?? null;
}

/** A code as somebody reads it in passing: capitals, and digits for the letters they look like. */
function glance(code: string): string {
  return code.toUpperCase().replaceAll("0", "O").replaceAll(/[1L]/g, "I").replaceAll("5", "S").replaceAll("8", "B");
}

import { formatAmount } from "#schemas/values/money.ts";
import type { AssetName } from "#server/platform/network/assets.ts";

/** An amount of an asset as answers tell it. */
export function costOutput({ asset, amount }: { readonly asset: AssetName; readonly amount: bigint }) {
  return { assetCode: asset.assetCode, issuer: asset.issuer || null, amount: formatAmount(amount) };
}

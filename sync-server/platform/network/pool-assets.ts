import { Asset, getLiquidityPoolId, LiquidityPoolAsset, LiquidityPoolFeeV18 } from "@stellar/stellar-sdk";
import { type AssetName, toSdkAsset } from "./assets.ts";

/** Two assets in the order in which the ledger keeps their pool. */
export interface PoolPair {
  readonly assetA: AssetName;
  readonly assetB: AssetName;
}

/** Whether the ledger keeps the pool of two assets in this order. */
export function isPoolOrder(assetA: AssetName, assetB: AssetName): boolean {
  return Asset.compare(toSdkAsset(assetA), toSdkAsset(assetB)) < 0;
}

/** What a line to shares of the pool is of. */
export function poolAssetOf({ assetA, assetB }: PoolPair): LiquidityPoolAsset {
  return new LiquidityPoolAsset(toSdkAsset(assetA), toSdkAsset(assetB), LiquidityPoolFeeV18);
}

/** The id of the pool, in hex. */
export function poolIdOf(pair: PoolPair): string {
  const parameters = poolAssetOf(pair).getLiquidityPoolParameters();
  return Buffer.from(getLiquidityPoolId("constant_product", parameters)).toString("hex");
}

import type {
  AssetWire,
  LedgerHeaderWire,
  LiquidityPoolEntryConstantProductWire,
  PublicKeyWire,
} from "@stellar/stellar-sdk/xdr";
import { isIssuer } from "./assets.ts";
import { poolKey, trustlineKey } from "./keys.ts";
import { preparePoolUse, trustLineIn } from "./lines.ts";
import type { LedgerState } from "./state.ts";

/** The pool, to be changed in place. */
export function loadPool(state: LedgerState, poolId: Uint8Array): LiquidityPoolEntryConstantProductWire | undefined {
  const entry = state.load(poolKey(poolId));
  return entry?.data.type === 5 ? entry.data.liquidityPool.body.constantProduct : undefined;
}

/** Counts one participant less, once the pool-share trust line is gone; the last one takes the pool along. */
export function leavePool(state: LedgerState, account: PublicKeyWire, poolId: Uint8Array): void {
  const pool = loadPool(state, poolId);
  if (!pool) throw new Error("liquidity pool is missing");
  stopUsing(state, account, pool.params.assetA);
  stopUsing(state, account, pool.params.assetB);
  pool.poolSharesTrustLineCount -= 1n;
  if (pool.poolSharesTrustLineCount === 0n) state.erase(poolKey(poolId));
}

function stopUsing(state: LedgerState, account: PublicKeyWire, asset: AssetWire): void {
  if (asset.type === 0 || isIssuer(account, asset)) return;
  const line = trustLineIn(state.load(trustlineKey(account, asset)));
  if (!line) throw new Error("trust line of a pool asset is missing");
  preparePoolUse(line).liquidityPoolUseCount -= 1;
}

/** Whether the network has switched this use of pools off. */
export function hasPoolFlag({ ext }: LedgerHeaderWire, flag: number): boolean {
  return ext.v === 1 && (ext.v1.flags & flag) !== 0;
}

import type { LiquidityPoolEntryWire } from "@stellar/stellar-sdk/xdr";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { EntryChange } from "./operation-record.ts";
import { assetText, formatAmount } from "./text.ts";

/** How an operation changed a pool. */
export interface PoolAmounts {
  readonly pool: LiquidityPoolEntryWire;
  readonly assetA: string;
  readonly assetB: string;
  readonly deltaA: bigint;
  readonly deltaB: bigint;
  readonly deltaShares: bigint;
}

/** The change of one pool, or of the first one where none is named. */
export function poolAmounts(changes: readonly EntryChange[], poolId?: Uint8Array): PoolAmounts | undefined {
  for (const { before, after } of changes) {
    const old = before?.data.type === 5 ? before.data.liquidityPool : undefined;
    const now = after?.data.type === 5 ? after.data.liquidityPool : undefined;
    const pool = now ?? old;
    if (!pool || (poolId && hex(pool.liquidityPoolId) !== hex(poolId))) continue;
    const { params } = pool.body.constantProduct;
    const difference = (field: "reserveA" | "reserveB" | "totalPoolShares") =>
      (now?.body.constantProduct[field] ?? 0n) - (old?.body.constantProduct[field] ?? 0n);
    return {
      pool,
      assetA: assetText(params.assetA),
      assetB: assetText(params.assetB),
      deltaA: difference("reserveA"),
      deltaB: difference("reserveB"),
      deltaShares: difference("totalPoolShares"),
    };
  }
  return undefined;
}

/** A pool as effects show it. */
export function poolSummary({ liquidityPoolId, body }: LiquidityPoolEntryWire): object {
  const { params, poolSharesTrustLineCount, totalPoolShares, reserveA, reserveB } = body.constantProduct;
  return {
    id: hex(liquidityPoolId),
    fee_bp: params.fee,
    type: "constant_product",
    total_trustlines: String(poolSharesTrustLineCount),
    total_shares: formatAmount(totalPoolShares),
    reserves: [
      { asset: assetText(params.assetA), amount: formatAmount(reserveA) },
      { asset: assetText(params.assetB), amount: formatAmount(reserveB) },
    ],
  };
}

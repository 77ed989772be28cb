import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { OperationRecord } from "./operation-record.ts";
import { poolAmounts } from "./pool-amounts.ts";
import { priceText } from "./price-text.ts";

/** What Horizon tells of a deposit into a pool. */
export function depositDetails({ body, changes, row }: OperationRecord): object {
  if (body.type !== 22) throw new Error("deposit expected");
  const op = body.liquidityPoolDepositOp;
  const pool = row.successful ? poolAmounts(changes, op.liquidityPoolId) : undefined;
  const [assetA, assetB] = assetsOf(pool);
  return {
    liquidity_pool_id: hex(op.liquidityPoolId),
    reserves_max: [
      { ...assetA, amount: formatAmount(op.maxAmountA) },
      { ...assetB, amount: formatAmount(op.maxAmountB) },
    ],
    min_price: priceText(op.minPrice),
    min_price_r: { n: op.minPrice.n, d: op.minPrice.d },
    max_price: priceText(op.maxPrice),
    max_price_r: { n: op.maxPrice.n, d: op.maxPrice.d },
    reserves_deposited: [
      { ...assetA, amount: formatAmount(pool?.deltaA ?? 0n) },
      { ...assetB, amount: formatAmount(pool?.deltaB ?? 0n) },
    ],
    shares_received: formatAmount(pool?.deltaShares ?? 0n),
  };
}

/** What Horizon tells of a withdrawal from a pool. */
export function withdrawalDetails({ body, changes, row }: OperationRecord): object {
  if (body.type !== 23) throw new Error("withdrawal expected");
  const op = body.liquidityPoolWithdrawOp;
  const pool = row.successful ? poolAmounts(changes, op.liquidityPoolId) : undefined;
  const [assetA, assetB] = assetsOf(pool);
  return {
    liquidity_pool_id: hex(op.liquidityPoolId),
    reserves_min: [
      { ...assetA, amount: formatAmount(op.minAmountA) },
      { ...assetB, amount: formatAmount(op.minAmountB) },
    ],
    shares: formatAmount(op.amount),
    reserves_received: [
      { ...assetA, amount: formatAmount(-(pool?.deltaA ?? 0n)) },
      { ...assetB, amount: formatAmount(-(pool?.deltaB ?? 0n)) },
    ],
  };
}

/** The names of a pool's assets; what failed met no pool, and Horizon then names none. */
function assetsOf(pool: { readonly assetA: string; readonly assetB: string } | undefined): readonly [object, object] {
  return pool ? [{ asset: pool.assetA }, { asset: pool.assetB }] : [{}, {}];
}

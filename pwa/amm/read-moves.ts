import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { movementOf, assetKeyOf } from "#pwa/parts/history/movement.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { PoolMove } from "./pool-gain.ts";

/** The rows of the history that put into a pool or took out of it. */
export function isOfPool(row: MovementRow, poolId: string): boolean {
  return (row.type === "pool_deposit" && row.to === poolId) || (row.type === "pool_withdraw" && row.from === poolId);
}

/**
 * One move of each operation that the rows tell of; `assetA` and `assetB` as `XLM` or `CODE-ISSUER`. A row whose other asset is
 * missing gives a move with nothing of it, so that whoever reads it sees that it is not whole.
 */
export function movesOf(
  rows: readonly MovementRow[],
  assetA: string,
  assetB: string,
  ownAddress: string | undefined,
): PoolMove[] {
  const moves = new Map<string, PoolMove>();
  for (const row of rows) {
    if (row.status !== "confirmed") continue;
    const { direction } = movementOf(row, ownAddress);
    const kind = direction === "out" ? "deposit" : "withdrawal";
    const [operation = row.uid] = row.uid.split("-");
    const known = moves.get(operation) ?? { kind, a: 0n, b: 0n };
    const [asset, amount] = [assetKeyOf(row), parseAmount(row.amount)];
    if (asset === assetA) moves.set(operation, { ...known, a: known.a + amount });
    else if (asset === assetB) moves.set(operation, { ...known, b: known.b + amount });
  }
  return [...moves.values()];
}

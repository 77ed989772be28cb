import type {
  AssetWire,
  ClaimableBalanceEntryWire,
  LedgerEntryChangeWire,
  LedgerEntryWire,
  LiquidityPoolEntryWire,
  PublicKeyWire,
} from "@stellar/stellar-sdk/xdr";
import { hex, sameAccount, sameAsset } from "#server/embedded/stellar/ledger/keys.ts";

/** What a pool's reserves gained by an operation, negative where they lost; stroops, in the pool's own order. */
export interface PoolMove {
  readonly poolId: Uint8Array;
  readonly parts: readonly { readonly asset: AssetWire; readonly gained: bigint }[];
}

/** What happened to pools' reserves, in the order of the changes. */
export function poolMoves(changes: readonly LedgerEntryChangeWire[]): PoolMove[] {
  const after = new Map<string, LiquidityPoolEntryWire>();
  for (const change of changes) {
    const pool = change.type === 1 ? poolIn(change.updated) : undefined;
    if (pool) after.set(hex(pool.liquidityPoolId), pool);
  }
  return changes.flatMap((change) => {
    const before = change.type === 3 ? poolIn(change.state) : undefined;
    if (!before) return [];
    const { params, reserveA, reserveB } = before.body.constantProduct;
    const now = after.get(hex(before.liquidityPoolId))?.body.constantProduct;
    const parts = [
      { asset: params.assetA, gained: (now?.reserveA ?? 0n) - reserveA },
      { asset: params.assetB, gained: (now?.reserveB ?? 0n) - reserveB },
    ];
    return [{ poolId: before.liquidityPoolId, parts }];
  });
}

/** The claimable balance that is gone with these changes. */
export function removedBalance(changes: readonly LedgerEntryChangeWire[]): ClaimableBalanceEntryWire | undefined {
  for (const change of changes) {
    if (change.type === 3 && change.state.data.type === 4) return change.state.data.claimableBalance;
  }
  return undefined;
}

/** The flags that a trust line has after these changes; undefined where it is not among them. */
export function lineFlags(
  changes: readonly LedgerEntryChangeWire[],
  holder: PublicKeyWire,
  asset: AssetWire,
): number | undefined {
  for (const change of changes) {
    if (change.type !== 1 || change.updated.data.type !== 1) continue;
    const { trustLine } = change.updated.data;
    if (trustLine.asset.type === 3 || !sameAccount(trustLine.accountId, holder)) continue;
    if (sameAsset(trustLine.asset, asset)) return trustLine.flags;
  }
  return undefined;
}

function poolIn({ data }: LedgerEntryWire): LiquidityPoolEntryWire | undefined {
  return data.type === 5 ? data.liquidityPool : undefined;
}

import type { AssetWire, ContractEventWire, LedgerEntryChangeWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import { isIssuer } from "#server/embedded/stellar/ledger/assets.ts";
import { LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { revokedBalanceId } from "#server/embedded/stellar/ledger/revocation.ts";
import type { RevokingOperation } from "#server/embedded/stellar/ledger/revocation.ts";
import { claimableBalanceAddress, poolAddress } from "./asset-events.ts";
import type { AssetEvents } from "./asset-events.ts";
import { lineFlags, poolMoves } from "./changed-entries.ts";

interface Revocation {
  readonly changes: readonly LedgerEntryChangeWire[];
  readonly place: RevokingOperation;
}

/** What became of the pool shares of somebody whose authorization ends, then how they stand now. */
export function trustEvents(
  trustor: PublicKeyWire,
  asset: AssetWire,
  { changes, place }: Revocation,
  write: AssetEvents,
): ContractEventWire[] {
  const left = poolMoves(changes).flatMap(({ poolId, parts }) =>
    parts.flatMap(({ asset: part, gained }) => {
      if (gained === 0n) return [];
      if (isIssuer(trustor, part)) return [write.burn(part, poolAddress(poolId), -gained)];
      const balance = claimableBalanceAddress(revokedBalanceId(place, poolId, part));
      return [write.movement(part, poolAddress(poolId), balance, -gained, false)];
    }),
  );
  const isAuthorized = ((lineFlags(changes, trustor, asset) ?? 0) & LineFlag.authorized) !== 0;
  return [...left, write.setAuthorized(asset, trustor, isAuthorized)];
}

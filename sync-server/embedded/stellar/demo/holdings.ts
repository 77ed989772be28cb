import type { AssetWire, OfferEntryWire } from "@stellar/stellar-sdk/xdr";
import { poolIdOf } from "#server/embedded/stellar/ledger/assets.ts";
import { hex, poolKey, sameAsset, trustlineKey } from "#server/embedded/stellar/ledger/keys.ts";
import { trustLineIn } from "#server/embedded/stellar/ledger/lines.ts";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import type { Actor } from "./cast.ts";

/** What an actor holds of an asset, in stroops: 0 where it has no account or no trust line. */
export function holdingOf(state: LedgerState, actor: Actor, asset: AssetWire): bigint {
  if (asset.type === 0) return state.peekAccount(actor.id)?.balance ?? 0n;
  return trustLineIn(state.peek(trustlineKey(actor.id, asset)))?.balance ?? 0n;
}

/** All offers of an actor. */
export function offersOf(state: LedgerState, actor: Actor): OfferEntryWire[] {
  return state.book.ofSeller(hex(actor.id.ed25519)).flatMap((key) => {
    const data = state.peek(key)?.data;
    return data?.type === 2 ? [data.offer] : [];
  });
}

/** What the pool of two assets holds of each; undefined where nobody has filled it. */
export function reservesOf(
  state: LedgerState,
  base: AssetWire,
  counter: AssetWire,
): { readonly base: bigint; readonly counter: bigint } | undefined {
  const data = state.peek(poolKey(poolIdOf(base, counter)))?.data;
  if (data?.type !== 5) return undefined;
  const { params, reserveA, reserveB, totalPoolShares } = data.liquidityPool.body.constantProduct;
  if (totalPoolShares === 0n) return undefined;
  return sameAsset(params.assetA, base) ? { base: reserveA, counter: reserveB } : { base: reserveB, counter: reserveA };
}

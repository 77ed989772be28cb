import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryDataWire } from "@stellar/stellar-sdk/xdr";
import { accountIdOf } from "./addresses.ts";
import { readOffer, readPool } from "./market-entries.ts";
import type { LedgerOffer, LedgerPool } from "./markets.ts";

/** An offer by its number, and whose (G...) it is. */
export interface OfferRef {
  readonly seller: string;
  readonly offerId: string;
}

/** Those of some offers that are there, by their numbers. */
export interface Offers {
  /** The oldest ledger that any of them was looked for in. */
  readonly ledger: number;
  readonly byId: ReadonlyMap<string, LedgerOffer>;
}

/** Those of some pools that are there, by their ids (hex), and what an account holds of them. */
export interface Pools {
  /** The oldest ledger that any of them was looked for in. */
  readonly ledger: number;
  readonly byId: ReadonlyMap<string, LedgerPool>;
  /** Stroops; absent where the account has no line for them. */
  readonly shares: ReadonlyMap<string, bigint>;
}

/** An entry as a node tells it, and the ledger that last changed it. */
export interface DatedEntry {
  readonly data: LedgerEntryDataWire;
  readonly ledger: number;
}

export function offerKeyOf({ seller, offerId }: OfferRef): xdr.LedgerKey {
  return xdr.LedgerKey.fromXdrObject({
    type: 2,
    offer: { sellerId: accountIdOf(seller), offerId: BigInt(offerId) },
  });
}

/** The pool, and the line of an account that holds its shares. */
export function poolKeysOf(poolId: string, holder: string): xdr.LedgerKey[] {
  const liquidityPoolId = Buffer.from(poolId, "hex");
  return [
    xdr.LedgerKey.fromXdrObject({ type: 5, liquidityPool: { liquidityPoolId } }),
    xdr.LedgerKey.fromXdrObject({
      type: 1,
      trustLine: { accountId: accountIdOf(holder), asset: { type: 3, liquidityPoolId } },
    }),
  ];
}

export function offersIn(entries: readonly DatedEntry[]): ReadonlyMap<string, LedgerOffer> {
  const offers = entries.flatMap(({ data, ledger }) => (data.type === 2 ? [readOffer(data.offer, ledger)] : []));
  return new Map(offers.map((offer) => [offer.offerId, offer]));
}

export function poolsIn(entries: readonly DatedEntry[]): Pick<Pools, "byId" | "shares"> {
  const pools = entries.flatMap(({ data, ledger }) => (data.type === 5 ? [readPool(data.liquidityPool, ledger)] : []));
  const shares = new Map<string, bigint>();
  for (const { data } of entries) {
    if (data.type !== 1 || data.trustLine.asset.type !== 3) continue;
    shares.set(Buffer.from(data.trustLine.asset.liquidityPoolId).toString("hex"), data.trustLine.balance);
  }
  return { byId: new Map(pools.map((pool) => [pool.poolId, pool])), shares };
}

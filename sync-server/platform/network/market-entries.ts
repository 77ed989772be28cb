import type { LedgerEntryWire, OfferEntryWire } from "@stellar/stellar-sdk/xdr";
import { addressOf } from "./addresses.ts";
import { type AssetName, assetNameOf } from "./assets.ts";
import type { LedgerOffer, LedgerPool } from "./markets.ts";

export function readOffer(offer: OfferEntryWire, ledger: number): LedgerOffer {
  return {
    offerId: String(offer.offerId),
    seller: addressOf(offer.sellerId),
    selling: nameOf(offer.selling),
    buying: nameOf(offer.buying),
    amount: offer.amount,
    price: { n: offer.price.n, d: offer.price.d },
    ledger,
  };
}

type PoolEntry = Extract<LedgerEntryWire["data"], { type: 5 }>["liquidityPool"];

export function readPool({ liquidityPoolId, body }: PoolEntry, ledger: number): LedgerPool {
  const { params, reserveA, reserveB, totalPoolShares, poolSharesTrustLineCount } = body.constantProduct;
  return {
    poolId: Buffer.from(liquidityPoolId).toString("hex"),
    assetA: nameOf(params.assetA),
    assetB: nameOf(params.assetB),
    reserveA,
    reserveB,
    totalShares: totalPoolShares,
    feeBasisPoints: params.fee,
    holders: Number(poolSharesTrustLineCount),
    ledger,
  };
}

/** What can be traded always has a name. */
export function nameOf(asset: OfferEntryWire["selling"]): AssetName {
  const name = assetNameOf(asset);
  if (!name) throw new Error("an asset that is traded has neither a code nor an issuer");
  return name;
}

import type { Price } from "#schemas/values/money.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { LedgerOffer, LedgerPool, MarketChanges } from "#server/platform/network/markets.ts";
import { MarketIndex } from "./market-index.ts";

const XLM: AssetName = { assetCode: "XLM", issuer: "" };

/** XLM and others: so many assets. */
export function assetsOf(count: number): readonly AssetName[] {
  return [XLM, ...Array.from({ length: count - 1 }, (_, n) => ({ assetCode: `A${n}`, issuer: "GISSUER" }))];
}

export function anOffer(
  id: number,
  [selling, buying]: readonly [AssetName, AssetName],
  amount: bigint,
  price: Price,
  seller = "GMAKER",
): LedgerOffer {
  return { offerId: String(id), seller, selling, buying, amount, price, ledger: 1 };
}

export function aPool(
  id: number,
  [assetA, assetB]: readonly [AssetName, AssetName],
  reserveA: bigint,
  reserveB: bigint,
): LedgerPool {
  const poolId = id.toString(16).padStart(64, "0");
  return { poolId, assetA, assetB, reserveA, reserveB, totalShares: 1n, feeBasisPoints: 30, holders: 1, ledger: 1 };
}

export function anIndex(
  assets: readonly AssetName[],
  offers: readonly LedgerOffer[],
  pools: readonly LedgerPool[] = [],
): MarketIndex {
  const index = new MarketIndex(assets);
  index.load(offers, pools, 1);
  return index;
}

export function someChanges(changes: Partial<MarketChanges>): MarketChanges {
  return { offers: [], goneOffers: [], pools: [], gonePools: [], trades: [], ...changes };
}

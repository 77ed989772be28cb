import { DAY_SECONDS, earned } from "#schemas/values/accrual.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { type AssetName, isSameAsset } from "#server/platform/network/assets.ts";
import { rateAt } from "./offer-rates.ts";
import type { OfferDocument } from "./store.ts";

/** What flexible stakes of an asset earn in a day by now, in stroops; `now` in seconds. */
export function dailyOf(offers: readonly OfferDocument[], asset: AssetName, now: number): bigint {
  return offers
    .filter((offer) => isSameAsset(offer, asset) && offer.lockupPeriod === 0)
    .reduce((sum, offer) => sum + earned(parseAmount(offer.totalStaked), BigInt(rateAt(offer, now)), DAY_SECONDS), 0n);
}

/** How many days so much pays that; null where there is nothing to be paid. */
export function reachOf(free: bigint, daily: bigint): number | null {
  if (daily === 0n) return null;
  const days = free <= 0n ? 0n : free / daily;
  return Number(days > 1_000_000n ? 1_000_000n : days);
}

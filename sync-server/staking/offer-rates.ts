import type { OfferRate } from "#schemas/staking.ts";
import { inForce, ppmOf, secondsOf } from "#schemas/values/accrual.ts";
import type { StoredOffer } from "./store.ts";

/** The yearly rate of an offer at a time (seconds), in millionths. */
export function rateAt({ rates, rewardRate }: Pick<StoredOffer, "rates" | "rewardRate">, at: number): number {
  const listed = rates.map(({ from, ratePpm }: OfferRate) => ({ from: secondsOf(from), ratePpm }));
  return inForce(listed, at)?.ratePpm ?? ppmOf(rewardRate) ?? 0;
}

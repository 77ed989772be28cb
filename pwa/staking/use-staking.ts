import { useMemo, useSyncExternalStore } from "react";
import { unpaidOf } from "#schemas/stake-reckoning.ts";
import type { OfferRate, StakeRow, StakingOfferRow } from "#schemas/staking.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";

export type Offer = LocalRow<"staking_config">;
export type Stake = LocalRow<"user_stakes">;
export type Reward = LocalRow<"staking_rewards">;

export interface Staking {
  /** Open ones, as operators have ordered them. */
  readonly offers: readonly Offer[];
  /** The newest first; what is over and paid stands last. */
  readonly stakes: readonly Stake[];
  readonly ratesOf: (stake: Pick<StakeRow, "stakingConfigId">) => readonly OfferRate[];
  readonly isLoading: boolean;
}

const NO_RATES: readonly OfferRate[] = [];

/** Offers and own stakes, all from this device's rows. */
export function useStaking(): Staking {
  const offers = useRows("staking_config");
  const stakes = useRows("user_stakes");
  return useMemo(() => {
    const byId = new Map(offers.rows.map((offer) => [offer.id, offer]));
    return {
      offers: offers.rows.filter(({ active }) => active).toSorted(byOrder),
      stakes: stakes.rows.toSorted((one, other) => rankOf(one) - rankOf(other) || other.id - one.id),
      ratesOf: ({ stakingConfigId }) => byId.get(stakingConfigId)?.rates ?? NO_RATES,
      isLoading: offers.isLoading || stakes.isLoading,
    };
  }, [offers, stakes]);
}

function byOrder(one: StakingOfferRow | Offer, other: StakingOfferRow | Offer): number {
  return Number(other.featured) - Number(one.featured) || one.displayOrder - other.displayOrder || one.id - other.id;
}

function rankOf({ status }: Stake): number {
  return status === "withdrawn" || status === "failed" ? 1 : 0;
}

const TICK_MS = 1000;

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

function never(): () => void {
  return () => undefined;
}

/** What a stake has earned and was not paid, in stroops, by the very function that the server pays by; it ticks while it earns. */
export function useUnpaid(stake: Stake, rates: readonly OfferRate[]): bigint {
  const isEarning = stake.status === "active";
  const seconds = useSyncExternalStore(isEarning ? everySecond : never, nowSeconds);
  return unpaidOf(stake, rates, seconds);
}

export function nowSeconds(): number {
  return Math.floor(nowMs() / TICK_MS);
}

import { plural, t } from "@lingui/core/macro";
import { formatPercent } from "#pwa/ui/format.ts";
import { inForce, percentOf, secondsOf } from "#schemas/values/accrual.ts";
import type { StakingOfferRow } from "#schemas/staking.ts";
import { nowSeconds, type Offer, type Reward, type Stake } from "./use-staking.ts";

/** The rate of an offer now, in percent. */
export function rateNow({ rates, rewardRate }: Pick<StakingOfferRow, "rates" | "rewardRate">): string {
  const listed = rates.map(({ from, ratePpm }) => ({ from: secondsOf(from), ratePpm }));
  const found = inForce(listed, nowSeconds());
  return found === undefined ? rewardRate : percentOf(found.ratePpm);
}

/** The rate that is told to come; null for none. */
export function rateToCome({ rates }: Pick<Offer, "rates">): { readonly rate: string; readonly atMs: number } | null {
  const next = rates.find(({ from }) => secondsOf(from) > nowSeconds());
  return next === undefined ? null : { rate: percentOf(next.ratePpm), atMs: Date.parse(next.from) };
}

export function rateWords(percent: string): string {
  const rate = formatPercent(percent);
  return t`${rate} APR, simple`;
}

export function lockWords(days: number): string {
  return days === 0
    ? t`Flexible: out at any time`
    : plural(days, { one: "Locked for # day", other: "Locked for # days" });
}

export function statusWords({ status, endDate }: Pick<Stake, "status" | "endDate">): string {
  switch (status) {
    case "pending":
      return t({ message: "On its way", context: "state of a stake" });
    case "active":
      return endDate !== null && secondsOf(endDate) <= nowSeconds()
        ? t({ message: "Unlocked", context: "state of a stake" })
        : t({ message: "Earning", context: "state of a stake" });
    case "withdrawing":
      return t({ message: "Coming back", context: "state of a stake" });
    case "withdrawn":
      return t({ message: "Taken out", context: "state of a stake" });
    case "failed":
      return t({ message: "Not staked", context: "state of a stake" });
  }
}

export function statusTone({ status }: Pick<Stake, "status">): "up" | "accent" | "neutral" | "down" {
  switch (status) {
    case "active":
      return "up";
    case "pending":
    case "withdrawing":
      return "accent";
    case "failed":
      return "down";
    case "withdrawn":
      return "neutral";
  }
}

export function rewardWords(status: Reward["status"]): string {
  switch (status) {
    case "accrued":
      return t({ message: "Earned", context: "state of a reward" });
    case "paying":
      return t({ message: "On its way", context: "state of a reward" });
    case "paid":
      return t({ message: "Paid", context: "state of a reward" });
    case "forfeited":
      return t({ message: "Given up", context: "state of a reward" });
  }
}

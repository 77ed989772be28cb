import { plural, t } from "@lingui/core/macro";
import { dollars } from "#pwa/parts/affiliate/dollars.ts";
import { formatPercent } from "#pwa/ui/format.ts";
import type { AffiliatePayoutStatus, AffiliateWait } from "#schemas/affiliate.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { coverOf } from "#schemas/affiliate-reckoning.ts";
import type { Terms } from "./use-affiliate.ts";

/** What somebody of a level earns one, in a sentence. */
export function levelWords({ rewardType }: Pick<Terms, "rewardType">, value: string, level: number): string {
  const worth = rewardType === "flat" ? dollars(parseAmount(value)) : formatPercent(value);
  if (rewardType === "flat")
    return level === 1
      ? t`${worth} for the first deposit or trade of somebody whom your link brought`
      : t`${worth} for the first deposit or trade of somebody at level ${level}, brought by somebody of the level before`;
  return level === 1
    ? t`${worth} of the fees that we collect from people whom your link brought`
    : t`${worth} of the fees of people at level ${level}, brought by people of the level before`;
}

/** What has to have been collected before a flat reward is paid; null where rewards are of fees. */
export function coverWords({ rewardType, levels }: Pick<Terms, "rewardType" | "levels">): string | null {
  if (rewardType === "percent") return null;
  const cover = dollars(coverOf(levels.reduce((sum, value) => sum + parseAmount(value), 0n)));
  return t`A reward is paid once we have collected ${cover} in fees from the person it is for.`;
}

export function heldWords(days: number): string {
  return days === 0 ? t`Not at all` : plural(days, { one: "# day", other: "# days" });
}

/** Why what could be paid is not; null where nothing has it wait. */
export function waitWords(waits: AffiliateWait, least: string): string | null {
  const amount = dollars(parseAmount(least));
  switch (waits) {
    case "":
      return null;
    case "below-minimum":
      return t`Payouts begin at ${amount}. What you have is carried over until then.`;
    case "frozen":
      return t`Some of your rewards wait, because an account that they came through is frozen. Nothing is lost.`;
    case "checked":
      return t`Some of your rewards are being looked at by the operator. They are paid or taken back with a reason.`;
  }
}

export function payoutTone(status: AffiliatePayoutStatus): "up" | "down" | "neutral" {
  if (status === "paid") return "up";
  return status === "failed" ? "down" : "neutral";
}

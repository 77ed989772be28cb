import { MAX_SHARE_PPM, type RewardType } from "./affiliate.ts";
import { MILLION, ppmOf, shareOf } from "./values/accrual.ts";
import { parseAmount } from "./values/money.ts";

/** What rewards are reckoned by: each level's value is an amount of USD, or percent of what was collected. */
export interface RewardTerms {
  readonly rewardType: RewardType;
  /** The nearest level first. */
  readonly levels: readonly string[];
}

/** What a fee earns level by level, in ten-millionths of a dollar, rounded down; nothing where rewards are flat. */
export function feeRewards({ rewardType, levels }: RewardTerms, fee: bigint): readonly bigint[] {
  return rewardType === "flat" ? [] : levels.map((percent) => shareOf(fee, BigInt(ppmOf(percent) ?? 0)));
}

/** What the first deposit or trade earns level by level, in ten-millionths of a dollar; nothing where rewards are of fees. */
export function firstRewards({ rewardType, levels }: RewardTerms): readonly bigint[] {
  return rewardType === "percent" ? [] : levels.map(parseAmount);
}

/**
 * The fees that have to have come from somebody before flat rewards for them, of this sum in all, are paid: so much that all of them are at most
 * {@link MAX_SHARE_PPM} of it. Without it, whoever makes accounts for oneself would be paid for it.
 */
export function coverOf(rewards: bigint): bigint {
  const share = BigInt(MAX_SHARE_PPM);
  return (rewards * MILLION + share - 1n) / share;
}

/** Whether all levels together stay within {@link MAX_SHARE_PPM} of a fee; flat ones are held to it when they are paid. */
export function isWithinCap({ rewardType, levels }: RewardTerms): boolean {
  return (
    rewardType === "flat" || levels.reduce((sum, percent) => sum + (ppmOf(percent) ?? Infinity), 0) <= MAX_SHARE_PPM
  );
}

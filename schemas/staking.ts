import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { AssetCode, Id } from "./values/fields.ts";
import { Amount, Decimal } from "./values/money.ts";

/** An offer to stake: `rewardRate` and `earlyWithdrawalFee` in percent (a year, and of the amount), `lockupPeriod` in days. */
export const StakingConfig = entity("staking_config", {
  assetCode: AssetCode,
  issuer: optionalText,
  name: v.string(),
  description: optionalText,
  imageUrl: optionalText,
  rewardRate: Decimal,
  minStakeAmount: Amount,
  lockupPeriod: v.pipe(v.number(), v.integer(), v.minValue(0)),
  earlyWithdrawalFee: v.optional(Decimal, "0"),
  active: v.optional(v.boolean(), true),
  featured: v.optional(v.boolean(), false),
  displayOrder: v.optional(v.number(), 0),
  totalStaked: v.optional(Amount, "0"),
});

export const UserStakes = entity("user_stakes", {
  userId: Id,
  stakingConfigId: Id,
  amount: Amount,
  startDate: StoredDate,
  endDate: optionalDate,
  lastRewardDate: optionalDate,
  accruedRewards: v.optional(Amount, "0"),
  status: v.picklist(["pending", "active", "withdrawing", "withdrawn", "failed"]),
  earlyWithdrawal: v.optional(v.boolean(), false),
});

export const StakingRewards = entity("staking_rewards", {
  userStakeId: Id,
  amount: Amount,
  timestamp: StoredDate,
  status: v.picklist(["accrued", "paying", "paid", "forfeited"]),
  transactionId: optionalInteger,
});

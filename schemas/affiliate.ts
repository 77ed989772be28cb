import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { AssetCode, Id } from "./values/fields.ts";
import { Amount, Decimal } from "./values/money.ts";

const REWARD_ASSET = "USD";

/** The terms of the affiliate programme. */
export const AffiliateConfig = entity("affiliate_config", {
  rewardType: v.picklist(["flat", "percent"]),
  rewardAsset: v.optional(AssetCode, REWARD_ASSET),
  rewardValue: Decimal,
  minPayout: Amount,
  payoutSchedule: v.string(),
  nextPayoutDate: optionalDate,
  commissionLevels: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  active: v.optional(v.boolean(), true),
});

/** A user's place in the programme, one per user. */
export const AffiliateProgram = entity(
  "affiliate_program",
  {
    userId: Id,
    affiliateCode: v.string(),
    referralLink: v.string(),
    clickCount: v.optional(v.number(), 0),
    signupCount: v.optional(v.number(), 0),
    pendingReward: v.optional(Amount, "0"),
    totalEarned: v.optional(Amount, "0"),
    rewardAsset: v.optional(AssetCode, REWARD_ASSET),
    lastPayout: optionalDate,
    referrerId: optionalInteger,
  },
  [["userId"], ["affiliateCode"], ["referralLink"]],
);

export const AffiliateClicks = entity("affiliate_clicks", {
  affiliateId: Id,
  ipAddress: v.string(),
  userAgent: v.string(),
  referrer: optionalText,
  timestamp: StoredDate,
  converted: v.optional(v.boolean(), false),
});

export const AffiliatePayouts = entity("affiliate_payouts", {
  affiliateId: Id,
  amount: Amount,
  asset: AssetCode,
  status: v.optional(v.picklist(["pending", "paying", "paid", "failed"]), "pending"),
  transactionId: optionalInteger,
  payoutDate: optionalDate,
});

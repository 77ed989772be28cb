import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { DETAIL_LENGTH } from "./notifications.ts";
import { syncRow } from "./sync-row.ts";
import { AssetCode, Id, Instant, textUpTo } from "./values/fields.ts";
import { Amount, Decimal } from "./values/money.ts";

const REWARD_ASSET = "USD";
/** How far up from whoever paid a fee rewards can go. */
export const MAX_LEVELS = 5;
/** What all levels together may be of a fee, in millionths: whoever pays fees to oneself gets back half of them at most. */
export const MAX_SHARE_PPM = 500_000;
/** Days that are told one by one. */
export const TOLD_DAYS = 90;

export const RewardType = v.picklist(["flat", "percent"]);
export type RewardType = v.InferOutput<typeof RewardType>;
export const PayoutSchedule = v.picklist(["manual", "daily", "weekly", "monthly"]);
export type PayoutSchedule = v.InferOutput<typeof PayoutSchedule>;

/** The terms of the affiliate programme. */
export const AffiliateConfig = entity("affiliate_config", {
  rewardType: RewardType,
  rewardAsset: v.optional(AssetCode, REWARD_ASSET),
  rewardValue: Decimal,
  minPayout: Amount,
  payoutSchedule: PayoutSchedule,
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

export const AffiliatePayoutStatus = v.picklist(["pending", "paying", "paid", "failed"]);
export type AffiliatePayoutStatus = v.InferOutput<typeof AffiliatePayoutStatus>;

export const AffiliatePayouts = entity("affiliate_payouts", {
  affiliateId: Id,
  amount: Amount,
  asset: AssetCode,
  status: v.optional(AffiliatePayoutStatus, "pending"),
  transactionId: optionalInteger,
  payoutDate: optionalDate,
});

/** The terms as everybody's device has them; there is one row at most. */
export const AffiliateTermsRow = syncRow({
  rewardType: RewardType,
  rewardAsset: AssetCode,
  /** By level, the nearest first: of a flat reward in `rewardAsset`, else percent of the fees that were collected. */
  levels: v.array(Decimal),
  rewardValue: Decimal,
  commissionLevels: v.number(),
  minPayout: Amount,
  payoutSchedule: PayoutSchedule,
  /** Null where operators begin each payout. */
  nextPayoutDate: v.nullable(Instant),
  holdDays: v.number(),
  /** What payouts are made in. */
  assetCode: AssetCode,
  issuer: textUpTo(56),
  active: v.boolean(),
  version: Id,
});
export type AffiliateTermsRow = v.InferOutput<typeof AffiliateTermsRow>;

/** A day (UTC) that is over, in sums: never who it was. */
export const AffiliateDay = v.strictObject({
  day: v.string(),
  clicks: v.number(),
  signups: v.number(),
  earned: Amount,
});
export type AffiliateDay = v.InferOutput<typeof AffiliateDay>;

/** Why rewards that could be paid are not. */
export const AffiliateWait = v.picklist(["", "below-minimum", "frozen", "checked"]);
export type AffiliateWait = v.InferOutput<typeof AffiliateWait>;

/** One's own place, as one's devices have it: sums alone. */
export const AffiliateProgramRow = syncRow({
  affiliateCode: textUpTo(20),
  /** From this server's address on: `/r/{code}`. */
  referralLink: textUpTo(40),
  isRenamed: v.boolean(),
  clickCount: v.number(),
  signupCount: v.number(),
  rewardAsset: AssetCode,
  /** In `rewardAsset`, of days that are over: held, could be paid, on their way, and paid. */
  pendingReward: Amount,
  payableReward: Amount,
  payingReward: Amount,
  totalEarned: Amount,
  lastPayout: v.nullable(Instant),
  waits: AffiliateWait,
  days: v.array(AffiliateDay),
});
export type AffiliateProgramRow = v.InferOutput<typeof AffiliateProgramRow>;

/** What one is paid at once: what it counts as, and what it is paid in at which price. */
export const AffiliatePayoutRow = syncRow({
  amount: Amount,
  rewardAsset: AssetCode,
  /** USD for one of `asset`. */
  price: Decimal,
  paid: Amount,
  asset: AssetCode,
  issuer: textUpTo(56),
  status: AffiliatePayoutStatus,
  payoutDate: Instant,
  hash: textUpTo(64),
  reason: textUpTo(DETAIL_LENGTH),
});
export type AffiliatePayoutRow = v.InferOutput<typeof AffiliatePayoutRow>;

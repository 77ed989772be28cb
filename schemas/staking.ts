import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { DETAIL_LENGTH } from "./notifications.ts";
import { syncRow } from "./sync-row.ts";
import { AssetCode, Id, Instant, textUpTo } from "./values/fields.ts";
import { Amount, Decimal } from "./values/money.ts";

/** A rate is changed so long before it counts, at least. */
export const RATE_NOTICE_DAYS = 7;
export const MAX_LOCKUP_DAYS = 3650;
/** Stakes of one person that are not over. */
export const MAX_OPEN_STAKES = 100;
/** How often one stake can be taken out in parts: each makes a segment of its own. */
export const MAX_PARTS = 100;

/** In millionths. */
const Ppm = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000));
const Days = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_LOCKUP_DAYS));

/** A flexible offer's rate from a time on. The list is only ever added to: what was promised stays. */
export const OfferRate = v.strictObject({ from: Instant, ratePpm: Ppm });
export type OfferRate = v.InferOutput<typeof OfferRate>;

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

export const StakeStatus = v.picklist(["pending", "active", "withdrawing", "withdrawn", "failed"]);
export type StakeStatus = v.InferOutput<typeof StakeStatus>;

export const UserStakes = entity("user_stakes", {
  userId: Id,
  stakingConfigId: Id,
  amount: Amount,
  startDate: StoredDate,
  endDate: optionalDate,
  lastRewardDate: optionalDate,
  accruedRewards: v.optional(Amount, "0"),
  status: StakeStatus,
  earlyWithdrawal: v.optional(v.boolean(), false),
});

export const RewardStatus = v.picklist(["accrued", "paying", "paid", "forfeited"]);
export type RewardStatus = v.InferOutput<typeof RewardStatus>;

export const StakingRewards = entity("staking_rewards", {
  userStakeId: Id,
  amount: Amount,
  timestamp: StoredDate,
  status: RewardStatus,
  transactionId: optionalInteger,
});

/** An offer as everybody's device has it. */
export const StakingOfferRow = syncRow({
  assetCode: AssetCode,
  /** Empty for XLM. */
  issuer: textUpTo(56),
  name: textUpTo(60),
  description: textUpTo(1000),
  imageUrl: textUpTo(300),
  rewardRate: Decimal,
  minStakeAmount: Amount,
  /** Days; 0 for one that is left at any time. */
  lockupPeriod: Days,
  earlyWithdrawalFee: Decimal,
  active: v.boolean(),
  featured: v.boolean(),
  displayOrder: v.number(),
  /** By this offer, in the vault. */
  totalStaked: Amount,
  /** Rises with each change of its terms. */
  version: Id,
  /** Of a flexible one, in order; none of others, whose rate is on each stake. */
  rates: v.array(OfferRate),
});
export type StakingOfferRow = v.InferOutput<typeof StakingOfferRow>;

/** What a stake was agreed to: nothing that is changed of its offer changes it. */
export const StakeTerms = v.strictObject({
  /** The offer's when it was staked. */
  version: Id,
  /** A year; of a flexible one at the beginning, and then as the offer's list says. */
  ratePpm: Ppm,
  /** 0 for one that is left at any time. */
  lockupDays: Days,
  /** Of the amount, where it is taken out before its end. */
  earlyFeePpm: Ppm,
});
export type StakeTerms = v.InferOutput<typeof StakeTerms>;

/** What is on its way out of a stake. */
export const StakeWithdrawal = v.strictObject({
  /** Up to when it earns. */
  at: Instant,
  amount: Amount,
  /** What arrives of that, without rewards. */
  receives: Amount,
  isEarly: v.boolean(),
});
export type StakeWithdrawal = v.InferOutput<typeof StakeWithdrawal>;

/** A stake as its owner's devices have it: with its offer's rates, all that its rewards are reckoned from. */
export const StakeRow = syncRow({
  stakingConfigId: Id,
  assetCode: AssetCode,
  issuer: textUpTo(56),
  /** What its offer was called. */
  name: textUpTo(60),
  /** What was staked, and what of it is still in the vault. */
  amount: Amount,
  left: Amount,
  terms: StakeTerms,
  /** The close of the ledger that took it in; until then, of its acceptance. */
  startDate: Instant,
  /** When it is unlocked; null for one that is left at any time. */
  endDate: v.nullable(Instant),
  /** What of it earns, from when on. */
  principals: v.array(v.strictObject({ from: Instant, amount: Amount })),
  /** When it stopped to earn; null before. */
  stoppedAt: v.nullable(Instant),
  status: StakeStatus,
  earlyWithdrawal: v.boolean(),
  withdrawing: v.nullable(StakeWithdrawal),
  /** Of its rewards: paid by the pool, on their way, and given up by leaving early. */
  paid: Amount,
  paying: Amount,
  forfeited: Amount,
  /** Why it failed, or was not paid out; empty otherwise. */
  reason: textUpTo(DETAIL_LENGTH),
});
export type StakeRow = v.InferOutput<typeof StakeRow>;

/** What a stake earned in a part of time, a day at most unless nights were missed. */
export const StakeRewardRow = syncRow({
  userStakeId: Id,
  assetCode: AssetCode,
  issuer: textUpTo(56),
  amount: Amount,
  from: Instant,
  timestamp: Instant,
  status: RewardStatus,
  /** Of the transaction that paid it; empty before. */
  hash: textUpTo(64),
});
export type StakeRewardRow = v.InferOutput<typeof StakeRewardRow>;

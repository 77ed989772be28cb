import * as v from "valibot";
import { AffiliatePayoutStatus, MAX_LEVELS, PayoutSchedule, RewardType } from "./affiliate.ts";
import { isWithinCap } from "./affiliate-reckoning.ts";
import { LIST_FILTERS, NextRow, RowPlace } from "./list-filters.ts";
import { ppmOf } from "./values/accrual.ts";
import { ACCOUNT_PATTERN, AssetCode, Id, Instant, NATIVE_CODE, reasonText, textUpTo } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";
import { Amount, Decimal, isAmount, parseAmount } from "./values/money.ts";

/** Levels of a flat reward are dollars, others percent. */
function areValues({ rewardType, levels }: { readonly rewardType: RewardType; readonly levels: readonly string[] }) {
  return levels.every((value) =>
    rewardType === "flat" ? isAmount(value) && parseAmount(value) > 0n : (ppmOf(value) ?? 0) > 0,
  );
}

/** The terms, as operators set them. */
export const AffiliateTermsFields = v.strictObject({
  rewardType: RewardType,
  levels: v.pipe(v.array(Decimal), v.minLength(1, says("affiliate-levels")), v.maxLength(MAX_LEVELS)),
  minPayout: Amount,
  payoutSchedule: PayoutSchedule,
  holdDays: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(365)),
  assetCode: AssetCode,
  issuer: textUpTo(56),
  active: v.boolean(),
  /** Payouts that come to more than this, in dollars, take two operators. */
  fourEyesAbove: Amount,
});
export type AffiliateTermsFields = v.InferOutput<typeof AffiliateTermsFields>;

export const AffiliateTermsInput = v.pipe(
  v.strictObject({ ...AffiliateTermsFields.entries, reason: reasonText(500) }),
  v.forward(v.partialCheck([["rewardType"], ["levels"]], areValues, says("affiliate-levels")), ["levels"]),
  v.forward(v.partialCheck([["rewardType"], ["levels"]], isWithinCap, says("affiliate-share")), ["levels"]),
  v.forward(
    v.partialCheck(
      [["assetCode"], ["issuer"]],
      ({ assetCode, issuer }) => (assetCode === NATIVE_CODE ? issuer === "" : ACCOUNT_PATTERN.test(issuer)),
      says("asset-key"),
    ),
    ["assetCode"],
  ),
);
export type AffiliateTermsInput = v.InferOutput<typeof AffiliateTermsInput>;

export const RewardState = v.picklist(["unpriced", "pending", "payable", "paying", "paid", "reversed"]);
export type RewardState = v.InferOutput<typeof RewardState>;
export const SignalKind = v.picklist(["device", "payout-address", "funding-source", "burst"]);
export type SignalKind = v.InferOutput<typeof SignalKind>;

/** Dollars with a sign: what is taken back is below nothing. */
const Signed = v.pipe(v.string(), v.regex(/^-?\d{1,15}\.\d{7}$/));

/** A reward, as operators see it: of an event at one level. */
export const AffiliateReward = v.strictObject({
  id: Id,
  /** Who gets it, and through whom. */
  userId: Id,
  referredUserId: Id,
  level: v.number(),
  kind: v.picklist(["fee", "first", "reversal"]),
  eventId: v.string(),
  /** What was collected, of a fee; zero of others. */
  fee: Amount,
  assetCode: AssetCode,
  issuer: v.string(),
  /** Null while no price is known. */
  amount: v.nullable(Signed),
  at: Instant,
  /** Until when it is held at least. */
  heldUntil: Instant,
  state: RewardState,
  /** Signals that hold it. */
  signals: v.array(SignalKind),
  /** Whether enough was collected for it. */
  isCovered: v.boolean(),
  payoutId: v.nullable(v.number()),
  reason: v.string(),
});
export type AffiliateReward = v.InferOutput<typeof AffiliateReward>;

export const AffiliateRewardsQuery = v.strictObject({ ...LIST_FILTERS, after: v.optional(RowPlace) });
export type AffiliateRewardsQuery = v.InferOutput<typeof AffiliateRewardsQuery>;
/** 100 at most, the newest first. */
export const AffiliateRewardsOutput = v.strictObject({ rewards: v.array(AffiliateReward), next: NextRow });
export type AffiliateRewardsOutput = v.InferOutput<typeof AffiliateRewardsOutput>;

/** What makes rewards of two people wait for an operator. */
export const AffiliateSignal = v.strictObject({
  id: Id,
  userId: Id,
  referredUserId: Id,
  kind: SignalKind,
  detail: v.string(),
  at: Instant,
  /** What waits for it, in dollars. */
  held: Signed,
});
export type AffiliateSignal = v.InferOutput<typeof AffiliateSignal>;

export const AffiliatePayout = v.strictObject({
  id: Id,
  userId: Id,
  amount: Amount,
  price: Decimal,
  paid: Amount,
  asset: AssetCode,
  issuer: v.string(),
  status: AffiliatePayoutStatus,
  payoutDate: Instant,
  reason: v.string(),
});
export type AffiliatePayout = v.InferOutput<typeof AffiliatePayout>;

/** Payouts that are made together. */
export const AffiliateRun = v.strictObject({
  id: Id,
  at: Instant,
  /** Null where the schedule began it. */
  operatorId: v.nullable(v.number()),
  state: v.picklist(["paying", "done"]),
  /** The most that it pays, in dollars, and what it has paid or is paying. */
  limit: Amount,
  amount: Amount,
  payouts: v.number(),
  /** Why it waits; empty where it does not. */
  waits: v.string(),
});
export type AffiliateRun = v.InferOutput<typeof AffiliateRun>;

const Sum = v.strictObject({ state: RewardState, rewards: v.number(), amount: Signed });

export const AffiliateDeskOutput = v.strictObject({
  /** Null before they were set. */
  terms: v.nullable(
    v.strictObject({ ...AffiliateTermsFields.entries, version: Id, nextPayoutDate: v.nullable(Instant) }),
  ),
  people: v.strictObject({ affiliates: v.number(), referred: v.number() }),
  rewards: v.array(Sum),
  /** What payouts would come to now. */
  due: v.strictObject({ payouts: v.number(), amount: Amount }),
  /** What they are made from. */
  houseAddress: v.nullable(v.string()),
  spendable: Amount,
  runs: v.array(AffiliateRun),
  payouts: v.array(AffiliatePayout),
  signals: v.array(AffiliateSignal),
});
export type AffiliateDeskOutput = v.InferOutput<typeof AffiliateDeskOutput>;

export const AffiliateRowParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed number"), v.transform(Number)),
});

/** How it stands since. */
export const AffiliateDone = v.strictObject({ id: Id });

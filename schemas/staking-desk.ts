import * as v from "valibot";
import { MAX_LOCKUP_DAYS, StakeStatus, StakingOfferRow } from "./staking.ts";
import { ppmOf } from "./values/accrual.ts";
import { ACCOUNT_PATTERN, AssetCode, Instant, NATIVE_CODE, reasonText, textUpTo } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";
import { Amount, Decimal } from "./values/money.ts";

const Percent = v.pipe(
  Decimal,
  v.check((text) => (ppmOf(text) ?? Number.POSITIVE_INFINITY) <= 1_000_000, says("stake-percent")),
);
const LongRate = v.pipe(
  Percent,
  v.check((text) => (ppmOf(text) ?? 0) > 0, says("stake-percent")),
);

/** What an offer says, as operators set it. */
export const StakingOfferFields = v.strictObject({
  assetCode: AssetCode,
  issuer: textUpTo(56),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, says("stake-name")),
    v.maxLength(60, says("at-most", { most: 60 })),
  ),
  description: textUpTo(1000),
  /** Of the library's pictures, or none. */
  imageUrl: v.pipe(textUpTo(300), v.regex(/^(?:\/[\w./-]*)?$/, says("stake-picture"))),
  rewardRate: LongRate,
  minStakeAmount: Amount,
  lockupPeriod: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_LOCKUP_DAYS)),
  earlyWithdrawalFee: v.pipe(
    Percent,
    v.check((text) => (ppmOf(text) ?? 0) < 1_000_000, says("stake-percent")),
  ),
  active: v.boolean(),
  featured: v.boolean(),
  displayOrder: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(10_000)),
});
export type StakingOfferFields = v.InferOutput<typeof StakingOfferFields>;

function namesAsset({ assetCode, issuer }: Pick<StakingOfferFields, "assetCode" | "issuer">): boolean {
  return assetCode === NATIVE_CODE ? issuer === "" : ACCOUNT_PATTERN.test(issuer);
}

/** An offer as an operator sets it, and why. Another rate of a flexible one says from when, at least a week ahead. */
export const StakingOfferInput = v.pipe(
  v.strictObject({ ...StakingOfferFields.entries, rateFrom: v.optional(Instant), reason: reasonText(500) }),
  v.forward(v.partialCheck([["assetCode"], ["issuer"]], namesAsset, says("asset-key")), ["assetCode"]),
  v.forward(
    v.partialCheck(
      [["lockupPeriod"], ["earlyWithdrawalFee"]],
      ({ lockupPeriod, earlyWithdrawalFee }) => lockupPeriod > 0 || ppmOf(earlyWithdrawalFee) === 0,
      says("stake-flexible-fee"),
    ),
    ["earlyWithdrawalFee"],
  ),
);
export type StakingOfferInput = v.InferOutput<typeof StakingOfferInput>;

export const StakingOfferParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed offer number"), v.transform(Number)),
});

/** The vault and the pool of one asset. */
export const StakingPool = v.strictObject({
  assetCode: AssetCode,
  issuer: textUpTo(56),
  /** What the vault holds, and what stakes are in it. */
  vault: Amount,
  staked: Amount,
  /** What the pool can pay. */
  pool: Amount,
  /** What of that locked stakes earn to their end, and flexible ones have earned already. */
  promised: Amount,
  owed: Amount,
  /** What flexible stakes earn in a day by now. */
  daily: Amount,
  /** How long the rest pays flexible stakes, in days; null where there are none. */
  reachDays: v.nullable(v.number()),
  /** Why its staking is halted; empty where it is not. */
  halted: v.string(),
});
export type StakingPool = v.InferOutput<typeof StakingPool>;

const Counted = v.strictObject({ state: StakeStatus, stakes: v.number(), amount: Amount });

export const StakingDeskOutput = v.strictObject({
  offers: v.array(
    v.strictObject({ ...v.omit(StakingOfferRow, ["uid", "_deleted"]).entries, stakes: v.array(Counted) }),
  ),
  pools: v.array(StakingPool),
  /** Addresses of vault and pool; null before they were made. */
  vaultAddress: v.nullable(v.string()),
  poolAddress: v.nullable(v.string()),
});
export type StakingDeskOutput = v.InferOutput<typeof StakingDeskOutput>;

/** The offer as it is since. */
export const StakingOfferOutput = v.strictObject(v.omit(StakingOfferRow, ["uid", "_deleted"]).entries);
export type StakingOfferOutput = v.InferOutput<typeof StakingOfferOutput>;

import * as v from "valibot";
import { ToldRefusal } from "./said.ts";
import { StakeStatus, StakeWithdrawal } from "./staking.ts";
import { Entered, TRADE_CONFIRMATION, TRADE_COST } from "./trading.ts";
import { AssetCode, Id, IdempotencyKey, Instant, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";

/** A stake to be made: of the offer as it was seen, since its terms are kept on the stake. */
export const StakeWish = v.strictObject({ offerId: Id, version: Id, amount: Entered });
export type StakeWish = v.InferOutput<typeof StakeWish>;

/** What a stake takes and brings, and everything that stands against it, the first first. */
export const StakeCheckOutput = v.strictObject({
  ...TRADE_COST,
  /** Null where it cannot be read. */
  amount: v.nullable(Amount),
  /** If the ledger took it in now; null for one that is left at any time. */
  unlocksAt: v.nullable(Instant),
  /** What it earns to its end; of a flexible one in a year, if its rate stays. */
  rewards: Amount,
  /** What is back in the account at the end, with its rewards; null for a flexible one. */
  totalAtEnd: v.nullable(Amount),
  /** How many days the pool pays the flexible stakes that there are; null where there are none. */
  reachDays: v.nullable(v.number()),
  /** Of leaving early: what is kept, and what comes back. */
  early: v.strictObject({ fee: Amount, receives: Amount }),
});
export type StakeCheckOutput = v.InferOutput<typeof StakeCheckOutput>;
export const StakeInput = v.strictObject({ stake: StakeWish, ...TRADE_CONFIRMATION });
export type StakeInput = v.InferOutput<typeof StakeInput>;

/** What of a stake is to be taken out: all of it for null. */
export const UnstakeWish = v.strictObject({ stakeId: Id, amount: v.nullable(Entered) });
export type UnstakeWish = v.InferOutput<typeof UnstakeWish>;

export const UnstakeCheckOutput = v.strictObject({
  assetCode: AssetCode,
  issuer: textUpTo(56),
  /** What leaves the vault. */
  amount: Amount,
  isEarly: v.boolean(),
  /** Kept by the pool for leaving early. */
  earlyFee: Amount,
  /** The operator's fee, of what comes back. */
  operatorFee: Amount,
  /** What arrives, without rewards. */
  receives: Amount,
  /** Paid by the pool at the same time. */
  rewards: Amount,
  /** What the pool cannot pay now, and owes. */
  owed: Amount,
  /** Given up by leaving early. */
  forfeits: Amount,
  /** What stays in the vault. */
  stays: Amount,
  refusals: v.array(ToldRefusal),
});
export type UnstakeCheckOutput = v.InferOutput<typeof UnstakeCheckOutput>;

/** Nobody receives less than they were shown, and nobody leaves early who was not told so. No password: it comes to one's own account. */
export const UnstakeInput = v.strictObject({
  unstake: UnstakeWish,
  agreed: v.strictObject({ receives: Amount, isEarly: v.boolean() }),
  idempotencyKey: IdempotencyKey,
});
export type UnstakeInput = v.InferOutput<typeof UnstakeInput>;

export const ClaimRewardsInput = v.strictObject({ stakeId: Id, idempotencyKey: IdempotencyKey });
export type ClaimRewardsInput = v.InferOutput<typeof ClaimRewardsInput>;

/** What stands of a stake after it: on the ledger it is done a little later. */
export const StakeActOutput = v.strictObject({
  stakeId: Id,
  state: StakeStatus,
  withdrawing: v.nullable(StakeWithdrawal),
  /** Rewards on their way. */
  paying: Amount,
});
export type StakeActOutput = v.InferOutput<typeof StakeActOutput>;

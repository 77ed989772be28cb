import * as v from "valibot";
import { AccountAddress, Instant, requiredText } from "./fields.ts";
import { Amount } from "./money.ts";

const Hours = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(24 * 30, "At most 30 days"));

/** A share in percent, such as 3 or 0.5. */
const Percent = v.pipe(v.string(), v.regex(/^(?:100|\d{1,2}(?:\.\d{1,2})?)$/, "Give a percentage such as 3 or 0.5"));

/**
 * What an operator asks of every payment. Amounts are worth: in USD, in XLM where no price in USD is known, in units of an asset that
 * never had a price.
 */
export const OperatorPolicy = v.strictObject({
  isKycRequired: v.optional(v.boolean(), false),
  /** Hours after a change of password or second factor in which nothing can be sent. */
  coolOffHours: v.optional(Hours, 24),
  /** The most that a user may send within 24 hours; null for no such limit. */
  dailyLimit: v.optional(v.nullable(Amount), "10000"),
  /** Payments above this wait for an operator; null lets all go. */
  approveAbove: v.optional(v.nullable(Amount), null),
  /** How much of what is given an exchange may give away without that counting as a payment: the larger of the share... */
  lossTolerancePercent: v.optional(Percent, "3"),
  /** ...and this. */
  lossToleranceUsd: v.optional(Amount, "5"),
});
export type OperatorPolicy = v.InferOutput<typeof OperatorPolicy>;

/** The limits that users set for themselves. */
export const LimitsInput = v.strictObject({
  transactionLimit: Amount,
  /** Null leaves the operator's alone. */
  dailyLimit: v.nullable(Amount),
  requirePasswordForSend: v.boolean(),
});
export type LimitsInput = v.InferOutput<typeof LimitsInput>;

/** Whether payments go to listed addresses only, and how many hours a new one waits before it counts. */
export const AllowListInput = v.strictObject({ isOn: v.boolean(), holdHours: Hours });
export const AllowedAddressInput = v.strictObject({ address: AccountAddress, label: requiredText(100, "Name it") });
export const AllowedAddressParams = v.strictObject({ address: AccountAddress });

export const AllowListOutput = v.strictObject({
  isOn: v.boolean(),
  holdHours: v.number(),
  addresses: v.array(
    v.strictObject({ address: v.string(), label: v.string(), addedAt: Instant, payableFrom: Instant }),
  ),
});
export type AllowListOutput = v.InferOutput<typeof AllowListOutput>;

/** What stands between a user and a payment. */
export const SecurityOutput = v.strictObject({
  transactionLimit: Amount,
  dailyLimit: v.nullable(Amount),
  requirePasswordForSend: v.boolean(),
  isFrozen: v.boolean(),
  /** End of the pause after a change of password or second factor; null where there is none. */
  coolOffUntil: v.nullable(Instant),
});
export type SecurityOutput = v.InferOutput<typeof SecurityOutput>;

/** Which user, as the path says it. */
export const UserParams = v.strictObject({
  userId: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed user number"), v.transform(Number)),
});
/** A word that means two people, and why it is this one's. */
export const SettleNameInput = v.strictObject({
  name: requiredText(32, "Enter the name"),
  reason: requiredText(500, "Say why"),
});
/** Why an operator does what the endpoint says. */
export const OperatorReasonInput = v.strictObject({ reason: requiredText(500, "Say why") });

export const OperatorActionKind = v.picklist([
  "freeze",
  "let-go",
  "end-sessions",
  "reset-second-factor",
  "set-fee",
  "view-picture",
  "set-policy",
  "set-deposits",
  "settle-name",
  "approve-deposit",
  "reject-deposit",
  "retry-deposit",
  "approve-submission",
  "refuse-submission",
  "resolve-submission",
  "accept-difference",
  "claim-suspense",
  "return-suspense",
  "rotate-key",
  "propose",
  "approve-proposal",
  "reject-proposal",
  "withdraw-proposal",
]);
export type OperatorActionKind = v.InferOutput<typeof OperatorActionKind>;

const NumberInQuery = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed number"), v.transform(Number));
/** `before` is the number of an action: what follows is older. */
export const OperatorActionsQuery = v.strictObject({
  userId: v.optional(NumberInQuery),
  before: v.optional(NumberInQuery),
});
/**
 * What operators did: who, what, to whose account (null where it concerns everybody), when and why; `details` says what was
 * set. Newest first, 100 at most.
 */
export const OperatorActionsOutput = v.strictObject({
  actions: v.array(
    v.strictObject({
      id: v.number(),
      operatorId: v.number(),
      action: OperatorActionKind,
      userId: v.nullable(v.number()),
      reason: v.string(),
      details: v.string(),
      at: Instant,
    }),
  ),
});
export type OperatorActionsOutput = v.InferOutput<typeof OperatorActionsOutput>;

export const FreezeInput = v.strictObject({ isFrozen: v.boolean(), reason: requiredText(500, "Say why") });

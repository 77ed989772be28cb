import * as v from "valibot";
import type { Permission } from "./operators.ts";
import { says } from "./values/field-sentences.ts";
import { ACCOUNT_PATTERN, Instant, MUXED_PATTERN, reasonText, requiredText, textUpTo } from "./values/fields.ts";
import { MemoType } from "./values/memo.ts";
import { Amount } from "./values/money.ts";

const Hours = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(24 * 30, says("hours-too-many")));

/** A share in percent, such as 3 or 0.5. */
const Percent = v.pipe(v.string(), v.regex(/^(?:100|\d{1,2}(?:\.\d{1,2})?)$/, says("percentage")));

/** What an identity can be asked for: `withdraw` is what goes to an address outside of this service, `send` what goes to people here. */
export const IDENTITY_OPERATIONS = ["send", "swap", "trade", "withdraw"] as const;
export type IdentityOperation = (typeof IDENTITY_OPERATIONS)[number];

/** When it is asked for: `above` from so much within 24 hours on, worth as limits are. */
export const IdentityLevel = v.variant("kind", [
  v.strictObject({ kind: v.literal("none") }),
  v.strictObject({ kind: v.literal("above"), perDay: Amount }),
  v.strictObject({ kind: v.literal("always") }),
]);
export type IdentityLevel = v.InferOutput<typeof IdentityLevel>;

const Level = v.optional(IdentityLevel, { kind: "always" });
export const IdentityLevels = v.strictObject({ send: Level, swap: Level, trade: Level, withdraw: Level });
export type IdentityLevels = v.InferOutput<typeof IdentityLevels>;

/**
 * What an operator asks of every payment. Amounts are worth: in USD, in XLM where no price in USD is known, in units of an asset that
 * never had a price.
 */
export const OperatorPolicy = v.strictObject({
  isKycRequired: v.optional(v.boolean(), false),
  /** Where it is required: for what, and from how much on. */
  kycLevels: v.optional(IdentityLevels, {}),
  /** When that begins; null for at once. */
  kycFrom: v.optional(v.nullable(Instant), null),
  /** Hours after a change of password or second factor in which nothing can be sent. */
  coolOffHours: v.optional(Hours, 24),
  /** Hours that a change waits by which people protect their account less than before. */
  weakeningHours: v.optional(Hours, 24),
  /** The most that a user may send within 24 hours; null for no such limit. */
  dailyLimit: v.optional(v.nullable(Amount), "10000"),
  /** Payments above this wait for an operator; null lets all go. */
  approveAbove: v.optional(v.nullable(Amount), null),
  /** Whose account holds more than this, about their identity two operators decide; null for nobody's. */
  identitySecondAbove: v.optional(v.nullable(Amount), null),
  /** How much of what is given an exchange may give away without that counting as a payment: the larger of the share... */
  lossTolerancePercent: v.optional(Percent, "3"),
  /** ...and this. */
  lossToleranceUsd: v.optional(Amount, "5"),
});
export type OperatorPolicy = v.InferOutput<typeof OperatorPolicy>;
/** How a policy would keep everybody from sending anything. */
export const LockOut = v.picklist(["limit", "identity"]);
export type LockOut = v.InferOutput<typeof LockOut>;
/** What an operator types who means such a policy; in every language. */
export const LOCK_OUT_TYPED = "LOCK OUT";
/** The same with why. */
export const OperatorPolicyInput = v.strictObject({
  ...OperatorPolicy.entries,
  /** {@link LOCK_OUT_TYPED}, where it locks everybody out. */
  typed: v.optional(textUpTo(40), ""),
  reason: requiredText(500, says("say-why")),
});

/** The limits that users set for themselves. */
export const LimitsInput = v.strictObject({
  transactionLimit: Amount,
  /** Null leaves the operator's alone. */
  dailyLimit: v.nullable(Amount),
  requirePasswordForSend: v.boolean(),
});
export type LimitsInput = v.InferOutput<typeof LimitsInput>;

/** Those of them that operators set for somebody. */
export const PersonLimits = v.strictObject({
  transactionLimit: Amount,
  /** Null leaves the operators' own for everybody alone. */
  dailyLimit: v.nullable(Amount),
});
export type PersonLimits = v.InferOutput<typeof PersonLimits>;
export const PersonLimitsInput = v.strictObject({ ...PersonLimits.entries, reason: reasonText(500) });

/** Whether payments go to listed addresses only, and how many hours a new one waits before it counts. */
export const AllowListInput = v.strictObject({ isOn: v.boolean(), holdHours: Hours });

const ListedAddress = v.pipe(
  v.string(),
  v.check((text) => ACCOUNT_PATTERN.test(text) || MUXED_PATTERN.test(text), says("address")),
);
/**
 * An account (G...), or an account with a number (M...), and what has to be written beside a payment to it: where many share
 * an account, these tell them apart.
 */
export const AllowedAddressInput = v.strictObject({
  address: ListedAddress,
  /** Empty for none. */
  memo: v.optional(textUpTo(64), ""),
  memoType: v.optional(MemoType, "text"),
  label: requiredText(100, says("name-it")),
});
/** An entry as the list numbers it. */
export const AllowedAddressParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/, "Malformed entry")),
});

export const AllowListOutput = v.strictObject({
  isOn: v.boolean(),
  holdHours: v.number(),
  addresses: v.array(
    v.strictObject({
      id: v.string(),
      address: v.string(),
      memo: v.string(),
      memoType: MemoType,
      label: v.string(),
      addedAt: Instant,
      payableFrom: Instant,
    }),
  ),
});
export type AllowListOutput = v.InferOutput<typeof AllowListOutput>;

/** What a person may protect less than before: each waits, is announced, and can be cancelled. */
export const WaitingKind = v.picklist([
  "transaction-limit-up",
  "daily-limit-up",
  "send-password-off",
  "allow-list-off",
  "allow-list-hold-down",
  "two-factor-off",
  "email",
  "sign-in-mails-off",
  "sign-in-push-off",
  "security-push-off",
  "close-account",
]);
export type WaitingKind = v.InferOutput<typeof WaitingKind>;
export const WaitingParams = v.strictObject({ kind: WaitingKind });

/** A change on its way. `from` and `to` are amounts, hours or addresses; empty where there is none, or the kind says it all. */
export const WaitingChange = v.strictObject({
  kind: WaitingKind,
  from: v.string(),
  to: v.string(),
  /** What goes beside what is paid to `to`; empty for nothing. */
  memo: v.optional(v.string(), ""),
  askedAt: Instant,
  takesEffectAt: Instant,
});
export type WaitingChange = v.InferOutput<typeof WaitingChange>;

export const SignInMailsInput = v.strictObject({ isOn: v.boolean() });

/** What acted for an account when it was frozen, and was taken back. */
export const TakenBack = v.strictObject({
  /** Orders in the network's book that are out of it. */
  orders: v.number(),
  /** Those that are still in it. */
  ordersOnTheWay: v.number(),
  standingOrders: v.number(),
  /** Whatever was accepted, and not signed yet. */
  payments: v.number(),
  /** Whether the owner's own key has to sign before an order is out of the book. */
  waitsForOwner: v.boolean(),
});
export type TakenBack = v.InferOutput<typeof TakenBack>;

/** What stands between a user and a payment. */
export const SecurityOutput = v.strictObject({
  transactionLimit: Amount,
  dailyLimit: v.nullable(Amount),
  requirePasswordForSend: v.boolean(),
  isFrozen: v.boolean(),
  /** Null where the account is not frozen. */
  takenBack: v.nullable(TakenBack),
  /** End of the pause after a change of password or second factor; null where there is none. */
  coolOffUntil: v.nullable(Instant),
  /** How long payments pause after such a change, in hours; what was kept from before that was told does not know. */
  pauseHours: v.optional(v.nullable(v.number()), null),
  /** How long a change waits that protects the account less. */
  waitHours: v.number(),
  /** What waits, by kind. */
  waiting: v.array(WaitingChange),
});
export type SecurityOutput = v.InferOutput<typeof SecurityOutput>;

/** Which user, as the path says it. */
export const UserParams = v.strictObject({
  userId: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed user number"), v.transform(Number)),
});
/** A word that means two people, and why it is this one's. */
export const SettleNameInput = v.strictObject({
  name: requiredText(32, says("name")),
  reason: reasonText(500),
});
/** Why an operator does what the endpoint says. */
export const OperatorReasonInput = v.strictObject({ reason: reasonText(500) });

export const OperatorActionKind = v.picklist([
  "freeze",
  "let-go",
  "end-sessions",
  "reset-second-factor",
  "set-limits",
  "set-fee",
  "set-staking-offer",
  "set-affiliate",
  "pay-affiliates",
  "dismiss-signal",
  "reverse-reward",
  "stop-pool",
  "release-pool",
  "stop-all-pools",
  "list-asset",
  "change-listed",
  "delist-asset",
  "set-dollar",
  "set-pairs",
  "set-interface",
  "view-picture",
  "answer-report",
  "close-report",
  "set-policy",
  "set-deposits",
  "set-deposit-method",
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
  "move-house-money",
  "set-house-budget",
  "confirm-restore",
  "know-restored-payment",
  "rotate-key",
  "rewrap-vault",
  "propose",
  "approve-proposal",
  "reject-proposal",
  "withdraw-proposal",
  "set-roles",
  "invite-operator",
  "withdraw-invitation",
  "accept-invitation",
  "set-four-eyes",
  "view-identity",
  "view-identity-picture",
  "approve-identity",
  "ask-identity",
  "reject-identity",
  "view-person",
  "view-log",
  "note-person",
  "export-people",
  "export-audit",
  "export-accounts",
  "revoke-api-key",
  "make-api-key",
  "export-deposits",
  "export-proposals",
  "export-payments",
  "export-suspense",
  "export-reports",
  "export-fees",
  "export-identities",
  "export-api-keys",
  "publish-content",
  "schedule-content",
  "unschedule-content",
  "refuse-scheduled",
  "unpublish-content",
  "restore-content",
  "discard-content",
  "remove-media",
  "add-task",
  "set-task",
  "acknowledge-issue",
  "assign-issue",
  "snooze-issue",
  "close-issue",
  "merge-issue",
  "unmerge-issue",
  "add-window",
  "end-window",
  "set-webhook",
  "remove-webhook",
]);
export type OperatorActionKind = v.InferOutput<typeof OperatorActionKind>;

/** What an operator has to be allowed whose act is noted so; of an invitation that is accepted, who invited. */
export const PERMISSION_OF_ACTION: Readonly<Record<OperatorActionKind, Permission>> = {
  freeze: "users.freeze",
  "let-go": "users.freeze",
  "end-sessions": "users.end-sessions",
  "reset-second-factor": "users.reset-factor",
  "set-limits": "users.set-limits",
  "settle-name": "users.settle-name",
  "rotate-key": "users.rotate-key",
  "rewrap-vault": "keys.rotate",
  "set-fee": "fees.set",
  "set-staking-offer": "staking.set",
  "set-affiliate": "affiliate.set",
  "pay-affiliates": "affiliate.pay",
  "dismiss-signal": "affiliate.decide",
  "reverse-reward": "affiliate.decide",
  "stop-pool": "market-making.stop",
  "release-pool": "market-making.stop",
  "stop-all-pools": "market-making.stop",
  "view-picture": "support.view-picture",
  "answer-report": "support.answer",
  "close-report": "support.answer",
  "set-policy": "policy.set",
  "set-deposits": "deposits.set",
  "set-deposit-method": "deposits.set",
  "approve-deposit": "deposits.decide",
  "reject-deposit": "deposits.decide",
  "retry-deposit": "deposits.decide",
  "approve-submission": "payments.decide",
  "refuse-submission": "payments.decide",
  "resolve-submission": "payments.decide",
  "accept-difference": "books.decide",
  "claim-suspense": "books.decide",
  "return-suspense": "books.decide",
  "move-house-money": "treasury.transfer",
  "set-house-budget": "treasury.set-budget",
  "confirm-restore": "restored.confirm",
  "know-restored-payment": "restored.confirm",
  // Besides, what is proposed or approved asks for its own (`PERMISSION_OF_PROPOSAL`).
  propose: "proposals.decide",
  "approve-proposal": "proposals.decide",
  "reject-proposal": "proposals.decide",
  "withdraw-proposal": "proposals.decide",
  "set-roles": "operators.set",
  "invite-operator": "operators.set",
  "withdraw-invitation": "operators.set",
  "accept-invitation": "operators.set",
  "set-four-eyes": "four-eyes.set",
  "view-identity": "identities.view",
  "view-identity-picture": "identities.view",
  "approve-identity": "identities.decide",
  "ask-identity": "identities.decide",
  "reject-identity": "identities.decide",
  "view-person": "users.read",
  "view-log": "logs.read",
  "note-person": "users.note",
  "export-people": "users.read",
  "export-audit": "actions.read",
  "export-accounts": "accounting.read",
  "revoke-api-key": "api-keys.revoke",
  "make-api-key": "api-keys.make",
  "export-deposits": "deposits.read",
  "export-proposals": "proposals.read",
  "export-payments": "payments.read",
  "export-suspense": "books.read",
  "export-reports": "support.read",
  "export-fees": "fees.read",
  "export-identities": "identities.read",
  "export-api-keys": "api-keys.read",
  "add-task": "tasks.change",
  "set-task": "tasks.change",
  "acknowledge-issue": "monitoring.act",
  "assign-issue": "monitoring.act",
  "snooze-issue": "monitoring.act",
  "close-issue": "monitoring.act",
  "merge-issue": "monitoring.act",
  "unmerge-issue": "monitoring.act",
  "add-window": "monitoring.set",
  "end-window": "monitoring.set",
  "set-webhook": "monitoring.set",
  "remove-webhook": "monitoring.set",
  "list-asset": "listings.edit",
  "change-listed": "listings.edit",
  "delist-asset": "listings.edit",
  "set-dollar": "listings.set-dollar",
  "set-pairs": "listings.edit",
  "set-interface": "interface.set",
  "publish-content": "content.publish",
  "schedule-content": "content.publish",
  "unschedule-content": "content.publish",
  // The server itself: of who scheduled it and may not publish any more, or where what is due cannot be.
  "refuse-scheduled": "content.publish",
  "unpublish-content": "content.publish",
  "restore-content": "content.edit",
  "discard-content": "content.edit",
  "remove-media": "content.edit",
};

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
      /** What it was, and what it is since, as JSON; null of acts from before that was kept. */
      change: v.nullable(v.string()),
      at: Instant,
    }),
  ),
});
export type OperatorActionsOutput = v.InferOutput<typeof OperatorActionsOutput>;

export const FreezeInput = v.strictObject({ isFrozen: v.boolean(), reason: reasonText(500) });

import * as v from "valibot";
import { Instant, textUpTo } from "./values/fields.ts";
import { editedFields, syncRow } from "./sync-row.ts";

/** What people choose about together: each topic can be switched off for push and for e-mail. */
export const TOPICS = ["received", "claims", "sent", "trades", "deposits", "signIns", "security"] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * Topics beside those: nobody chooses about them here. Operators choose what they are told of among their own (`operator-notices.ts`),
 * and an answer goes to who asked, wherever they can be reached.
 */
export const APART = ["operations", "support"] as const;
export type AnyTopic = Topic | (typeof APART)[number];

/** Every kind of notification: its topic, and the place in the app where more is to be seen. */
export const NOTIFICATION_KINDS = {
  "payment-received": { topic: "received", path: "/transactions" },
  "claimable-received": { topic: "claims", path: "/assets" },
  "payment-confirmed": { topic: "sent", path: "/transactions" },
  "payment-failed": { topic: "sent", path: "/transactions" },
  "payment-unclear": { topic: "sent", path: "/transactions" },
  "payment-approved": { topic: "sent", path: "/transactions" },
  "payment-refused": { topic: "sent", path: "/transactions" },
  "signature-wanted": { topic: "sent", path: "/transactions" },
  "order-filled": { topic: "trades", path: "/trade" },
  "order-part-filled": { topic: "trades", path: "/trade" },
  "order-removed": { topic: "trades", path: "/trade" },
  "trade-failed": { topic: "trades", path: "/trade" },
  "trade-unclear": { topic: "trades", path: "/trade" },
  "trade-signature-wanted": { topic: "trades", path: "/transactions" },
  "durable-triggered": { topic: "trades", path: "/trade" },
  "durable-missed": { topic: "trades", path: "/trade" },
  "durable-failed": { topic: "trades", path: "/trade" },
  "durable-done": { topic: "trades", path: "/trade" },
  "durable-expired": { topic: "trades", path: "/trade" },
  "price-alert": { topic: "trades", path: "/watchlist" },
  "repeat-announced": { topic: "sent", path: "/send" },
  "repeat-missed": { topic: "sent", path: "/send" },
  "repeat-ended": { topic: "sent", path: "/send" },
  "stake-begun": { topic: "trades", path: "/staking" },
  "stake-failed": { topic: "trades", path: "/staking" },
  "stake-unlocked": { topic: "trades", path: "/staking" },
  "stake-paid-out": { topic: "trades", path: "/staking" },
  "stake-rewards-paid": { topic: "trades", path: "/staking" },
  "stake-not-paid": { topic: "trades", path: "/staking" },
  "stake-rate-change": { topic: "trades", path: "/staking" },
  "trading-signal": { topic: "trades", path: "/automated-trading" },
  "automation-traded": { topic: "trades", path: "/automated-trading" },
  "automation-paused": { topic: "trades", path: "/automated-trading" },
  "automation-stopped": { topic: "trades", path: "/automated-trading" },
  "market-pool-opened": { topic: "trades", path: "/market-making" },
  "market-pool-failed": { topic: "trades", path: "/market-making" },
  "market-pool-stopped": { topic: "trades", path: "/market-making" },
  "market-pool-returned": { topic: "trades", path: "/market-making" },
  "affiliate-paid": { topic: "received", path: "/affiliate" },
  "affiliate-not-paid": { topic: "received", path: "/affiliate" },
  "deposit-approved": { topic: "deposits", path: "/buy-xlm" },
  "deposit-rejected": { topic: "deposits", path: "/buy-xlm" },
  "deposit-credited": { topic: "deposits", path: "/transactions" },
  "deposit-failed": { topic: "deposits", path: "/buy-xlm" },
  "sign-in-new": { topic: "signIns", path: "/access-history" },
  "password-changed": { topic: "security", path: "/user-settings" },
  "email-changed": { topic: "security", path: "/user-settings" },
  "name-settled": { topic: "security", path: "/user-settings" },
  "signed-out-everywhere": { topic: "security", path: "/access-history" },
  "two-factor-on": { topic: "security", path: "/user-settings" },
  "two-factor-off": { topic: "security", path: "/user-settings" },
  "two-factor-reset": { topic: "security", path: "/user-settings" },
  "recovery-codes-renewed": { topic: "security", path: "/user-settings" },
  "first-passkey-added": { topic: "security", path: "/user-settings" },
  "passkey-added": { topic: "security", path: "/user-settings" },
  "passkey-removed": { topic: "security", path: "/user-settings" },
  "allow-list-on": { topic: "security", path: "/user-settings" },
  "allow-list-off": { topic: "security", path: "/user-settings" },
  "allow-list-added": { topic: "security", path: "/user-settings" },
  "allow-list-removed": { topic: "security", path: "/user-settings" },
  "api-key-made": { topic: "security", path: "/user-settings" },
  "api-key-revoked": { topic: "security", path: "/user-settings" },
  "protection-waits": { topic: "security", path: "/user-settings" },
  "protection-kept": { topic: "security", path: "/user-settings" },
  "protection-weakened": { topic: "security", path: "/user-settings" },
  "closing-announced": { topic: "security", path: "/user-settings" },
  "closing-cancelled": { topic: "security", path: "/user-settings" },
  "closing-begun": { topic: "security", path: "/user-settings" },
  "closing-stopped": { topic: "security", path: "/user-settings" },
  "identity-wanted": { topic: "security", path: "/kyc" },
  "identity-approved": { topic: "security", path: "/kyc" },
  "identity-asked": { topic: "security", path: "/kyc" },
  "identity-rejected": { topic: "security", path: "/kyc" },
  "limits-set": { topic: "security", path: "/user-settings" },
  "limits-changed": { topic: "security", path: "/user-settings" },
  "multisig-asked": { topic: "security", path: "/user-settings" },
  "multisig-on": { topic: "security", path: "/user-settings" },
  "multisig-off": { topic: "security", path: "/user-settings" },
  "account-frozen": { topic: "security", path: "/user-settings" },
  "account-let-go": { topic: "security", path: "/user-settings" },
  "key-change-planned": { topic: "security", path: "/user-settings" },
  "key-change-stopped": { topic: "security", path: "/user-settings" },
  "key-changing": { topic: "security", path: "/user-settings" },
  "roles-changed": { topic: "security", path: "/user-settings" },
  "operators-changed": { topic: "security", path: "/user-settings" },
  "approval-wanted": { topic: "security", path: "/user-settings" },
  "approval-ended": { topic: "security", path: "/user-settings" },
  "operator-work": { topic: "operations", path: "/admin-dashboard" },
  "operator-trouble": { topic: "operations", path: "/admin-dashboard" },
  "support-answered": { topic: "support", path: "/dashboard" },
} as const satisfies Readonly<Record<string, { readonly topic: AnyTopic; readonly path: `/${string}` }>>;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export function isNotificationKind(kind: string): kind is NotificationKind {
  return Object.hasOwn(NOTIFICATION_KINDS, kind);
}

/**
 * Whether it tells of nothing but what the person did themselves and saw the end of: it counts as read in the list. Push and mail tell
 * it all the same, since somebody else may have done it with their session.
 */
export function isBornRead(kind: string): boolean {
  return kind === "payment-confirmed";
}

/** Kinds that strangers cause as often as they like. */
export const STRANGERS_KINDS: readonly NotificationKind[] = ["payment-received", "claimable-received"];
/** Kinds that are kept apart from all others: what strangers cause, and what whoever is in an account has told as often as they like. */
export const KEPT_APART: readonly (readonly NotificationKind[])[] = [
  STRANGERS_KINDS,
  ["price-alert"],
  ["trading-signal", "automation-traded"],
];
/**
 * Kept per person of each of {@link KEPT_APART}, and as many of all others; older ones go first. Apart, so that nobody can
 * bury a warning under dust.
 */
export const NOTIFICATIONS_KEPT = 100;
export const NOTIFICATION_DAYS = 90;

/** Code and facts take more room than the words for them. */
export const DETAIL_LENGTH = 1000;

/** What a person does with a notification. */
export const NOTIFICATION_FIELDS = ["isRead", "isHidden"] as const;

/**
 * A notification as it is replicated: what happened, not the words for it. A kind that a device does not know yet is
 * told in general words.
 */
export const NotificationRow = syncRow({
  kind: textUpTo(40),
  assetCode: textUpTo(12),
  issuer: textUpTo(56),
  /** Of the asset; empty where it is not about an amount. */
  amount: textUpTo(30),
  /** The address on the other side; empty where there is none. */
  party: textUpTo(130),
  /** What else there is to say: a reason, a device, a name; a sentence of ours by its code and facts (`said.ts`). */
  detail: textUpTo(DETAIL_LENGTH),
  timestamp: Instant,
  isRead: v.boolean(),
  isHidden: v.boolean(),
  ...editedFields(NOTIFICATION_FIELDS),
});
export type NotificationRow = v.InferOutput<typeof NotificationRow>;

/** Topics that may be mailed or not. Sign-ins are mailed by `notifyOnLogin` of the settings, changes of security always. */
export const MAIL_TOPICS = ["received", "claims", "sent", "trades", "deposits"] as const satisfies readonly Topic[];

/** Which topics reach the person outside of the app, and whether amounts are said there. */
export const NotificationChoices = v.strictObject({
  push: v.strictObject({
    received: v.boolean(),
    claims: v.boolean(),
    sent: v.boolean(),
    trades: v.boolean(),
    deposits: v.boolean(),
    signIns: v.boolean(),
    security: v.boolean(),
  }),
  mail: v.strictObject({
    received: v.boolean(),
    claims: v.boolean(),
    sent: v.boolean(),
    trades: v.boolean(),
    deposits: v.boolean(),
  }),
  showsAmounts: v.boolean(),
});
export type NotificationChoices = v.InferOutput<typeof NotificationChoices>;

/** Claims are quiet: most are strangers' advertisements. */
export const DEFAULT_CHOICES: NotificationChoices = {
  push: { received: true, claims: false, sent: true, trades: true, deposits: true, signIns: true, security: true },
  mail: { received: false, claims: false, sent: false, trades: false, deposits: true },
  showsAmounts: true,
};

/** Bytes of an uncompressed P-256 point and of the secret that both sides share (RFC 8291), in base64url. */
const PushPublicKey = v.pipe(v.string(), v.regex(/^B[A-Za-z0-9_-]{86}$/, "Malformed push key"));
const PushSecret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/, "Malformed push secret"));
const BASE64_PADDING = /=+$/;
const unpadded = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((text) => text.replace(BASE64_PADDING, "")),
);

/** Where a browser wants to be reached, as its `PushSubscription` says it. */
export const PushSubscriptionInput = v.strictObject({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(1000)),
  keys: v.strictObject({ p256dh: v.pipe(unpadded, PushPublicKey), auth: v.pipe(unpadded, PushSecret) }),
});
export type PushSubscriptionInput = v.InferOutput<typeof PushSubscriptionInput>;

/** Whether this session's device is reached by push, and the key with which a browser subscribes. */
export const PushStatusOutput = v.strictObject({ isOn: v.boolean(), publicKey: PushPublicKey });
export type PushStatusOutput = v.InferOutput<typeof PushStatusOutput>;

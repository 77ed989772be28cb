import * as v from "valibot";
import type { ErrorCode } from "./errors.ts";
import { AssetKey } from "./markets.ts";
import { PasskeyAnswerInput } from "./passkey-answer.ts";
import { ToldRefusal } from "./said.ts";
import { PaymentCalendar } from "./standing-payments.ts";
import { OrderSide } from "./trading.ts";
import { SecondFactorCode } from "./two-factor.ts";
import { says } from "./values/field-sentences.ts";
import { AssetCode, Instant, requiredText, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { MemoText } from "./wallet.ts";

/** `sendRestTo` is whom everything that is left goes to: G..., M... or another user's name or user ID. */
const SendRestTo = requiredText(130, says("rest-receiver"));

export const CloseAccountInput = v.strictObject({
  sendRestTo: v.optional(SendRestTo),
  memo: v.optional(MemoText),
  /** Whether it is announced and waits, as the review said: else it is refused where a limit stands against it. */
  announce: v.optional(v.boolean()),
  /** What a payment asks for, where the rest goes to somebody: password and code, or a passkey for both. */
  password: v.optional(textUpTo(1024)),
  code: v.optional(SecondFactorCode),
  passkey: v.optional(PasskeyAnswerInput),
});
export type CloseAccountInput = v.InferOutput<typeof CloseAccountInput>;

/**
 * `closing` waits for the network to move everything and to end the account; once it has, the person is signed out. `announced` waits
 * as whatever protects an account less.
 */
export const CloseAccountOutput = v.strictObject({ state: v.picklist(["announced", "closing", "closed"]) });

/** What closing an account is refused for. */
export const CLOSE_REFUSALS = [
  "close-payments-open",
  "close-deposits-open",
  "close-stakes-open",
  "close-set-aside-open",
  "close-xlm-left",
  "close-destination-missing",
  "close-operator",
  "account-closing",
  "account-frozen",
  "payments-halted",
  "kyc-required",
  "kyc-required-above",
  "mailbox-unproven",
  "cool-off",
  "limit-exceeded",
  "daily-limit-exceeded",
  "asset-not-authorized",
  "recipient-unknown",
  "recipient-ambiguous",
  "recipient-closed",
  "recipient-is-self",
  "recipient-not-allowed",
  "recipient-on-hold",
  "recipient-trustline-missing",
  "recipient-not-authorized",
  "recipient-full",
  "address-malformed",
  "memo-too-long",
  "memo-required",
  "fee-balance-too-low",
  "wallet-not-ready",
  "network-unreachable",
] as const satisfies readonly ErrorCode[];

/** What stands against closing only until it has been announced and has waited. */
export const ANNOUNCED_FOR = [
  "limit-exceeded",
  "daily-limit-exceeded",
  "cool-off",
  "recipient-on-hold",
] as const satisfies readonly ErrorCode[];

const Refusals = v.array(ToldRefusal);

/** What stands against closing the account, the first first. */
export const ClosingOutput = v.strictObject({
  isClosing: v.boolean(),
  /** All the XLM that the ledger has in the account, its reserve too, which has to go somewhere. */
  xlmLeft: Amount,
  /** The ledger up to which that is counted. */
  asOfLedger: v.number(),
  refusals: Refusals,
});

export const CloseReviewInput = v.strictObject({ sendRestTo: SendRestTo, memo: v.optional(MemoText) });

const Named = { assetCode: AssetCode, issuer: v.nullable(v.string()), amount: Amount };

/** Everything that closing does, as the ledger and our records stand: the server's own plan, by which it then goes. */
export const CloseReviewOutput = v.strictObject({
  /** G... or M..., and whose it is where that is somebody here. Closing is confirmed for this address. */
  to: v.strictObject({ address: v.string(), username: v.nullable(v.string()) }),
  memo: v.string(),
  asOfLedger: v.number(),
  xlm: v.strictObject({
    /** All of it, what comes out of pools among it. */
    amount: Amount,
    /** What of it the network had kept back. */
    reserve: Amount,
    /** The most that the network may charge; zero where the house pays it. */
    fee: Amount,
    /** The least that arrives. */
    arrives: Amount,
  }),
  /** What is sent beside it, what comes out of pools among it. `problem` is why it cannot be. */
  assets: v.array(v.strictObject({ ...Named, problem: v.nullable(ToldRefusal) })),
  /** Orders in the network's book that are taken back; `amount` is of the base asset. */
  orders: v.array(
    v.strictObject({ uid: v.string(), side: OrderSide, base: AssetKey, quote: AssetKey, amount: Amount }),
  ),
  /** Shares that are taken out, and what they come to. */
  pools: v.array(
    v.strictObject({ uid: v.string(), assetA: AssetKey, amountA: Amount, assetB: AssetKey, amountB: Amount }),
  ),
  /** Orders kept here that end, by what they are. */
  standingOrders: v.array(v.strictObject({ uid: v.string(), kind: v.string(), base: AssetKey, quote: AssetKey })),
  /** Payments that are made again and again, and end. */
  repeatedPayments: v.array(
    v.strictObject({ uid: v.string(), asset: AssetKey, amount: Amount, every: PaymentCalendar }),
  ),
  /** How many trustlines go. */
  lines: v.number(),
  /** What others set aside, which nobody can claim any more once the account is gone. */
  unclaimed: v.array(v.strictObject({ ...Named, uid: v.string(), from: v.string() })),
  /** What was set aside for others and stands against it; `backFrom` is when it can be taken back, null for never. */
  setAside: v.array(v.strictObject({ ...Named, uid: v.string(), backFrom: v.nullable(Instant) })),
  /** What stands against it, however long one waits. */
  refusals: Refusals,
  /** Where limits stand against it: which, and how many hours closing waits for that. Null where it happens at once. */
  announced: v.nullable(v.strictObject({ waitHours: v.number(), reasons: Refusals })),
  /** Whether an operator has to let it go. */
  needsApproval: v.boolean(),
  /** Whether a key that its owner holds has to sign. */
  needsOwnKey: v.boolean(),
  /** What whoever confirms it has to show, in that very request. */
  needsPassword: v.boolean(),
  needsSecondFactor: v.boolean(),
});
export type CloseReviewOutput = v.InferOutput<typeof CloseReviewOutput>;

import * as v from "valibot";
import { AssetKey } from "./markets.ts";
import { PasskeyAnswerInput } from "./passkey-answer.ts";
import { Entered } from "./trading.ts";
import { SecondFactorCode } from "./two-factor.ts";
import { says } from "./values/field-sentences.ts";
import { IdempotencyKey, Instant, requiredText, textUpTo, Uid } from "./values/fields.ts";
import { MemoType } from "./values/memo.ts";
import { Agreed, MemoText, SendCheckOutput } from "./wallet.ts";

/** How often a payment is repeated. */
export const PaymentCalendar = v.picklist(["week", "month"]);
export type PaymentCalendar = v.InferOutput<typeof PaymentCalendar>;

export const MAX_PAYMENTS = 520;
/** From setting one up to its first date, and to its last. */
export const MAX_PAYMENT_DAYS = 3660;
/** Of each one its owner is told so long before it at least, in ms; where the first is sooner, as they set it up. */
export const NOTICE_MS = 86_400_000;
/** An hour sooner, so that a server which was away for a moment keeps the promise. */
export const ANNOUNCED_AHEAD_MS = NOTICE_MS + 3_600_000;
/** One that could not go out within so long after its date, in ms, is left out. */
export const MOST_LATE_MS = 86_400_000;

const terms = {
  kind: v.literal("payment"),
  asset: AssetKey,
  /** Each time. */
  amount: Entered,
  /** Empty for none. */
  memo: MemoText,
  memoType: MemoType,
  every: PaymentCalendar,
  /** Planned dates, those that were left out too; null until it is cancelled or ends. */
  times: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAYMENTS))),
  /** The first date, by which the others go: of months the same day, or the last there is. Null for now. */
  startsAt: v.nullable(Instant),
  /** After which there are no more; null for never. */
  expiresAt: v.nullable(Instant),
};

/** A payment to be repeated, as it was filled in. `to` is whatever a payment may name. */
export const RepeatedPayment = v.strictObject({ ...terms, to: requiredText(130, says("receiver")) });
export type RepeatedPayment = v.InferOutput<typeof RepeatedPayment>;

/** The same as it is kept. A name may lead elsewhere one day: what was confirmed is the address, and a memo that came with the name. */
export const KeptPayment = v.strictObject({
  ...terms,
  /** G... or M... */
  to: textUpTo(69),
  /** The name that it was found by; empty where it was an address. */
  named: textUpTo(130),
});
export type KeptPayment = v.InferOutput<typeof KeptPayment>;

/**
 * What repeating a payment would come to. `networkFee` is the most that the network may charge for each, `refusals` stand against setting
 * it up, `warnings` would keep one from going out if it were now.
 */
export const RepeatCheckOutput = v.strictObject({
  ...SendCheckOutput.entries,
  warnings: SendCheckOutput.entries.refusals,
  /** How many are planned; null where it goes on until it is cancelled. */
  runs: v.nullable(v.number()),
  firstAt: v.nullable(Instant),
  lastAt: v.nullable(Instant),
});
export type RepeatCheckOutput = v.InferOutput<typeof RepeatCheckOutput>;

/** `agreed` is where each goes and what it may cost, as the check told. */
export const RepeatInput = v.strictObject({
  payment: RepeatedPayment,
  agreed: Agreed,
  idempotencyKey: IdempotencyKey,
  password: v.optional(textUpTo(1024)),
  /** Of the second factor, where there is one. */
  code: v.optional(SecondFactorCode),
  /** Of one's own, for both of them. Good for this once. */
  passkey: v.optional(PasskeyAnswerInput),
});
export type RepeatInput = v.InferOutput<typeof RepeatInput>;

/** Leaves out the payment of a date, as long as that is the next one. */
export const SkipInput = v.strictObject({ uid: Uid, at: Instant });
export type SkipInput = v.InferOutput<typeof SkipInput>;

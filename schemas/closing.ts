import * as v from "valibot";
import type { ErrorCode } from "./errors.ts";
import { PasskeyAnswerInput } from "./passkey-answer.ts";
import { SecondFactorCode } from "./two-factor.ts";
import { requiredText, textUpTo } from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { MemoText } from "./wallet.ts";

/** `sendRestTo` is whom the XLM that is left goes to: G..., M... or another user's name or user ID. */
export const CloseAccountInput = v.strictObject({
  sendRestTo: v.optional(requiredText(130, "Enter who receives the rest")),
  memo: v.optional(MemoText),
  /** What a payment asks for, where the rest goes to somebody: password and code, or a passkey for both. */
  password: v.optional(textUpTo(1024)),
  code: v.optional(SecondFactorCode),
  passkey: v.optional(PasskeyAnswerInput),
});
export type CloseAccountInput = v.InferOutput<typeof CloseAccountInput>;

/** `closing` waits for the network to merge the account; once it has, the person is signed out. */
export const CloseAccountOutput = v.strictObject({ state: v.picklist(["closing", "closed"]) });

/** What closing an account is refused for. */
export const CLOSE_REFUSALS = [
  "close-payments-open",
  "close-deposits-open",
  "close-offers-open",
  "close-set-aside-open",
  "close-assets-left",
  "close-pool-shares",
  "close-xlm-left",
  "close-destination-missing",
  "close-operator",
  "account-frozen",
  "payments-halted",
  "kyc-required",
  "mailbox-unproven",
  "cool-off",
  "limit-exceeded",
  "daily-limit-exceeded",
  "recipient-unknown",
  "recipient-ambiguous",
  "recipient-closed",
  "recipient-is-self",
  "recipient-not-allowed",
  "recipient-on-hold",
  "address-malformed",
  "memo-too-long",
  "memo-required",
  "fee-balance-too-low",
  "wallet-not-ready",
  "network-unreachable",
] as const satisfies readonly ErrorCode[];

/** What stands against closing the account, the first first. */
export const ClosingOutput = v.strictObject({
  isClosing: v.boolean(),
  /** All the XLM that the ledger has in the account, its reserve too, which has to go somewhere. */
  xlmLeft: Amount,
  /** The ledger up to which that is counted. */
  asOfLedger: v.number(),
  refusals: v.array(v.strictObject({ code: v.string(), message: v.string() })),
});

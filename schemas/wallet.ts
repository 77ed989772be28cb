import * as v from "valibot";
import { LIST_FILTERS, NextRow, RowPlace } from "./list-filters.ts";
import {
  AccountAddress,
  AssetCode,
  IdempotencyKey,
  Instant,
  reasonText,
  requiredText,
  textUpTo,
} from "./values/fields.ts";
import { KNOWN_BY } from "./values/look-alike.ts";
import { MemoType } from "./values/memo.ts";
import { Amount } from "./values/money.ts";
import { PasskeyAnswerInput } from "./passkey-answer.ts";
import { Said, ToldRefusal } from "./said.ts";
import { syncRow } from "./sync-row.ts";
import { SecondFactorCode } from "./two-factor.ts";
import { says } from "./values/field-sentences.ts";

/** A memo goes to the ledger as UTF-8 and is read by people and exchanges: half characters and controls have no place in it. */
export const MemoText = v.pipe(
  v.string(),
  v.maxLength(128, says("memo-long")),
  v.check((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), says("memo-marks")),
);

/** One balance of the signed-in user, kept by ingestion; `issuer` is empty for XLM. */
export const BalanceRow = syncRow({
  /** The asset: XLM, or CODE-ISSUER with its code of up to 12 characters. */
  uid: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,12}(?:-G[A-Z2-7]{55})?$/, "Malformed uid")),
  assetCode: AssetCode,
  issuer: textUpTo(56),
  balance: Amount,
  spendable: Amount,
  asOfLedger: v.number(),
});
export type BalanceRow = v.InferOutput<typeof BalanceRow>;

export const WalletOutput = v.strictObject({
  address: v.nullable(v.string()),
  balances: v.array(v.strictObject({ assetCode: v.string(), issuer: v.nullable(v.string()), balance: v.string() })),
  asOfLedger: v.number(),
});
export type WalletOutput = v.InferOutput<typeof WalletOutput>;

/** An amount of an asset that a payment takes; `issuer` is null for XLM. */
export const Cost = v.strictObject({ assetCode: AssetCode, issuer: v.nullable(AccountAddress), amount: Amount });

/** A change of the operator's fee that is to come: what it would be for the same from then on; nothing where none is taken. */
export const ComingFees = v.strictObject({ from: Instant, operatorFees: v.array(Cost) });
export type ComingFees = v.InferOutput<typeof ComingFees>;

/** What an account has of an asset after an act; what can be spent of it is less what the network and open offers bind. */
export const LeftOutput = v.strictObject({
  assetCode: AssetCode,
  issuer: v.nullable(AccountAddress),
  balance: Amount,
  spendable: Amount,
});
export type LeftOutput = v.InferOutput<typeof LeftOutput>;

/** What a person was shown and agreed to: where the money goes, and the most that they pay beside it. */
export const Agreed = v.strictObject({
  /** G... or M..., whatever name it was found by. */
  to: textUpTo(69),
  /** Empty for none. */
  memo: MemoText,
  memoType: MemoType,
  /** In XLM; zero where the house pays it. */
  networkFee: Amount,
  operatorFee: v.nullable(Cost),
});
export type Agreed = v.InferOutput<typeof Agreed>;

/**
 * A payment a person confirmed. `to` is G..., M... or another user's uniqueUserId; one `idempotencyKey` per confirmation.
 * The amount is checked by the send rules, so that each kind of bad amount has its own code.
 */
export const SendInput = v.strictObject({
  to: requiredText(130, says("receiver")),
  assetCode: AssetCode,
  issuer: v.optional(AccountAddress),
  amount: v.pipe(v.string(), v.maxLength(64)),
  memo: v.optional(MemoText),
  /** A text where it is not said. */
  memoType: v.optional(MemoType),
  /**
   * Whether the money may be set aside on the ledger for the recipient to claim, where they cannot hold the asset yet. Where
   * they can, they are paid as ever.
   */
  asClaimable: v.optional(v.boolean()),
  /** The network that a payment request named (SEP-7); nothing is sent on another. */
  networkPassphrase: v.optional(textUpTo(200)),
  idempotencyKey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/, "Malformed idempotency key")),
  /** Where it is given, nothing is sent that goes elsewhere or costs more. */
  agreed: v.optional(Agreed),
  password: v.optional(textUpTo(1024)),
  /** Of the second factor, where there is one. */
  code: v.optional(SecondFactorCode),
  /** Of one's own, for both of them. Good for this once. */
  passkey: v.optional(PasskeyAnswerInput),
});
export type SendInput = v.InferOutput<typeof SendInput>;

/** `held` waits for operators to approve it, `awaiting-signature` for its owner's own key. */
export const SubmissionState = v.picklist([
  "held",
  "created",
  "awaiting-signature",
  "signed",
  "submitted",
  "confirmed",
  "failed",
  "expired",
  "ambiguous",
]);
export type SubmissionState = v.InferOutput<typeof SubmissionState>;

/** Whether nothing more will happen to a submission. One that expired is made and sent again; of an ambiguous one the truth is still found out. */
export function isOver({ state }: { readonly state: SubmissionState }): boolean {
  return state === "confirmed" || state === "failed";
}

/** Which submission, as the path says it. */
export const SubmissionParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed submission number"), v.transform(Number)),
});

export const SubmissionOutput = v.strictObject({
  submission: v.strictObject({
    id: v.number(),
    state: SubmissionState,
    hash: v.nullable(v.string()),
    ledger: v.nullable(v.number()),
    /** Why it failed, or why nobody can tell yet, in English; by `said` a device words it itself, null where it has no code. */
    message: v.nullable(v.string()),
    said: v.optional(v.nullable(Said)),
    createdAt: Instant,
  }),
});
export type SubmissionOutput = v.InferOutput<typeof SubmissionOutput>;

/** Asks after a confirmation by the key it was made with. */
export const SettleConfirmationInput = v.strictObject({ idempotencyKey: IdempotencyKey });
/** Both null where nothing came of it: from now on nothing can. */
export const SettleConfirmationOutput = v.strictObject({
  submission: v.nullable(SubmissionOutput.entries.submission),
  /** An order that waits for its price or time, placed by it. */
  placed: v.nullable(v.strictObject({ uid: v.string(), state: v.string() })),
});
export type SettleConfirmationOutput = v.InferOutput<typeof SettleConfirmationOutput>;

/** One operation of a transaction, as far as a person has to know it; `issuer` is null for XLM. */
export const SubmittedOperation = v.strictObject({
  type: v.string(),
  to: v.nullable(v.string()),
  amount: v.nullable(Amount),
  assetCode: v.nullable(v.string()),
  issuer: v.nullable(v.string()),
  /** Of a trade: what is got at least for the amount that is given at most; of a pool, its other asset. */
  other: v.optional(Cost),
});
export type SubmittedOperation = v.InferOutput<typeof SubmittedOperation>;

/** What of one's own is not settled yet, oldest first. */
export const OpenSubmissionsOutput = v.strictObject({
  submissions: v.array(
    v.strictObject({
      id: v.number(),
      kind: v.string(),
      state: SubmissionState,
      /** Why nobody can tell yet what became of it; null in all other states. */
      message: v.nullable(v.string()),
      said: v.optional(v.nullable(Said)),
      createdAt: Instant,
      operations: v.array(SubmittedOperation),
    }),
  ),
});
export type OpenSubmissionsOutput = v.InferOutput<typeof OpenSubmissionsOutput>;

/** Why an operator refuses a payment, for its sender to read. */
export const DecisionInput = v.strictObject({ reason: reasonText(300) });

/** What an operator found out about an ambiguous payment, and where. */
export const ResolutionInput = v.variant("outcome", [
  v.strictObject({
    outcome: v.literal("confirmed"),
    ledger: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    evidence: requiredText(300, says("say-how-known")),
  }),
  /** No ledger holds it, or one holds it as failed: nothing was paid, and what it kept back is free again. */
  v.strictObject({ outcome: v.literal("failed"), evidence: requiredText(300, says("say-how-known")) }),
]);
export type ResolutionInput = v.InferOutput<typeof ResolutionInput>;

/** Which payments that wait for an operator; `after` is the number of one: what follows was accepted later. */
export const SubmissionsQuery = v.strictObject({ ...LIST_FILTERS, after: v.optional(RowPlace) });
export type SubmissionsQuery = v.InferOutput<typeof SubmissionsQuery>;
/** 200 at most, oldest first. */
export const SubmissionsOutput = v.strictObject({
  next: NextRow,
  submissions: v.array(
    v.strictObject({
      id: v.number(),
      userId: v.number(),
      kind: v.string(),
      state: SubmissionState,
      account: v.string(),
      to: v.nullable(v.string()),
      amount: v.nullable(Amount),
      assetCode: v.nullable(v.string()),
      hash: v.nullable(v.string()),
      /** Of what is within a fee bump: by it, too, a ledger may hold the payment, in a fee bump of somebody else. */
      innerHash: v.nullable(v.string()),
      reason: v.string(),
      createdAt: Instant,
    }),
  ),
});

/** A payment to be looked at before it is confirmed. */
export const SendCheckInput = v.omit(SendInput, ["idempotencyKey", "agreed", "password", "code", "passkey"]);
export type SendCheckInput = v.InferOutput<typeof SendCheckInput>;

/** Days after which the sender may take back what was set aside and nobody claimed. */
export const TAKE_BACK_DAYS = 7;

/** An address that the recipient's can be mistaken for, and how its payer knows it; `name` is what they call it. */
export const LookAlike = v.strictObject({
  address: v.string(),
  by: v.picklist(KNOWN_BY),
  name: v.nullable(v.string()),
});
export type LookAlike = v.InferOutput<typeof LookAlike>;

/** What a payment would cost, what it needs, and everything that stands against it, the first first. */
export const SendCheckOutput = v.strictObject({
  recipient: v.strictObject({
    /** G... or M... */
    address: v.string(),
    username: v.nullable(v.string()),
    /** Whether the account is on the network; where it is not, the payment creates it. */
    exists: v.boolean(),
  }),
  /** Of all that the payer ever paid, was paid from or keeps as contacts, the best known first. */
  lookAlikes: v.array(LookAlike),
  /** What goes with the payment: the sender's, or the one that the recipient's name asks for. Empty for none. */
  memo: v.string(),
  memoType: MemoType,
  /** Whether the recipient's name asks for it, so that no other can go. */
  isMemoFixed: v.boolean(),
  /** The most that the network may charge, in XLM. */
  networkFee: Amount,
  /** Whether the house pays the network fee. */
  isFeeSponsored: v.boolean(),
  operatorFee: v.nullable(Cost),
  comingFees: v.optional(ComingFees),
  /** Where the money is set aside: the XLM that the network keeps back of the sender's until it is claimed. Null where it is paid. */
  setAside: v.nullable(v.strictObject({ reserve: Amount })),
  /** What the amount is worth in USD, which is what the limit of one payment counts; null where no price is known. */
  usd: v.nullable(Amount),
  /** All that leaves the account, by asset; none where the amount cannot be read. */
  total: v.array(Cost),
  /** What the account has of the asset, and of XLM, once the payment is through; none where something stands against it. */
  left: v.array(LeftOutput),
  /** In this very request, whatever the session showed before; a passkey stands for both. */
  needsPassword: v.boolean(),
  needsSecondFactor: v.boolean(),
  /** Whether the payment waits for an operator. */
  needsApproval: v.boolean(),
  refusals: v.array(ToldRefusal),
});
export type SendCheckOutput = v.InferOutput<typeof SendCheckOutput>;

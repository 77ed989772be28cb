import * as v from "valibot";
import { ToldRefusal } from "./said.ts";
import { AccountAddress, Instant } from "./values/fields.ts";
import { Amount } from "./values/money.ts";
import { SendInput, SubmissionState, SubmittedOperation } from "./wallet.ts";

/** Base64 of a transaction; ours hold a hundred operations at most, and signatures beside. */
const Xdr = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40_000));

/** The key (G...) that a person holds elsewhere and wants to sign with beside ours. */
export const MultisigKeyInput = v.strictObject({ key: AccountAddress });

/** What a person has to sign with their key before it may lock anything: it can never be submitted. */
export const MultisigChallengeOutput = v.strictObject({
  key: v.string(),
  xdr: v.string(),
  networkPassphrase: v.string(),
  expiresAt: Instant,
});
export type MultisigChallengeOutput = v.InferOutput<typeof MultisigChallengeOutput>;

const confirmation = {
  /** The network fee that the review showed: more is never paid. */
  networkFee: Amount,
  idempotencyKey: SendInput.entries.idempotencyKey,
};
/** `signedXdr` is the challenge, signed; `code` is of the second factor, where it is on. */
export const MultisigOnInput = v.strictObject({ signedXdr: Xdr, ...confirmation, code: SendInput.entries.code });
export type MultisigOnInput = v.InferOutput<typeof MultisigOnInput>;
export const MultisigOffInput = v.strictObject(confirmation);
export type MultisigOffInput = v.InferOutput<typeof MultisigOffInput>;

export const MultisigCheckInput = v.strictObject({ turn: v.picklist(["on", "off"]) });
export type MultisigTurn = v.InferOutput<typeof MultisigCheckInput>["turn"];

/** What turning it on or off would cost and everything that stands against it, the first first. */
export const MultisigCheckOutput = v.strictObject({
  networkFee: Amount,
  /** Whether the house pays the network fee. */
  isFeeSponsored: v.boolean(),
  /** The XLM that the network keeps aside while the second key signs. */
  reserve: Amount,
  /** Hours after it in which nothing can be sent. */
  pauseHours: v.number(),
  refusals: v.array(ToldRefusal),
});
export type MultisigCheckOutput = v.InferOutput<typeof MultisigCheckOutput>;

/** What waits for its owner's signature, or for its turn to. */
export const Signable = v.strictObject({
  id: v.number(),
  kind: v.string(),
  state: SubmissionState,
  createdAt: Instant,
  operations: v.array(SubmittedOperation),
  memo: v.string(),
  networkFee: Amount,
  isFeeSponsored: v.boolean(),
  /** Null while another has to be signed first. */
  toSign: v.nullable(
    v.strictObject({
      /** Unsigned: without our signature, which is added last, nobody can submit it. */
      xdr: v.string(),
      /** In hex. */
      hash: v.string(),
      /** The key (G...) that has to sign. */
      key: v.string(),
      /** Until when the signature has to be back. */
      expiresAt: Instant,
      /** Whether it is, so that nothing is left to do. */
      isReturned: v.boolean(),
    }),
  ),
});
export type Signable = v.InferOutput<typeof Signable>;

export const MultisigOutput = v.strictObject({
  /** Whether the ledger asks for the person's own key, as far as we have read it. */
  isOn: v.boolean(),
  /** That key; null where none was ever asked for. */
  key: v.nullable(v.string()),
  /** What is under way; null where nothing is. */
  changing: v.nullable(v.strictObject({ turn: v.picklist(["on", "off"]), submissionId: v.number() })),
  networkPassphrase: v.string(),
  /** Oldest first. */
  waiting: v.array(Signable),
});
export type MultisigOutput = v.InferOutput<typeof MultisigOutput>;

export const SignatureInput = v.strictObject({ signedXdr: Xdr });

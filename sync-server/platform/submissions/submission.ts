import type { Collection, Document } from "mongodb";
import type { SUBMISSION_KINDS } from "#schemas/all-submissions.ts";
import { writeSaid } from "#schemas/said.ts";
import type { MemoType } from "#schemas/values/memo.ts";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { Spent, Turnover } from "./spending.ts";
import type { SignedEnvelope } from "#server/platform/vault/signed-envelope.ts";
import type { Step } from "./steps.ts";

/** Why a transaction is made: whose wish or which job it carries out. */
export type SubmissionKind = (typeof SUBMISSION_KINDS)[number];

/** Money of the paying account that a submission keeps back until it is settled, in stroops as decimal text. */
export interface Hold extends AssetName {
  readonly amount: string;
}

/**
 * An envelope and the bounds after which it can no longer enter a ledger. While its owner's signature is awaited it has none:
 * whoever is shown it cannot use it without ours.
 */
export interface Attempt {
  readonly envelopeXdr: string;
  /** The hash by which the network knows it: of the fee bump where there is one. */
  readonly hash: string;
  /** Hash of the transaction within a fee bump. */
  readonly innerHash: string | null;
  /** The account whose sequence number it uses. */
  readonly source: string;
  /** The sequence number it uses, as decimal text. */
  readonly sequence: string;
  /** The ledger that was the newest when it was signed: it cannot be in any before. */
  readonly signedAtLedger: number;
  readonly maxTime: Date;
  readonly maxLedger: number;
  /** The moment before which no ledger takes it, in seconds, which is long past and names what it is for: see `ledger-key.ts`. Absent for 0. */
  readonly minTime?: number;
}

/** The part of an account's owner in signing, where a key of theirs signs beside ours. */
export interface Cosigning {
  /** The owner's key (G...). */
  readonly key: string;
  /** Base64; null until it came back. */
  readonly signature: string | null;
}

/** What is to be done, before it has a number. */
export interface SubmissionDraft {
  /** Whose idempotency key it is; {@link HOUSE_USER} for the house. */
  readonly userId: number;
  readonly idempotencyKey: string;
  /** What it is known by on the ledger, where that is another name than the idempotency key: what it settles, by the name that the world has for that. */
  readonly ledgerKey?: string;
  /** Digest of the request, by which a key reused for another payment is found out. */
  readonly fingerprint: string;
  readonly kind: SubmissionKind;
  /** The account that pays: its money is kept back, and its payments go one after another unless through a channel. */
  readonly account: string;
  readonly steps: readonly Step[];
  readonly memo: string;
  /** Absent for a text. */
  readonly memoType?: MemoType;
  readonly holds: readonly Hold[];
  /** The most that the network may charge, in stroops as decimal text. */
  readonly fee: string;
  /**
   * Since when what it is for has been known, where that is longer than the submission itself: something may have been signed for
   * it ever since, whatever rows there are.
   */
  readonly knownSince?: Date;
  /** What the fee may be raised to at most where the network asks for more, as decimal text; absent for no such bound. */
  readonly feeLimit?: string;
  /** A house account that pays the network's fee by a fee bump; null where the transaction's own source does. */
  readonly feePayer: string | null;
  /** What it takes away from its payer for good, as limits count it; absent where that is nothing. */
  readonly spent?: readonly Spent[];
  /** What goes out by it, as levels of identity count it; absent where nothing does, and of what is older than that. */
  readonly turnover?: Turnover;
  /** The API key by which a program asked for it; absent where its owner did. */
  readonly apiKey?: string;
  /** Whether a channel account lends its sequence number, so that payments of one account need not wait for each other. */
  readonly viaChannel: boolean;
}

/** An operator's yes, without which what was held is not signed. */
export interface Approval {
  readonly by: number;
  readonly at: Date;
  readonly seal: string;
}

/** What an operator knows of a payment of which nothing could be proven: for operators alone. */
export interface Evidence {
  readonly operatorId: number;
  readonly text: string;
}

/**
 * An envelope that a ledger holds as failed only because the recipient's account was opened, or closed, meanwhile: since then what it was
 * for goes by the other operation. It used its sequence number and its fee is paid, so it can do nothing any more.
 */
export interface Missed {
  readonly hash: string;
  /** Hash of the transaction within a fee bump. */
  readonly innerHash: string | null;
  /** The sequence number that it used, as decimal text. */
  readonly sequence: string;
  readonly ledger: number;
  /** What that ledger charged for it, in stroops as decimal text. */
  readonly feeCharged: string;
  /** What its sender is told where it cannot go by the other operation either (`writeSaid`). */
  readonly reason: string;
  /** When that ledger closed. */
  readonly at: Date;
  /** Over all of it and its submission: nobody who writes to the database has a payment built anew. */
  readonly seal: string;
}

/** An outgoing transaction. `attempt` is null until signed and kept ever after; `ledger` is that of its confirmation or failure. */
export interface SubmissionDocument extends SubmissionDraft, Document {
  readonly id: number;
  readonly state: SubmissionState;
  /** Why it is in its state, for its owner too where it failed or nothing is certain. */
  readonly reason: string;
  /** Absent where no operator settled it. */
  readonly evidence?: Evidence;
  readonly attempt: Attempt | null;
  /** Absent where no other key than ours ever had to sign. */
  readonly cosigning?: Cosigning;
  /** While its owner's signature is awaited: when there is something to do about it, at the latest when its bounds have passed. */
  readonly dueAt?: Date;
  /** How often this attempt may have reached the network. */
  readonly sends: number;
  readonly lastSentAt: Date | null;
  readonly rebuilds: number;
  /** Absent where none missed: it goes as it was accepted. */
  readonly missed?: Missed;
  readonly formerHashes: readonly string[];
  readonly ledger: number | null;
  /** By what hash that ledger holds it, once ingestion has folded it: another than ours where a stranger wrapped it. */
  readonly ledgerHash?: string;
  /** What a ledger holds it as, where it had been settled as the contrary: what failed here must not be paid once more. */
  readonly foundAs?: "confirmed" | "failed";
  /** The request that it was accepted by, as the log names it: absent where it was the server's own doing, or is older than that. */
  readonly requestId?: string;
  /** Whether its holds are still kept back from what may be spent. */
  readonly isReserving: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Beyond which its fee is never raised, in stroops as decimal text. */
  readonly feeBound?: string;
  /** Whether it was held when it was accepted. */
  readonly needsApproval?: boolean;
  readonly approval?: Approval;
  /** What was signed for it before signatures were noted with what they let onto the ledger. */
  readonly formerly?: SignedEnvelope;
  /** Made at acceptance, over all that decides what is signed: the database alone is no authority to sign. */
  readonly seal?: string;
}

/** Owner of the house's own submissions; no user has this number. */
export const HOUSE_USER = 0;
/** What became of a submission whose owner did not want it any more. */
export const GIVEN_UP = writeSaid("reason.given-up");
export const SUBMISSIONS = "submissions";

export function submissionCollection(database: Database): Collection<SubmissionDocument> {
  return database.collection<SubmissionDocument>(SUBMISSIONS);
}

/** Whether it failed, and no ledger says otherwise: only then may what it was for be paid once more. */
export function isUnpaid({ state, foundAs }: Pick<SubmissionDocument, "state" | "foundAs">): boolean {
  return state === "failed" && foundAs !== "confirmed";
}

/** Creates the indexes that idempotency and look-ups rest on. */
export async function indexSubmissions(database: Database): Promise<void> {
  await submissionCollection(database).createIndexes([
    { key: { id: 1 }, unique: true },
    { key: { userId: 1, idempotencyKey: 1 }, unique: true },
    { key: { account: 1, isReserving: 1 } },
    // Whoever sent thousands has a few that are open: only those are in it.
    { key: { userId: 1, id: 1 }, partialFilterExpression: { isReserving: true } },
    { key: { state: 1, id: 1 } },
    { key: { "attempt.hash": 1 } },
    { key: { "attempt.innerHash": 1 } },
    { key: { formerHashes: 1 } },
  ]);
}

/** Whether a ledger has it, by itself or by what operators found. */
export function wasConfirmed({ state, foundAs }: Pick<SubmissionDocument, "state" | "foundAs">): boolean {
  return state === "confirmed" || foundAs === "confirmed";
}

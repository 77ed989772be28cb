import type { Collection, Document } from "mongodb";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { AssetName } from "#server/platform/network/assets.ts";

/** What is to be paid. `to` may be muxed; amounts are in stroops, as decimal texts. */
export interface Payment extends AssetName {
  readonly to: string;
  readonly amount: string;
  readonly memo: string;
  /** `create_account` where the recipient has no account yet. */
  readonly operation: "payment" | "create_account";
}

/** A signed envelope and the bounds after which it can no longer enter a ledger. */
export interface Attempt {
  readonly envelopeXdr: string;
  readonly hash: string;
  /** The sequence number it uses, as decimal text. */
  readonly sequence: string;
  /** The ledger that was the newest when it was signed: it cannot be in any before. */
  readonly signedAtLedger: number;
  readonly maxTime: Date;
  readonly maxLedger: number;
}

/** An outgoing payment. `attempt` is null until signed and kept ever after; `ledger` is that of its confirmation or failure. */
export interface SubmissionDocument extends Document {
  readonly id: number;
  readonly userId: number;
  /** Source account. */
  readonly account: string;
  readonly idempotencyKey: string;
  /** Digest of the request, by which a key reused for another payment is found out. */
  readonly fingerprint: string;
  readonly payment: Payment;
  /** The most that the network may charge, in stroops. */
  readonly fee: string;
  readonly state: SubmissionState;
  readonly reason: string;
  readonly attempt: Attempt | null;
  /** How often this attempt may have reached the network. */
  readonly sends: number;
  readonly lastSentAt: Date | null;
  readonly rebuilds: number;
  readonly formerHashes: readonly string[];
  readonly ledger: number | null;
  /** Whether amount and fee are still kept back from what may be spent. */
  readonly isReserving: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const SUBMISSIONS = "submissions";

export function submissionCollection(database: Database): Collection<SubmissionDocument> {
  return database.collection<SubmissionDocument>(SUBMISSIONS);
}

/** Creates the indexes that idempotency and look-ups rest on. */
export async function indexSubmissions(database: Database): Promise<void> {
  await submissionCollection(database).createIndexes([
    { key: { id: 1 }, unique: true },
    { key: { userId: 1, idempotencyKey: 1 }, unique: true },
    { key: { account: 1, isReserving: 1 } },
    { key: { state: 1, id: 1 } },
    { key: { "attempt.hash": 1 } },
  ]);
}

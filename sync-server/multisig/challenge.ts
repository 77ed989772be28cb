import { randomBytes } from "node:crypto";
import { Account, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import type { ClientSession, Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { MultisigChallengeOutput } from "#schemas/multisig.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readReturned } from "./returned.ts";

/** One per user: a new one takes the former's place. */
interface StoredChallenge extends Document {
  /** The user's id. */
  readonly _id: number;
  readonly key: string;
  readonly hash: string;
  readonly expiresAt: Date;
}

export const MULTISIG_CHALLENGES = "multisig_challenges";
/** Long enough to carry it to a device that is never online, and back. */
const VALID_MS = 60 * 60 * 1000;
const NONCE_BYTES = 48;

/**
 * Makes what proves that somebody holds a key: a transaction of the wallet such as they will have to sign from then on, whose
 * sequence number no ledger can ever take (SEP-10 does the same).
 */
export async function makeChallenge(
  { database, clock }: Runtime,
  userId: number,
  { address, key, passphrase }: { readonly address: string; readonly key: string; readonly passphrase: string },
): Promise<MultisigChallengeOutput> {
  const expiresAt = new Date(clock.now().getTime() + VALID_MS);
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  const transaction = new TransactionBuilder(new Account(address, "-1"), {
    fee: "100",
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: Math.floor(expiresAt.getTime() / 1000) },
  })
    .addOperation(Operation.manageData({ source: key, name: "Astrolabe second key", value: nonce }))
    .build();
  const hash = Buffer.from(transaction.hash()).toString("hex");
  await database
    .collection<StoredChallenge>(MULTISIG_CHALLENGES)
    .updateOne({ _id: userId }, { $set: { key, hash, expiresAt } }, { upsert: true });
  return { key, xdr: transaction.toXDR(), networkPassphrase: passphrase, expiresAt: expiresAt.toISOString() };
}

/** The key that a signed challenge proves to be held. Throws `multisig-challenge-over` and what {@link readReturned} does. */
export async function readProof(
  { database, clock }: Runtime,
  userId: number,
  { signedXdr, passphrase }: { readonly signedXdr: string; readonly passphrase: string },
): Promise<{ readonly key: string; readonly hash: string }> {
  const stored = await database.collection<StoredChallenge>(MULTISIG_CHALLENGES).findOne({ _id: userId });
  if (!stored || stored.expiresAt <= clock.now()) throw new AppError("multisig-challenge-over");
  const { key, hash } = stored;
  readReturned(signedXdr, { passphrase, hash, key });
  return { key, hash };
}

/** Uses the challenge up, in the transaction that rests on it. Throws `multisig-challenge-over` where that was done already. */
export async function spendChallenge(
  { database }: Runtime,
  session: ClientSession,
  userId: number,
  hash: string,
): Promise<void> {
  const spent = await database
    .collection<StoredChallenge>(MULTISIG_CHALLENGES)
    .deleteOne({ _id: userId, hash }, { session });
  if (spent.deletedCount === 0) throw new AppError("multisig-challenge-over");
}

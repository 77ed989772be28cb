import { Account, Memo, type Transaction, TransactionBuilder, type FeeBumpTransaction } from "@stellar/stellar-sdk";
import type { MemoType } from "#schemas/memo.ts";
import type { LedgerHead } from "#server/platform/network/network.ts";
import type { KeyPurpose } from "#server/platform/vault/sealed-keys.ts";
import type { Vault } from "#server/platform/vault/vault.ts";
import { actorsOf, toOperation } from "./steps.ts";
import type { Attempt, SubmissionDocument } from "./submission.ts";

/** How long an envelope may wait for a ledger. The network's own clock counts, not ours. */
const VALID_MS = 90_000;
const VALID_LEDGERS = 180;

/** Where an envelope stands: the ledger it is built on, and the account whose sequence number it uses with the last one used. */
export interface Ground {
  readonly head: LedgerHead;
  readonly source: string;
  readonly lastSequence: bigint;
  readonly passphrase: string;
  /** What the vault keeps the key of an address for. */
  readonly purposeOf: (address: string) => KeyPurpose;
}

/** Builds and signs the transaction, within a fee bump where someone else pays its fee. Nothing is sent. */
export async function signSubmission(vault: Vault, submission: SubmissionDocument, ground: Ground): Promise<Attempt> {
  const maxTimeSeconds = Math.floor((ground.head.closedAt.getTime() + VALID_MS) / 1000);
  const maxLedger = ground.head.sequence + VALID_LEDGERS;
  const transaction = build(submission, ground, maxTimeSeconds, maxLedger);
  const sign = (envelope: Transaction | FeeBumpTransaction, address: string) =>
    addSignature(vault, submission, envelope, address, ground.purposeOf(address));
  for (const address of new Set([ground.source, ...actorsOf(submission.steps)])) await sign(transaction, address);
  const attempt = {
    source: ground.source,
    sequence: transaction.sequence,
    signedAtLedger: ground.head.sequence,
    maxTime: new Date(maxTimeSeconds * 1000),
    maxLedger,
  };
  if (submission.feePayer === null)
    return { ...attempt, envelopeXdr: transaction.toXDR(), hash: hashOf(transaction), innerHash: null };
  const bump = TransactionBuilder.buildFeeBumpTransaction(
    submission.feePayer,
    String(BigInt(submission.fee) / BigInt(submission.steps.length + 1)),
    transaction,
    ground.passphrase,
  );
  await sign(bump, submission.feePayer);
  return { ...attempt, envelopeXdr: bump.toXDR(), hash: hashOf(bump), innerHash: hashOf(transaction) };
}

function build(submission: SubmissionDocument, ground: Ground, maxTimeSeconds: number, maxLedger: number): Transaction {
  const { steps, memo, memoType = "text", fee, feePayer } = submission;
  const builder = new TransactionBuilder(new Account(ground.source, String(ground.lastSequence)), {
    // Within a fee bump the inner bid is nothing, so that the transaction cannot enter a ledger without the bump.
    fee: feePayer === null ? String(BigInt(fee) / BigInt(steps.length)) : "0",
    networkPassphrase: ground.passphrase,
    timebounds: { minTime: 0, maxTime: maxTimeSeconds },
    ledgerbounds: { minLedger: 0, maxLedger },
  });
  for (const step of steps) builder.addOperation(toOperation(step));
  if (memo !== "") builder.addMemo(toMemo(memo, memoType));
  return builder.build();
}

function toMemo(text: string, type: MemoType): Memo {
  switch (type) {
    case "text":
      return Memo.text(text);
    case "id":
      return Memo.id(text);
    case "hash":
      return Memo.hash(text);
  }
}

async function addSignature(
  vault: Vault,
  { id, kind, userId }: SubmissionDocument,
  envelope: Transaction | FeeBumpTransaction,
  address: string,
  purpose: KeyPurpose,
): Promise<void> {
  const { publicKey, signature } = await vault.sign({
    address,
    purpose,
    hash: Buffer.from(envelope.hash()),
    requestedBy: userId === 0 ? `house ${kind}` : `user ${userId}`,
    reason: `submission ${id}`,
    isHandover: kind === "rotation",
  });
  envelope.addSignature(publicKey, signature.toString("base64"));
}

function hashOf(envelope: Transaction | FeeBumpTransaction): string {
  return Buffer.from(envelope.hash()).toString("hex");
}

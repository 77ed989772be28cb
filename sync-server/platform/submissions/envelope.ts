import { Account, Memo, Transaction, TransactionBuilder, type FeeBumpTransaction } from "@stellar/stellar-sdk";
import type { MemoType } from "#schemas/memo.ts";
import type { LedgerHead } from "#server/platform/network/network.ts";
import type { KeyPurpose } from "#server/platform/vault/sealed-keys.ts";
import type { Vault } from "#server/platform/vault/vault.ts";
import { actorsOf, toOperation } from "./steps.ts";
import type { Attempt, SubmissionDocument } from "./submission.ts";

/** How long an envelope may wait for a ledger, by the network's own clock and by its ledgers. */
interface Validity {
  readonly ms: number;
  readonly ledgers: number;
}

const OURS: Validity = { ms: 90_000, ledgers: 180 };
/** People carry it to another device, some of them tomorrow. */
const OWNERS: Validity = { ms: 24 * 60 * 60 * 1000, ledgers: 2 * 24 * 60 * 60 };

/** Whose signature is asked for, and how. */
interface Signatory {
  readonly passphrase: string;
  /** What the vault keeps the key of an address for. */
  readonly purposeOf: (address: string) => KeyPurpose;
}

/** Where an envelope stands: the ledger it is built on, and the account whose sequence number it uses with the last one used. */
export interface Ground extends Signatory {
  readonly head: LedgerHead;
  readonly source: string;
  readonly lastSequence: bigint;
}

/** Builds and signs the transaction, within a fee bump where someone else pays its fee. Nothing is sent. */
export async function signSubmission(vault: Vault, submission: SubmissionDocument, ground: Ground): Promise<Attempt> {
  const { transaction, bounds } = build(submission, ground, OURS);
  return { ...bounds, ...(await complete(vault, submission, transaction, ground)) };
}

/** Builds the transaction for its owner to sign first. There is no signature on it. */
export function prepareForOwner(submission: SubmissionDocument, ground: Ground): Attempt {
  const { transaction, bounds } = build(submission, ground, OWNERS);
  return { ...bounds, envelopeXdr: transaction.toXDR(), hash: hashOf(transaction), innerHash: null };
}

/** Adds our signatures to an envelope that came back with its owner's; it cannot be in any ledger up to `head`. */
export async function cosignSubmission(
  vault: Vault,
  submission: SubmissionDocument,
  { head, ...signatory }: Signatory & { readonly head: LedgerHead },
): Promise<Attempt> {
  const { attempt, cosigning } = submission;
  if (!attempt || !cosigning || cosigning.signature === null)
    throw new Error(`submission ${submission.id} has no signature of its owner`);
  const transaction = new Transaction(attempt.envelopeXdr, signatory.passphrase);
  transaction.addSignature(cosigning.key, cosigning.signature);
  const completed = await complete(vault, submission, transaction, signatory);
  return { ...attempt, ...completed, signedAtLedger: head.sequence };
}

type Completed = Pick<Attempt, "envelopeXdr" | "hash" | "innerHash">;

/** Signs for everyone whose key is ours, and for the house where it pays the fee. */
async function complete(
  vault: Vault,
  submission: SubmissionDocument,
  transaction: Transaction,
  { passphrase, purposeOf }: Signatory,
): Promise<Completed> {
  const sign = (envelope: Transaction | FeeBumpTransaction, address: string) =>
    addSignature(vault, submission, envelope, address, purposeOf(address));
  for (const address of new Set([transaction.source, ...actorsOf(submission.steps)])) await sign(transaction, address);
  if (submission.feePayer === null)
    return { envelopeXdr: transaction.toXDR(), hash: hashOf(transaction), innerHash: null };
  const bump = TransactionBuilder.buildFeeBumpTransaction(
    submission.feePayer,
    String(BigInt(submission.fee) / BigInt(submission.steps.length + 1)),
    transaction,
    passphrase,
  );
  await sign(bump, submission.feePayer);
  return { envelopeXdr: bump.toXDR(), hash: hashOf(bump), innerHash: hashOf(transaction) };
}

function build(submission: SubmissionDocument, ground: Ground, { ms, ledgers }: Validity) {
  const { steps, memo, memoType = "text", fee, feePayer } = submission;
  const { head, source, lastSequence, passphrase } = ground;
  const maxTimeSeconds = Math.floor((head.closedAt.getTime() + ms) / 1000);
  const maxLedger = head.sequence + ledgers;
  const builder = new TransactionBuilder(new Account(source, String(lastSequence)), {
    // Within a fee bump the inner bid is nothing, so that the transaction cannot enter a ledger without the bump.
    fee: feePayer === null ? String(BigInt(fee) / BigInt(steps.length)) : "0",
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: maxTimeSeconds },
    ledgerbounds: { minLedger: 0, maxLedger },
  });
  for (const step of steps) builder.addOperation(toOperation(step));
  if (memo !== "") builder.addMemo(toMemo(memo, memoType));
  const transaction = builder.build();
  const bounds = {
    source,
    sequence: transaction.sequence,
    signedAtLedger: head.sequence,
    maxTime: new Date(maxTimeSeconds * 1000),
    maxLedger,
  };
  return { transaction, bounds };
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

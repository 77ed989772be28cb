import { Account, FeeBumpTransaction, Memo, type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import type { MemoType } from "#schemas/values/memo.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import type { KeyPurpose } from "#server/platform/vault/sealed-keys.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import type { SignedEnvelope } from "#server/platform/vault/signed-envelope.ts";
import type { Vault } from "#server/platform/vault/vault.ts";
import { ledgerKeyOf } from "./ledger-key.ts";
import { stepsNow } from "./missed.ts";
import { assertAccepted } from "./seal-submission.ts";
import { actorsOf, toOperation } from "./steps.ts";
import { type Attempt, HOUSE_USER, type SubmissionDocument } from "./submission.ts";
import { assertTradingOnly, type OwnerOf } from "./trading-accounts.ts";

/** How long an envelope may wait for a ledger, by the network's own clock and by its ledgers. */
interface Validity {
  readonly ms: number;
  readonly ledgers: number;
}

export const OURS: Validity = { ms: 90_000, ledgers: 180 };
/** People carry it to another device, some of them tomorrow. */
const OWNERS: Validity = { ms: 24 * 60 * 60 * 1000, ledgers: 2 * 24 * 60 * 60 };

/** Whose signature is asked for, and how. */
interface Signatory {
  readonly database: Pick<Database, "db">;
  readonly passphrase: string;
  /** What the vault keeps the key of an address for; a person acts with their wallet, and with what their pools trade with. */
  readonly purposeOf: (address: string) => KeyPurpose;
  /** Whose an address is and what for, where the server itself wrote that down; null for any other. */
  readonly ownerOf: OwnerOf;
  /** Inner hashes of envelopes of this submission that can never be in a ledger. */
  readonly dead?: ReadonlySet<string>;
}

/** Where an envelope stands in its account's sequence, and until when a ledger takes it. */
export type Bounds = Pick<Attempt, "source" | "sequence" | "signedAtLedger" | "maxTime" | "maxLedger" | "minTime">;

/** Where an envelope stands: the ledger it is built on, and the account whose sequence number it uses with the last one used. */
export interface Ground extends Signatory {
  readonly head: LedgerHead;
  readonly source: string;
  readonly lastSequence: bigint;
}

/**
 * Builds and signs the transaction, within a fee bump where someone else pays its fee. Nothing is sent. With the bounds of an
 * envelope that was signed before, it is that one again.
 */
export async function signSubmission(
  vault: Vault,
  submission: SubmissionDocument,
  ground: Ground,
  former: Bounds | null,
): Promise<Attempt> {
  const { source, sequence, signedAtLedger, maxTime, maxLedger, minTime } =
    former ?? boundsOn(submission, ground, OURS);
  const bounds = { source, sequence, signedAtLedger, maxTime, maxLedger, ...(minTime !== undefined && { minTime }) };
  return { ...bounds, ...(await complete(vault, submission, bounds, ground)) };
}

/** Builds the transaction for its owner to sign first. There is no signature on it. */
export function prepareForOwner(submission: SubmissionDocument, ground: Ground): Attempt {
  const bounds = boundsOn(submission, ground, OWNERS);
  const transaction = build(submission, bounds, ground.passphrase);
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
  const bounds = { ...attempt, signedAtLedger: head.sequence };
  return { ...bounds, ...(await complete(vault, submission, bounds, signatory, { ...cosigning, hash: attempt.hash })) };
}

/**
 * Wraps what was signed before in a fee bump (CAP-15) of the account that pays its fee, for the fee that the submission has now: the same
 * transaction within, so that a ledger holds it once. Throws {@link SealBrokenError} for an envelope that is not of what was accepted.
 */
export async function bumpSubmission(
  vault: Vault,
  submission: SubmissionDocument,
  signatory: Signatory,
): Promise<Attempt> {
  const { attempt, userId, viaChannel, account, steps, fee, feePayer } = submission;
  const { database, passphrase, purposeOf } = signatory;
  assertAccepted(database, submission);
  if (!attempt) throw new Error(`submission ${submission.id} has no envelope`);
  if (!viaChannel && attempt.source !== account) throw new SealBrokenError(`the source of submission ${submission.id}`);
  const sent = TransactionBuilder.fromXDR(attempt.envelopeXdr, passphrase);
  const within = sent instanceof FeeBumpTransaction ? sent.innerTransaction : sent;
  const inner = hashOf(within);
  if (inner !== hashOf(build({ ...submission, fee: within.fee }, attempt, passphrase)))
    throw new SealBrokenError(`the envelope of submission ${submission.id}`);
  const bid = String(BigInt(fee) / BigInt(steps.length + 1));
  const payer = feePayer ?? attempt.source;
  const bump = TransactionBuilder.buildFeeBumpTransaction(payer, bid, within, passphrase);
  const isHouses = feePayer !== null || viaChannel;
  const purpose = isHouses ? "house" : userId === HOUSE_USER ? purposeOf(payer) : "wallet";
  await addSignature(vault, { submission, inner, bounds: attempt, dead: signatory.dead }, bump, payer, purpose);
  return { ...attempt, envelopeXdr: bump.toXDR(), hash: hashOf(bump), innerHash: inner };
}

type Completed = Pick<Attempt, "envelopeXdr" | "hash" | "innerHash">;

/** The owner's signature, and of what. */
interface Returned {
  readonly key: string;
  readonly signature: string | null;
  readonly hash: string;
}

/**
 * Signs for everyone whose key is ours, and for the house where it pays the fee. The one place from which a submission reaches
 * the vault: what is signed is built here, of what was accepted, and of nothing else that the database says.
 */
async function complete(
  vault: Vault,
  submission: SubmissionDocument,
  bounds: Bounds,
  signatory: Signatory,
  returned: Returned | null = null,
): Promise<Completed> {
  const { database, passphrase, purposeOf } = signatory;
  assertAccepted(database, submission);
  const { account, viaChannel, steps, feePayer } = submission;
  if (!viaChannel && bounds.source !== account) throw new SealBrokenError(`the source of submission ${submission.id}`);
  const transaction = build(submission, bounds, passphrase);
  const inner = hashOf(transaction);
  if (returned?.signature != null) {
    if (returned.hash !== inner) throw new SealBrokenError(`what the owner signed of submission ${submission.id}`);
    transaction.addSignature(returned.key, returned.signature);
  }
  const wanted = { submission, inner, bounds, dead: signatory.dead };
  const actors = new Set([...(viaChannel ? [] : [bounds.source]), ...actorsOf(steps)]);
  if (viaChannel && !actors.has(bounds.source)) await addSignature(vault, wanted, transaction, bounds.source, "house");
  const purposes = new Map([...actors].map((address) => [address, purposeFor(submission, purposeOf(address))]));
  assertTradingOnly(submission, (address) => purposes.get(address) === "trading", signatory.ownerOf);
  for (const [address, purpose] of purposes) await addSignature(vault, wanted, transaction, address, purpose);
  if (feePayer === null) return { envelopeXdr: transaction.toXDR(), hash: inner, innerHash: null };
  const bump = TransactionBuilder.buildFeeBumpTransaction(
    feePayer,
    String(BigInt(submission.fee) / BigInt(steps.length + 1)),
    transaction,
    passphrase,
  );
  await addSignature(vault, wanted, bump, feePayer, "house");
  return { envelopeXdr: bump.toXDR(), hash: hashOf(bump), innerHash: inner };
}

function purposeFor({ userId }: SubmissionDocument, known: KeyPurpose): KeyPurpose {
  return userId === HOUSE_USER || known === "trading" ? known : "wallet";
}

function boundsOn(
  submission: SubmissionDocument,
  { database, head, source, lastSequence }: Ground,
  { ms, ledgers }: Validity,
): Bounds {
  const maxTimeSeconds = Math.floor((head.closedAt.getTime() + ms) / 1000);
  return {
    source,
    sequence: String(lastSequence + 1n),
    signedAtLedger: head.sequence,
    maxTime: new Date(maxTimeSeconds * 1000),
    maxLedger: head.sequence + ledgers,
    minTime: ledgerKeyOf(database, submission),
  };
}

function build(
  submission: SubmissionDocument,
  { source, sequence, maxTime, maxLedger, minTime = 0 }: Bounds,
  passphrase: string,
) {
  const { memo, memoType = "text", fee, feePayer } = submission;
  const steps = stepsNow(submission);
  const builder = new TransactionBuilder(new Account(source, String(BigInt(sequence) - 1n)), {
    // Within a fee bump the inner bid is nothing, so that the transaction cannot enter a ledger without the bump.
    fee: feePayer === null ? String(BigInt(fee) / BigInt(steps.length)) : "0",
    networkPassphrase: passphrase,
    timebounds: { minTime, maxTime: Math.floor(maxTime.getTime() / 1000) },
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

/** What a signature is for. */
interface Wanted {
  readonly submission: SubmissionDocument;
  readonly inner: string;
  readonly bounds: Bounds;
  readonly dead: ReadonlySet<string> | undefined;
}

async function addSignature(
  vault: Vault,
  { submission, inner, bounds, dead }: Wanted,
  envelope: Transaction | FeeBumpTransaction,
  address: string,
  purpose: KeyPurpose,
): Promise<void> {
  const { id, kind, userId } = submission;
  const { publicKey, signature } = await vault.sign({
    address,
    purpose,
    hash: Buffer.from(envelope.hash()),
    userId,
    envelope: envelopeOf(submission, bounds, inner),
    ...(dead && { dead }),
    requestedBy: userId === HOUSE_USER ? `house ${kind}` : `user ${userId}`,
    reason: `submission ${id}`,
    isHandover: kind === "rotation",
  });
  envelope.addSignature(publicKey, signature.toString("base64"));
}

/** What is noted of an envelope before it is signed. */
export function envelopeOf(
  { id, userId, idempotencyKey, createdAt, knownSince: acceptedAt = createdAt }: SubmissionDocument,
  { source, sequence, signedAtLedger, maxTime, maxLedger, minTime }: Bounds,
  inner: string,
): SignedEnvelope {
  const key = `${userId} ${idempotencyKey}`;
  const bounds = { source, sequence, signedAtLedger, maxTime, maxLedger, ...(minTime !== undefined && { minTime }) };
  return { key, submission: id, acceptedAt, inner, ...bounds };
}

function hashOf(envelope: Transaction | FeeBumpTransaction): string {
  return Buffer.from(envelope.hash()).toString("hex");
}

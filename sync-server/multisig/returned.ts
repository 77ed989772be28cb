import { createHash } from "node:crypto";
import { Keypair, Networks, Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { AppError } from "#schemas/errors.ts";

/** What a person was given to sign. */
export interface Given {
  readonly passphrase: string;
  /** The transaction's hash, in hex. */
  readonly hash: string;
  /** The key (G...) that had to sign it. */
  readonly key: string;
}

/**
 * The one signature (base64) that is wanted of a transaction that comes back, whatever else is on it. Throws
 * `signature-unreadable`, `signature-for-other`, `signature-elsewhere` and `signature-missing`.
 */
export function readReturned(signedXdr: string, { passphrase, hash, key }: Given): string {
  const transaction = readTransaction(signedXdr, passphrase);
  if (Buffer.from(transaction.hash()).toString("hex") !== hash) throw new AppError("signature-for-other");
  const signer = Keypair.fromPublicKey(key);
  const signatures = transaction.signatures.map(({ signature }) => Buffer.from(signature.value));
  const signedWith = (digest: Buffer) => signatures.find((signature) => verifies(signer, digest, signature));
  const wanted = signedWith(Buffer.from(transaction.hash()));
  if (wanted) return wanted.toString("base64");
  const elsewhere = Object.values(Networks).some(
    (name) => name !== passphrase && signedWith(digestOn(signedXdr, name)),
  );
  throw elsewhere ? new AppError("signature-elsewhere") : new AppError("signature-missing", { key });
}

function readTransaction(signedXdr: string, passphrase: string): Transaction {
  try {
    const read = TransactionBuilder.fromXDR(signedXdr, passphrase);
    // Some wallets put a fee bump around it: what is within is what was signed.
    return read instanceof Transaction ? read : read.innerTransaction;
  } catch (cause) {
    throw new AppError("signature-unreadable", {}, { cause });
  }
}

function digestOn(signedXdr: string, passphrase: string): Buffer {
  return Buffer.from(readTransaction(signedXdr, passphrase).hash());
}

function verifies(signer: Keypair, digest: Buffer, signature: Buffer): boolean {
  return signature.length === 64 && signer.verify(digest, signature);
}

/** Digest of what was returned, to tell a return that is made again. */
export function fingerprintOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

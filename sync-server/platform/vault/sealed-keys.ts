import { randomBytes, sign as signWithKey } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import type { Document } from "mongodb";
import type { KeyRing } from "./key-ring.ts";
import { seal, unseal } from "./seal.ts";

/** What a key is for; part of the associated data, so that a key of one purpose cannot be used as another. */
export type KeyPurpose = "wallet" | "house";

/** A key that signs for an account in place of the account's own: one of the vault, or one that a KMS keeps. */
export interface Signer {
  /** G... */
  readonly publicKey: string;
  /** The id of the key at the key management service; null where the vault holds it. */
  readonly kmsKey: string | null;
  /** 1 for the first that took the place of the account's own key. */
  readonly generation: number;
}

/** What opens a stored secret: a data key of its own, wrapped by the provider of this version. */
export interface Lock {
  readonly keyVersion: string;
  readonly dataKey: string;
}

/** A key pair of the vault. */
export interface SealedKey extends Lock, Document {
  /** The public key: the address, unless it signs for another account. */
  readonly _id: string;
  /** The account that it signs for. Absent: its own. */
  readonly account?: string;
  readonly userId: number;
  readonly purpose: KeyPurpose;
  readonly seed: string;
  readonly createdAt: Date;
  /** What signs for this account now, where it is not this key. */
  readonly signer?: Signer;
  /** What is about to take over; until that is decided, nothing else is signed. */
  readonly next?: Signer;
}

export const VAULT_KEYS = "vault_keys";
export const DATA_KEY_BYTES = 32;
const SEED_BYTES = 32;
/** PKCS #8 of an ed25519 key up to its seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** Makes a key pair that signs for `account`, or for itself where none is named. */
export async function makeKey(
  ring: KeyRing,
  owner: { readonly userId: number; readonly purpose: KeyPurpose; readonly account?: string },
  now: Date,
): Promise<SealedKey> {
  const seed = randomBytes(SEED_BYTES);
  try {
    const _id = Keypair.fromRawEd25519Seed(seed).publicKey();
    const locked = await lock(ring, seed, keyContext({ _id, ...owner }));
    return { _id, ...owner, createdAt: now, ...locked.lock, seed: locked.sealed };
  } finally {
    seed.fill(0);
  }
}

/** Encrypts under a fresh data key, which the ring's current provider wraps. */
export async function lock(ring: KeyRing, plain: Buffer, context: string): Promise<{ lock: Lock; sealed: string }> {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  try {
    const wrapped = await ring.current.wrap(dataKey, context);
    return {
      lock: { keyVersion: ring.current.version, dataKey: wrapped.toString("base64") },
      sealed: seal(dataKey, plain, context).toString("base64"),
    };
  } finally {
    dataKey.fill(0);
  }
}

/** Decrypts what {@link lock} made, lends it to `work` and wipes it. Throws for a version that the ring does not have. */
export async function unlock<T>(
  ring: KeyRing,
  { keyVersion, dataKey: wrapped }: Lock,
  secret: string,
  context: string,
  work: (plain: Buffer) => T | Promise<T>,
): Promise<T> {
  const dataKey = await ring.of(keyVersion).unwrap(Buffer.from(wrapped, "base64"), context);
  try {
    const plain = unseal(dataKey, Buffer.from(secret, "base64"), context);
    try {
      return await work(plain);
    } finally {
      plain.fill(0);
    }
  } finally {
    dataKey.fill(0);
  }
}

/** The 64-byte ed25519 signature by a seed. */
export function signWithSeed(seed: Buffer, message: Buffer): Buffer {
  const key = Buffer.concat([PKCS8_PREFIX, seed]);
  try {
    return signWithKey(null, message, { key, format: "der", type: "pkcs8" });
  } finally {
    key.fill(0);
  }
}

/** What a key's encryption is bound to: its address, what it is for, and the account it signs for. */
export function keyContext({ _id, purpose, account }: Pick<SealedKey, "_id" | "purpose" | "account">): string {
  const own = `astrolabe key ${_id} for ${purpose}`;
  return account === undefined ? own : `${own} of ${account}`;
}

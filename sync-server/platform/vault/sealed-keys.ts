import { randomBytes, sign as signWithKey } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import type { Document } from "mongodb";
import { type RowSeals, SealBrokenError } from "#server/platform/seals/row-seals.ts";
import type { KeyRing } from "./key-ring.ts";
import { seal, unseal } from "./seal.ts";

/** What a key is for; part of the associated data, so that a key of one purpose cannot be used as another. */
export type KeyPurpose = "wallet" | "house" | "trading";

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
  /** The name of the sealing key that its lock is bound to: who takes the seals away, or makes others, opens no key. */
  readonly seals?: string;
  /** Over {@link sealedOf}, so that nobody gives a key to another user. */
  readonly seal?: string;
}

export const VAULT_KEYS = "vault_keys";
export const DATA_KEY_BYTES = 32;
export const KEY_SEAL = "vault key";
const SEED_BYTES = 32;
/** PKCS #8 of an ed25519 key up to its seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** Makes a key pair that signs for `account`, or for itself where none is named. */
export async function makeKey(
  ring: KeyRing,
  seals: RowSeals,
  owner: { readonly userId: number; readonly purpose: KeyPurpose; readonly account?: string },
  now: Date,
): Promise<SealedKey> {
  const seed = randomBytes(SEED_BYTES);
  try {
    const key = { _id: Keypair.fromRawEd25519Seed(seed).publicKey(), ...owner };
    const seal = seals.seal(KEY_SEAL, sealedOf(key));
    const locked = await lock(ring, seed, keyContext({ ...key, seals: seals.name }));
    return { ...key, createdAt: now, ...locked.lock, seed: locked.sealed, seals: seals.name, seal };
  } finally {
    seed.fill(0);
  }
}

/** Whose key it is and what signs in its place, which nobody may change past the vault. */
export function sealedOf({
  _id,
  account,
  userId,
  purpose,
  signer,
  next,
}: Pick<SealedKey, "_id" | "account" | "userId" | "purpose"> & {
  readonly signer?: Signer | undefined;
  readonly next?: Signer | undefined;
}): object {
  return { _id, account, userId, purpose, signer, next };
}

/** Throws {@link SealBrokenError} for a key whose row somebody changed, or that these seals never knew. */
export function assertKeySealed(seals: RowSeals, key: SealedKey): void {
  const isOurs = key.seals === seals.name && seals.isSealed(KEY_SEAL, sealedOf(key), key.seal);
  if (!isOurs) throw new SealBrokenError(`the vault's key ${key._id}`);
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

/** What a key's encryption is bound to: its address, what it is for, the account it signs for, and by what rows are sealed. */
export function keyContext({
  _id,
  purpose,
  account,
  seals,
}: Pick<SealedKey, "_id" | "purpose" | "account" | "seals">): string {
  const own = `astrolabe key ${_id} for ${purpose}`;
  const bound = account === undefined ? own : `${own} of ${account}`;
  return seals === undefined ? bound : `${bound} beside the seals ${seals}`;
}

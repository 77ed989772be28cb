import { createHmac } from "node:crypto";
import { seal, unseal } from "./seal.ts";

/** Wraps the data keys of the vault: with a key that we hold, or by asking a key management service. */
export interface KeyProvider {
  /** Names the wrapping key, and stands beside everything it wrapped. */
  readonly version: string;
  /** `context` must be the same at unwrapping. */
  wrap(dataKey: Buffer, context: string): Promise<Buffer>;
  /** Throws when the key or the context is another one. */
  unwrap(wrapped: Buffer, context: string): Promise<Buffer>;
}

/** Signs with ed25519 keys that never leave a key management service. */
export interface RemoteSigner {
  /** The 32 bytes of the public key. Throws for a key that is not ed25519. */
  publicKey(keyId: string): Promise<Buffer>;
  /** The 64 bytes of the signature of `message`. */
  sign(keyId: string, message: Buffer): Promise<Buffer>;
}

const FINGERPRINT_HEX_DIGITS = 16;
const FINGERPRINT = "key-";

/**
 * The provider that holds its 32-byte key in memory. Its version is a fingerprint of the key, so that the same key has
 * the same version wherever it comes from, and another key never passes for it.
 */
export function localKeyProvider(key: Buffer): KeyProvider {
  const fingerprint = createHmac("sha256", key).update("astrolabe vault key version").digest("hex");
  return {
    version: `${FINGERPRINT}${fingerprint.slice(0, FINGERPRINT_HEX_DIGITS)}`,
    wrap: async (dataKey, context) => seal(key, dataKey, context),
    unwrap: async (wrapped, context) => unseal(key, wrapped, context),
  };
}

/** Whether the version is a fingerprint of a key, which is for the database alone, and not a name that somebody gave it. */
export function isFingerprint(version: string): boolean {
  return version.startsWith(FINGERPRINT);
}

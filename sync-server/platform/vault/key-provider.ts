import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Wraps the data keys of the vault. A key management service can take the place of the environment's key. */
export interface KeyProvider {
  /** Names the wrapping key, and stands beside everything it wrapped. */
  readonly version: string;
  /** `context` must be the same at unwrapping. */
  wrap(dataKey: Buffer, context: string): Promise<Buffer>;
  /** Throws when the key or the context is another one. */
  unwrap(wrapped: Buffer, context: string): Promise<Buffer>;
}

/** The provider that holds its 32-byte key in memory, as the environment gave it. */
export function environmentKeyProvider(vaultKey: Buffer): KeyProvider {
  return {
    version: "environment-1",
    wrap: async (dataKey, context) => seal(vaultKey, dataKey, context),
    unwrap: async (wrapped, context) => unseal(vaultKey, wrapped, context),
  };
}

/** Encrypts with AES-256-GCM: 12 bytes of nonce, the ciphertext, 16 bytes of tag. `context` is bound, not stored. */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what {@link seal} made; throws when key, context or bytes differ. */
export function unseal(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
}

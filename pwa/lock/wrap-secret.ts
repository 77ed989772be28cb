import { fromBase64, toBase64 } from "#pwa/platform/device/bytes.ts";
import { SealBroken } from "#pwa/platform/device/held-keys.ts";
import { randomBytes } from "#pwa/platform/device/random.ts";

const NONCE_BYTES = 12;

/** The secret of this device, to be opened by `key` alone. */
export async function wrapSecret(key: CryptoKey, kind: string, secret: Uint8Array<ArrayBuffer>): Promise<string> {
  const iv = randomBytes(NONCE_BYTES);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: bindingOf(kind) }, key, secret);
  return toBase64(iv) + toBase64(new Uint8Array(sealed));
}

/** Throws {@link SealBroken} where the key is not the one it was wrapped with. */
export async function unwrapSecret(key: CryptoKey, kind: string, wrapped: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = fromBase64(wrapped);
    const [iv, sealed] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: bindingOf(kind) }, key, sealed),
    );
  } catch (error) {
    throw new SealBroken("The secret of this device", error);
  }
}

function bindingOf(kind: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`astrolabe app lock 1 ${kind}`);
}

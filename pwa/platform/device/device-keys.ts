import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { fromBase64, toBase64, toBase64Url } from "./bytes.ts";
import { type DeviceKeys, type KeyMaterial, SealBroken, type TextSeal } from "./held-keys.ts";
import { randomBytes } from "./random.ts";

/** Bytes of the one secret from which all keys of a device are derived. */
export const DEVICE_SECRET_BYTES = 32;
/** A multiple of three, so that its base64 has no padding and the text behind it can follow directly. */
const TEXT_NONCE_BYTES = 24;
const PSEUDONYM_BYTES = 16;
const KEY_BITS = 256;

/** Derives the keys of a device from its secret. */
export async function deriveMaterial(secret: Uint8Array<ArrayBuffer>): Promise<KeyMaterial> {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey", "deriveBits"]);
  const bitsFor = async (purpose: string) =>
    new Uint8Array(await crypto.subtle.deriveBits(derivation(purpose), base, KEY_BITS));
  return {
    rows: await crypto.subtle.deriveKey(derivation("rows"), base, { name: "AES-GCM", length: KEY_BITS }, false, [
      "encrypt",
      "decrypt",
    ]),
    texts: await bitsFor("texts"),
    names: await bitsFor("names"),
  };
}

function derivation(purpose: string): HkdfParams {
  return {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: new TextEncoder().encode(`astrolabe app lock 1 ${purpose}`),
  };
}

export function keysOf(material: KeyMaterial): DeviceKeys {
  const encoder = new TextEncoder();
  const prepared = hmac.create(sha256, material.names);
  return {
    material,
    rows: material.rows,
    texts: textSeal(material.texts),
    pseudonymOf: (key) =>
      toBase64Url(prepared.clone().update(encoder.encode(key)).digest().subarray(0, PSEUDONYM_BYTES)),
  };
}

/** In one go and without waiting, as the small storage of a page is: what was kept is on the device once it is said to be. */
function textSeal(key: Uint8Array): TextSeal {
  const encoder = new TextEncoder();
  const cipherOf = (name: string, nonce: Uint8Array) => xchacha20poly1305(key, nonce, encoder.encode(name));
  return {
    seal(name, text) {
      const nonce = randomBytes(TEXT_NONCE_BYTES);
      return toBase64(nonce) + toBase64(cipherOf(name, nonce).encrypt(encoder.encode(text)));
    },
    open(name, sealed) {
      try {
        const bytes = fromBase64(sealed);
        const cipher = cipherOf(name, bytes.subarray(0, TEXT_NONCE_BYTES));
        return new TextDecoder().decode(cipher.decrypt(bytes.subarray(TEXT_NONCE_BYTES)));
      } catch (error) {
        throw new SealBroken(name, error);
      }
    },
  };
}

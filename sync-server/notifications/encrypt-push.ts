import { createCipheriv, createECDH, hkdfSync } from "node:crypto";

/** What a browser hands out so that only it can read its messages, as bytes. */
export interface SubscriberKeys {
  /** An uncompressed P-256 point. */
  readonly publicKey: Buffer;
  /** The secret that both sides share. */
  readonly secret: Buffer;
}

/** What makes one message's encryption its own; both random, and never used twice. */
export interface MessageKeys {
  readonly privateKey: Buffer;
  readonly salt: Buffer;
}

export const PRIVATE_KEY_BYTES = 32;
export const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const PSEUDORANDOM_BYTES = 32;
/** One record holds any message that a push service takes (RFC 8030: 4096 bytes). */
const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
const HEADER_BYTES = 86;
/** Ends the plain text of the last record (RFC 8188, section 2). */
const LAST_RECORD = 2;
export const MOST_PLAIN_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1;

/** Encrypts a message for a subscriber: RFC 8291 over the `aes128gcm` content coding of RFC 8188, in one record. */
export function encryptPush(plain: Buffer, subscriber: SubscriberKeys, { privateKey, salt }: MessageKeys): Buffer {
  if (plain.length > MOST_PLAIN_BYTES) throw new Error(`a push message of ${plain.length} bytes is too long`);
  const ours = createECDH("prime256v1");
  ours.setPrivateKey(privateKey);
  const publicKey = ours.getPublicKey();
  const shared = ours.computeSecret(subscriber.publicKey);
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), subscriber.publicKey, publicKey]);
  const material = derive(shared, subscriber.secret, keyInfo, PSEUDORANDOM_BYTES);
  const key = derive(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), KEY_BYTES);
  const nonce = derive(material, salt, Buffer.from("Content-Encoding: nonce\0"), NONCE_BYTES);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sealed = [cipher.update(plain), cipher.update(Buffer.of(LAST_RECORD)), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(publicKey.length), publicKey, ...sealed]);
}

function derive(material: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", material, salt, info, bytes));
}

import { idempotencyKeyOf } from "#schemas/values/idempotency-key.ts";
import { toBase64Url } from "./bytes.ts";
import { nowMs } from "./clock.ts";

const UID_BYTES = 16;

/** A new identity for a document made on this device: 128 random bits in base64url (22 characters). */
export function newUid(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(UID_BYTES)));
}

/** A key for one confirmation of a payment. */
export function newIdempotencyKey(): string {
  return idempotencyKeyOf(nowMs(), newUid());
}

/** A wait of at most so many ms, each as likely as any other, so that devices do not do the same at once. */
export function randomWaitMs(mostMs: number): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return (drawn / 2 ** 32) * mostMs;
}

/** As many random bytes. */
export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

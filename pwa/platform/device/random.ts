const UID_BYTES = 16;

/** A new identity for a document made on this device: 128 random bits in base64url (22 characters). */
export function newUid(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(UID_BYTES)));
}

/** A key for one confirmation of a payment. */
export function newIdempotencyKey(): string {
  return newUid();
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

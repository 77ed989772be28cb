import { createHmac, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const PREFIX = "whsec_";

/** A new secret: what is kept, and as it is told once. */
export function makeWebhookSecret(): { readonly plain: Buffer; readonly told: string } {
  const plain = randomBytes(SECRET_BYTES);
  return { plain, told: `${PREFIX}${plain.toString("base64")}` };
}

/**
 * The headers by which a receiver knows that a message is ours and not an old one: the scheme of standardwebhooks.com, an
 * HMAC-SHA256 over its id, the seconds since the epoch and the body.
 */
export function signWebhook(secret: Buffer, id: string, at: Date, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto";

/** What the server keeps of a password: enough to check it, not enough to use it. */
export type Credentials = { user: string; salt: Buffer; iterations: number; storedKey: Buffer; serverKey: Buffer };

/** A SCRAM-SHA-256 conversation (RFC 7677) after its first answer. */
export type Conversation = { credentials: Credentials | undefined; authMessage: string; nonce: string };

const ITERATIONS = 15_000;

export function makeCredentials(user: string, password: string): Credentials {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password.normalize("NFKC"), salt, ITERATIONS, 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  return {
    user,
    salt,
    iterations: ITERATIONS,
    storedKey: createHash("sha256").update(clientKey).digest(),
    serverKey: createHmac("sha256", salted).update("Server Key").digest(),
  };
}

/** The answer to the client's first message; undefined when that is none. An unknown user learns nothing here. */
export function beginConversation(
  known: Credentials,
  payload: string,
): { conversation: Conversation; reply: string } | undefined {
  const first = /^n,,n=([^,]*),r=([^,]+)$/.exec(payload);
  if (first === null) return undefined;
  const [, name = "", clientNonce = ""] = first;
  const user = name.replaceAll("=2C", ",").replaceAll("=3D", "=");
  const nonce = clientNonce + randomBytes(24).toString("base64");
  const reply = `r=${nonce},s=${known.salt.toString("base64")},i=${known.iterations}`;
  const authMessage = `${payload.slice(3)},${reply}`;
  return { conversation: { credentials: user === known.user ? known : undefined, authMessage, nonce }, reply };
}

/** The server's own proof; undefined when the client's is wrong. */
export function finishConversation(conversation: Conversation, payload: string): string | undefined {
  const last = /^(c=biws,r=([^,]+)),p=([A-Za-z0-9+/=]+)$/.exec(payload);
  if (last === null || conversation.credentials === undefined) return undefined;
  const [, withoutProof = "", nonce, proof = ""] = last;
  if (nonce !== conversation.nonce) return undefined;
  const message = `${conversation.authMessage},${withoutProof}`;
  const { storedKey, serverKey } = conversation.credentials;
  const signature = createHmac("sha256", storedKey).update(message).digest();
  const given = Buffer.from(proof, "base64");
  if (given.length !== signature.length) return undefined;
  const clientKey = Buffer.from(given.map((byte, index) => byte ^ (signature[index] ?? 0)));
  if (!timingSafeEqual(createHash("sha256").update(clientKey).digest(), storedKey)) return undefined;
  return `v=${createHmac("sha256", serverKey).update(message).digest("base64")}`;
}

import { t } from "@lingui/core/macro";
import { canUsePasskeys, PasskeyProblem, sentenceOfRefusal } from "#pwa/parts/identify/passkey-ceremony.ts";
import { fromBase64, toBase64 } from "#pwa/platform/device/bytes.ts";
import { randomBytes } from "#pwa/platform/device/random.ts";
import type { PasskeyMethod } from "./lock-record.ts";
import { unwrapSecret, wrapSecret } from "./wrap-secret.ts";

const RANDOM_BYTES = 32;
const WAIT_MS = 120_000;
const ES256 = -7;
const RS256 = -257;

/** Whether this browser may be able to unlock by a passkey: only making one tells whether it can. */
export function mayUnlockByPasskey(): boolean {
  return canUsePasskeys();
}

/**
 * Has the device make a passkey for this lock alone, unknown to the server, and wraps the secret with what it keeps. Throws
 * {@link PasskeyProblem}, also where the passkey keeps no secrets (the PRF extension).
 */
export async function makePasskeyMethod(secret: Uint8Array<ArrayBuffer>): Promise<PasskeyMethod> {
  const salt = randomBytes(RANDOM_BYTES);
  const credential = await attempt(() =>
    navigator.credentials.create({
      publicKey: {
        rp: { name: "Astrolabe" },
        user: { id: randomBytes(RANDOM_BYTES), name: t`Astrolabe app lock`, displayName: t`Astrolabe app lock` },
        challenge: randomBytes(RANDOM_BYTES),
        pubKeyCredParams: [
          { type: "public-key", alg: ES256 },
          { type: "public-key", alg: RS256 },
        ],
        // It is named when it is asked for, so that it need not show up where people sign in.
        authenticatorSelection: { residentKey: "discouraged", userVerification: "required" },
        timeout: WAIT_MS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  const { prf } = credential.getClientExtensionResults();
  if (prf?.enabled !== true && prf?.results === undefined) throw new PasskeyProblem(noPrf(), null);
  const credentialId = toBase64(new Uint8Array(credential.rawId));
  // Many tell what they keep only when they are shown.
  const kept = prf.results?.first ? bytesOf(prf.results.first) : await readKept(credentialId, salt);
  return {
    kind: "passkey",
    credentialId,
    salt: toBase64(salt),
    wrapped: await wrapSecret(await deriveKey(kept), "passkey", secret),
  };
}

/** Throws {@link PasskeyProblem} where none was shown, SealBroken where it is not the one. */
export async function openByPasskey(method: PasskeyMethod): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await readKept(method.credentialId, fromBase64(method.salt));
  return unwrapSecret(await deriveKey(kept), "passkey", method.wrapped);
}

async function readKept(credentialId: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const credential = await attempt(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: randomBytes(RANDOM_BYTES),
        allowCredentials: [{ type: "public-key", id: fromBase64(credentialId) }],
        userVerification: "required",
        timeout: WAIT_MS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) throw new PasskeyProblem(noPrf(), null);
  return bytesOf(first);
}

async function attempt(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    throw new PasskeyProblem(sentenceOfRefusal(error), error);
  }
  throw new PasskeyProblem(sentenceOfRefusal(null), null);
}

function noPrf(): string {
  return t`This passkey cannot keep a secret for the app (it lacks PRF). Use a PIN, or a passkey of a newer device or password manager.`;
}

function bytesOf(source: BufferSource): Uint8Array<ArrayBuffer> {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source);
}

async function deriveKey(kept: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey("raw", kept, "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode("astrolabe app lock 1 passkey");
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return crypto.subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

import { createPublicKey } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** A key management service did not do what it was asked. Its message holds no request, answer, key or token. */
export class KmsError extends Error {
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.name = "KmsError";
    this.status = status;
  }

  /** Whether the service looked at what it was given and found it wrong: asking again, or later, changes nothing. */
  get isAboutTheKey(): boolean {
    return this.status === 400;
  }
}

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;

/** What a service answered; `body` is null where it was no JSON. */
export interface KmsAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Calls a service, and again while it is away or busy: everything we ask of it may be asked twice. `request` is made anew
 * for each attempt, since signatures of requests grow old. Answers with whatever is no passing trouble.
 */
export async function callKms(what: string, request: () => Promise<Request> | Request): Promise<KmsAnswer> {
  let trouble = new KmsError(`${what}: the service was not asked`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await delay(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    try {
      const response = await fetch(await request(), { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
      const body: unknown = await response.json().catch(() => null);
      if (response.status < 500 && response.status !== 429 && !isThrottling(body))
        return { status: response.status, body };
      trouble = new KmsError(`${what}: the service answered with status ${response.status}`, response.status);
    } catch (error) {
      if (error instanceof KmsError) throw error;
      // The cause may quote the request with its headers.
      trouble = new KmsError(`${what}: the service does not answer (${nameOf(error)})`);
    }
  }
  throw trouble;
}

/** The 32 bytes of an ed25519 public key given as SPKI; throws KmsError for a key of another kind. */
export function ed25519KeyOf(
  what: string,
  spki: { readonly key: Buffer | string; readonly format: "der" | "pem" },
): Buffer {
  const jwk = createPublicKey(spki.format === "der" ? { key: spki.key, format: "der", type: "spki" } : spki.key).export(
    { format: "jwk" },
  );
  if (jwk.crv !== "Ed25519" || jwk.x === undefined) throw new KmsError(`${what}: the key is not an ed25519 key`);
  return Buffer.from(jwk.x, "base64url");
}

function isThrottling(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  return /Throttling|KMSInternal|DependencyTimeout|KeyUnavailable/.test(String(Reflect.get(body, "__type") ?? ""));
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.name;
}

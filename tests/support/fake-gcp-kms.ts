import { createCipheriv, createDecipheriv, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { type FakeAnswer, type FakeService, type SeenRequest, startFakeService } from "./fake-http.ts";

const RING = "projects/p/locations/europe-west1/keyRings/r/cryptoKeys";
export const GCP_LOCK = `${RING}/wallets`;
export const GCP_SIGNER = `${RING}/treasury/cryptoKeyVersions/3`;
export const GCP_OTHER_CURVE = `${RING}/web/cryptoKeyVersions/1`;
export const GCP_TOKEN = "ya29.A-TOKEN-OF-THE-METADATA-SERVER";

/** Google Cloud KMS and the metadata server that gives out tokens for it. */
export interface FakeGcp {
  readonly service: FakeService;
  readonly state: {
    /** How many tokens were given out. */
    tokens: number;
    /** The only token that is good at the moment. */
    accepted: string;
  };
}

/** Google Cloud KMS as far as its documentation says: tokens, checksums, kinds of keys. */
export async function startFakeGcpKms(): Promise<FakeGcp> {
  const aes = randomBytes(32);
  const pairs = new Map([
    [GCP_SIGNER, { algorithm: "EC_SIGN_ED25519", ...generateKeyPairSync("ed25519") }],
    [GCP_OTHER_CURVE, { algorithm: "EC_SIGN_P256_SHA256", ...generateKeyPairSync("ec", { namedCurve: "P-256" }) }],
  ]);

  function encrypt(input: Record<string, unknown>): FakeAnswer {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", aes, iv).setAAD(field(input, "additionalAuthenticatedData"));
    const sealed = Buffer.concat([iv, cipher.update(field(input, "plaintext")), cipher.final(), cipher.getAuthTag()]);
    return success({
      name: `${GCP_LOCK}/cryptoKeyVersions/7`,
      ...checksummed("ciphertext", sealed),
      verifiedPlaintextCrc32c: true,
      verifiedAdditionalAuthenticatedDataCrc32c: true,
      protectionLevel: "HSM",
    });
  }

  function decrypt(input: Record<string, unknown>): FakeAnswer {
    try {
      const sealed = field(input, "ciphertext");
      const decipher = createDecipheriv("aes-256-gcm", aes, sealed.subarray(0, 12));
      decipher.setAAD(field(input, "additionalAuthenticatedData")).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
      return success({ ...checksummed("plaintext", plain), usedPrimary: true, protectionLevel: "HSM" });
    } catch {
      return refusal(400, "INVALID_ARGUMENT");
    }
  }

  function answerFor({ method, path, body }: SeenRequest): FakeAnswer {
    const [, name = "", verb = ""] = /^\/v1\/(.+?)(:\w+|\/publicKey)$/.exec(path) ?? [];
    const pair = pairs.get(name);
    if (method === "GET" && verb === "/publicKey" && pair) {
      const pem = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
      const { algorithm } = pair;
      return success({ name, algorithm, pem, pemCrc32c: String(checksum(Buffer.from(pem))), protectionLevel: "HSM" });
    }
    if (method !== "POST") return refusal(404, "NOT_FOUND");
    const input: Record<string, unknown> = JSON.parse(body);
    if (Object.keys(input).some((key) => !key.endsWith("Crc32c") && !isIntact(input, key)))
      return refusal(400, "INVALID_ARGUMENT");
    if (verb === ":encrypt" && name === GCP_LOCK) return encrypt(input);
    if (verb === ":decrypt" && name === GCP_LOCK) return decrypt(input);
    if (verb !== ":asymmetricSign" || !pair) return refusal(404, "NOT_FOUND");
    if (pair.algorithm !== "EC_SIGN_ED25519") return refusal(400, "FAILED_PRECONDITION");
    const signature = checksummed("signature", sign(null, field(input, "data"), pair.privateKey));
    return success({ name, ...signature, verifiedDataCrc32c: true, protectionLevel: "HSM" });
  }

  const state = { tokens: 0, accepted: GCP_TOKEN };
  const service = await startFakeService((request) => {
    if (request.path.startsWith("/computeMetadata/")) {
      if (request.headers["metadata-flavor"] !== "Google") return refusal(403, "PERMISSION_DENIED");
      state.tokens += 1;
      return success({ access_token: state.accepted, expires_in: 3599, token_type: "Bearer" });
    }
    const isKnown = request.headers["authorization"] === `Bearer ${state.accepted}`;
    return isKnown ? answerFor(request) : refusal(401, "UNAUTHENTICATED");
  });
  return { service, state };
}

function success(body: unknown): FakeAnswer {
  return { status: 200, body };
}

function refusal(code: number, status: string): FakeAnswer {
  return { status: code, body: { error: { code, status, message: "what it says may quote the request" } } };
}

function field(input: Record<string, unknown>, name: string): Buffer {
  return Buffer.from(String(input[name] ?? ""), "base64");
}

function checksummed(name: string, bytes: Buffer): Record<string, string> {
  return { [name]: bytes.toString("base64"), [`${name}Crc32c`]: String(checksum(bytes)) };
}

function isIntact(input: Record<string, unknown>, name: string): boolean {
  return input[`${name}Crc32c`] === String(checksum(field(input, name)));
}

/** CRC-32C bit by bit, apart from the table that the adapter uses. */
function checksum(bytes: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0x82f63b78 : rest >>> 1;
  }
  return ~rest >>> 0;
}

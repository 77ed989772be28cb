import * as v from "valibot";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { crc32c } from "./crc32c.ts";
import { gcpTokens } from "./gcp-tokens.ts";
import type { KeyProvider, RemoteSigner } from "./key-provider.ts";
import { callKms, ed25519KeyOf, KmsError } from "./kms-http.ts";

/** Google Cloud KMS, by its REST interface (v1). Every request and answer is checked by its CRC32C. */
export interface GcpKms {
  /** Wraps with the symmetric key of this resource name; the context is its additional authenticated data. */
  provider(name: string): KeyProvider;
  /** Signs with key versions of the algorithm EC_SIGN_ED25519, named by projects/…/cryptoKeyVersions/N. */
  readonly signer: RemoteSigner;
}

const KEY_VERSION =
  /^projects\/[^/\s]+\/locations\/[^/\s]+\/keyRings\/[^/\s]+\/cryptoKeys\/[^/\s]+\/cryptoKeyVersions\/\d+$/;
const Bytes = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text) => Buffer.from(text, "base64")),
);
/** 64-bit numbers are texts in its JSON. */
const Checksum = v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number));
const Encrypted = v.object({
  name: v.string(),
  ciphertext: Bytes,
  ciphertextCrc32c: Checksum,
  verifiedPlaintextCrc32c: v.literal(true),
  verifiedAdditionalAuthenticatedDataCrc32c: v.literal(true),
});
const Decrypted = v.object({ plaintext: Bytes, plaintextCrc32c: Checksum });
const Signed = v.object({
  name: v.string(),
  signature: v.pipe(
    Bytes,
    v.check((bytes) => bytes.length === 64),
  ),
  signatureCrc32c: Checksum,
  verifiedDataCrc32c: v.literal(true),
});
const PublicKey = v.object({
  name: v.string(),
  algorithm: v.literal("EC_SIGN_ED25519"),
  pem: v.string(),
  pemCrc32c: Checksum,
});

/** Opens the service. Nothing is asked of it yet. */
export function openGcpKms(access: Config["vault"]["gcp"], clock: Clock): GcpKms {
  const tokens = gcpTokens(access, clock);

  async function ask<T>(what: string, path: string, fields: object | null, answer: v.GenericSchema<unknown, T>) {
    const title = `Google Cloud KMS ${what}`;
    const call = () =>
      callKms(title, async () => {
        const headers = { authorization: `Bearer ${await tokens.current()}`, "content-type": "application/json" };
        const url = `${access.endpoint}/v1/${path}`;
        return fields
          ? new Request(url, { method: "POST", headers, body: JSON.stringify(fields) })
          : new Request(url, { headers });
      });
    const first = await call();
    // A token may end before its time.
    const { status, body } = first.status === 401 && tokens.forget() ? await call() : first;
    if (status !== 200) throw new KmsError(`${title}: ${refusalOf(body)}`, status);
    const parsed = v.safeParse(answer, body);
    if (!parsed.success) throw new KmsError(`${title}: the answer is not of the form that the service documents`);
    return parsed.output;
  }

  return {
    provider: (name) => ({
      version: `gcp-kms:${name}`,
      wrap: async (dataKey, context) => {
        const fields = {
          ...checked("plaintext", dataKey),
          ...checked("additionalAuthenticatedData", Buffer.from(context)),
        };
        const said = await ask("encrypt", `${name}:encrypt`, fields, Encrypted);
        if (!said.name.startsWith(`${name}/cryptoKeyVersions/`)) throw otherKey("encrypt");
        return intact("encrypt", said.ciphertext, said.ciphertextCrc32c);
      },
      unwrap: async (wrapped, context) => {
        const fields = {
          ...checked("ciphertext", wrapped),
          ...checked("additionalAuthenticatedData", Buffer.from(context)),
        };
        const said = await ask("decrypt", `${name}:decrypt`, fields, Decrypted);
        return intact("decrypt", said.plaintext, said.plaintextCrc32c);
      },
    }),
    signer: {
      publicKey: async (keyId) => {
        const said = await ask("getPublicKey", `${keyVersion(keyId)}/publicKey`, null, PublicKey);
        if (said.name !== keyId) throw otherKey("getPublicKey");
        intact("getPublicKey", Buffer.from(said.pem), said.pemCrc32c);
        return ed25519KeyOf("Google Cloud KMS getPublicKey", { key: said.pem, format: "pem" });
      },
      sign: async (keyId, message) => {
        const said = await ask(
          "asymmetricSign",
          `${keyVersion(keyId)}:asymmetricSign`,
          checked("data", message),
          Signed,
        );
        if (said.name !== keyId) throw otherKey("asymmetricSign");
        return intact("asymmetricSign", said.signature, said.signatureCrc32c);
      },
    },
  };
}

function keyVersion(name: string): string {
  if (!KEY_VERSION.test(name)) throw new KmsError("Google Cloud KMS: a signing key is named with its version");
  return name;
}

function checked(field: string, bytes: Buffer): Record<string, string> {
  return { [field]: bytes.toString("base64"), [`${field}Crc32c`]: String(crc32c(bytes)) };
}

function intact(what: string, bytes: Buffer, checksum: number): Buffer {
  if (crc32c(bytes) !== checksum) throw new KmsError(`Google Cloud KMS ${what}: the answer was damaged on its way`);
  return bytes;
}

function otherKey(what: string): KmsError {
  return new KmsError(`Google Cloud KMS ${what}: another key answered than the one that was named`);
}

/** The status of the refusal; the sentence that comes with it stays out, since it may quote the request. */
function refusalOf(body: unknown): string {
  const error = v.safeParse(v.object({ error: v.object({ status: v.pipe(v.string(), v.regex(/^[A-Z_]+$/)) }) }), body);
  return error.success ? error.output.error.status : "refused";
}

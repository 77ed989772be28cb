import * as v from "valibot";
import { type Config, ConfigError } from "#server/config.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { awsCredentials, type AwsKeys } from "./aws-credentials.ts";
import type { KeyProvider, RemoteSigner } from "./key-provider.ts";
import { callKms, ed25519KeyOf, type KmsAnswer, KmsError } from "./kms-http.ts";
import { awsTime, signAwsRequest } from "./sigv4.ts";

type AwsAccess = NonNullable<Config["vault"]["aws"]>;
type Operation = "Encrypt" | "Decrypt" | "Sign" | "GetPublicKey";

/** AWS KMS, by its JSON interface (TrentService, version 2014-11-01) with requests of Signature Version 4. */
export interface AwsKms {
  /** Wraps with the symmetric key of this ARN; the context is its EncryptionContext. */
  provider(arn: string): KeyProvider;
  /** Signs with keys of KeySpec ECC_NIST_EDWARDS25519. */
  readonly signer: RemoteSigner;
}

/** How AWS says that keys were good once, or are not known (any more). */
const STALE_KEYS = new Set(["ExpiredTokenException", "ExpiredToken", "UnrecognizedClientException"]);
const CONTEXT_NAME = "astrolabe";
const REGION = /^arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key\/[A-Za-z0-9-]+$/;
const Base64 = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text) => Buffer.from(text, "base64")),
);
const Encrypted = v.object({ KeyId: v.string(), CiphertextBlob: Base64 });
const Decrypted = v.object({ KeyId: v.string(), Plaintext: Base64 });
const Signed = v.object({
  KeyId: v.string(),
  Signature: v.pipe(
    Base64,
    v.check((bytes) => bytes.length === 64),
  ),
});
const PublicKey = v.object({
  KeyId: v.string(),
  KeySpec: v.literal("ECC_NIST_EDWARDS25519"),
  KeyUsage: v.literal("SIGN_VERIFY"),
  PublicKey: Base64,
});

/** Opens the service. Nothing is asked of it yet; throws ConfigError where the settings give no access. */
export function openAwsKms(given: AwsAccess | null, clock: Clock): AwsKms {
  if (!given) throw new ConfigError("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be given to use a key of AWS.");
  const { endpoint } = given;
  const credentials = awsCredentials(given, clock);

  async function call(what: string, request: KmsRequest): Promise<KmsAnswer> {
    const send = () =>
      callKms(what, async () => signedRequest(await credentials.current(), endpoint, clock.now(), request));
    const first = await send();
    const isStale = first.status !== 200 && STALE_KEYS.has(refusalOf(first.body));
    return isStale && credentials.forget() ? send() : first;
  }

  async function ask<T extends { readonly KeyId: string }>(
    operation: Operation,
    keyId: string,
    fields: object,
    answer: v.GenericSchema<unknown, T>,
  ): Promise<T> {
    const what = `AWS KMS ${operation}`;
    const body = JSON.stringify({ KeyId: keyId, ...fields });
    const { status, body: said } = await call(what, { operation, arn: keyId, body });
    if (status !== 200) throw new KmsError(`${what}: ${refusalOf(said)}`, status);
    const parsed = v.safeParse(answer, said);
    if (!parsed.success) throw new KmsError(`${what}: the answer is not of the form that KMS documents`);
    if (parsed.output.KeyId !== keyId) throw new KmsError(`${what}: another key answered than the one that was named`);
    return parsed.output;
  }

  return {
    provider: (arn) => ({
      version: `aws-kms:${arn}`,
      wrap: async (dataKey, context) => {
        const fields = { Plaintext: dataKey.toString("base64"), EncryptionContext: { [CONTEXT_NAME]: context } };
        return (await ask("Encrypt", arn, fields, Encrypted)).CiphertextBlob;
      },
      unwrap: async (wrapped, context) => {
        const fields = { CiphertextBlob: wrapped.toString("base64"), EncryptionContext: { [CONTEXT_NAME]: context } };
        return (await ask("Decrypt", arn, fields, Decrypted)).Plaintext;
      },
    }),
    signer: {
      publicKey: async (keyId) => {
        const { PublicKey: key } = await ask("GetPublicKey", keyId, {}, PublicKey);
        return ed25519KeyOf("AWS KMS GetPublicKey", { key, format: "der" });
      },
      sign: async (keyId, message) => {
        const fields = {
          Message: message.toString("base64"),
          MessageType: "RAW",
          SigningAlgorithm: "ED25519_SHA_512",
        };
        return (await ask("Sign", keyId, fields, Signed)).Signature;
      },
    },
  };
}

interface KmsRequest {
  readonly operation: Operation;
  readonly arn: string;
  readonly body: string;
}

function signedRequest(
  keys: AwsKeys,
  endpoint: string | null,
  now: Date,
  { operation, arn, body }: KmsRequest,
): Request {
  const region = REGION.exec(arn)?.[1];
  if (region === undefined) throw new KmsError("AWS KMS: a key is named by its ARN");
  const suffix = arn.startsWith("arn:aws-cn:") ? "amazonaws.com.cn" : "amazonaws.com";
  const url = new URL(endpoint ?? `https://kms.${region}.${suffix}/`);
  const headers: Record<string, string> = {
    "content-type": "application/x-amz-json-1.1",
    "x-amz-date": awsTime(now),
    "x-amz-target": `TrentService.${operation}`,
    ...(keys.sessionToken !== null && { "x-amz-security-token": keys.sessionToken }),
  };
  const { accessKeyId, secretAccessKey } = keys;
  const signer = { accessKeyId, secretAccessKey, region, service: "kms" };
  const authorization = signAwsRequest({ url, headers: { ...headers, host: url.host }, body }, signer);
  return new Request(url, { method: "POST", headers: { ...headers, authorization }, body });
}

/** The name of the refusal; the sentence that comes with it stays out, since it may quote the request. */
function refusalOf(said: unknown): string {
  const type = typeof said === "object" && said !== null ? Reflect.get(said, "__type") : undefined;
  return typeof type === "string" ? (/\w+$/.exec(type)?.[0] ?? "refused") : "refused";
}

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  generateKeyPairSync,
  randomBytes,
  sign,
} from "node:crypto";
import { type FakeAnswer, type FakeService, type SeenRequest, startFakeService } from "./fake-http.ts";

export const AWS_ACCESS = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/EXAMPLEKEY",
  sessionToken: "FwoGZXIvSESSION",
};
export const AWS_LOCK = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-0000-0000-0000-000000000001";
export const AWS_SIGNER = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-0000-0000-0000-000000000002";
export const AWS_OTHER_CURVE = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-0000-0000-0000-000000000003";

const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** AWS KMS as far as its documentation says: signatures of requests, contexts of encryption, kinds of keys. */
export async function startFakeAwsKms(): Promise<FakeService> {
  const aes = randomBytes(32);
  const pairs = new Map([
    [AWS_SIGNER, { spec: "ECC_NIST_EDWARDS25519", ...generateKeyPairSync("ed25519") }],
    [AWS_OTHER_CURVE, { spec: "ECC_NIST_P256", ...generateKeyPairSync("ec", { namedCurve: "P-256" }) }],
  ]);

  function encrypt({ KeyId, Plaintext, EncryptionContext }: Record<string, unknown>): FakeAnswer {
    if (KeyId !== AWS_LOCK) return refusal("NotFoundException");
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", aes, iv).setAAD(Buffer.from(JSON.stringify(EncryptionContext ?? {})));
    const sealed = Buffer.concat([iv, cipher.update(bytes(Plaintext)), cipher.final(), cipher.getAuthTag()]);
    return success({ KeyId, CiphertextBlob: sealed.toString("base64"), EncryptionAlgorithm: "SYMMETRIC_DEFAULT" });
  }

  function decrypt({ KeyId, CiphertextBlob, EncryptionContext }: Record<string, unknown>): FakeAnswer {
    if (KeyId !== AWS_LOCK) return refusal("IncorrectKeyException");
    try {
      const sealed = bytes(CiphertextBlob);
      const decipher = createDecipheriv("aes-256-gcm", aes, sealed.subarray(0, 12));
      decipher.setAAD(Buffer.from(JSON.stringify(EncryptionContext ?? {}))).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
      return success({ KeyId, Plaintext: plain.toString("base64"), EncryptionAlgorithm: "SYMMETRIC_DEFAULT" });
    } catch {
      return refusal("InvalidCiphertextException");
    }
  }

  function signMessage({ KeyId, Message, MessageType, SigningAlgorithm }: Record<string, unknown>): FakeAnswer {
    const pair = pairs.get(String(KeyId));
    if (!pair) return refusal("NotFoundException");
    if (pair.spec !== "ECC_NIST_EDWARDS25519" || SigningAlgorithm !== "ED25519_SHA_512")
      return refusal("InvalidKeyUsageException");
    // This algorithm takes the message itself; a digest belongs to ED25519_PH_SHA_512.
    if (MessageType !== "RAW" || bytes(Message).length > 4096) return refusal("ValidationException");
    const signature = sign(null, bytes(Message), pair.privateKey).toString("base64");
    return success({ KeyId, Signature: signature, SigningAlgorithm });
  }

  function publicKey({ KeyId }: Record<string, unknown>): FakeAnswer {
    const pair = pairs.get(String(KeyId));
    if (!pair) return refusal("NotFoundException");
    const key = pair.publicKey.export({ type: "spki", format: "der" }).toString("base64");
    return success({ KeyId, PublicKey: key, KeySpec: pair.spec, KeyUsage: "SIGN_VERIFY" });
  }

  const operations: Record<string, (input: Record<string, unknown>) => FakeAnswer> = {
    "TrentService.Encrypt": encrypt,
    "TrentService.Decrypt": decrypt,
    "TrentService.Sign": signMessage,
    "TrentService.GetPublicKey": publicKey,
  };
  return startFakeService((request) => {
    const problem = problemOfSignature(request);
    if (problem !== null) return { status: 403, body: { __type: problem, message: `signed with ${request.body}` } };
    const operation = operations[request.headers["x-amz-target"] ?? ""];
    return operation ? operation(JSON.parse(request.body)) : refusal("UnknownOperationException");
  });
}

function success(body: unknown): FakeAnswer {
  return { status: 200, body };
}

function refusal(type: string): FakeAnswer {
  return { status: 400, body: { __type: `com.amazonaws.kms#${type}`, message: "what it says may quote the request" } };
}

function bytes(value: unknown): Buffer {
  return Buffer.from(String(value), "base64");
}

/** Verifies Signature Version 4 from the request as it arrived. */
function problemOfSignature({ method, path, headers, body }: SeenRequest): string | null {
  const stated =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/kms\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers["authorization"] ?? "",
    );
  const [, accessKeyId, day = "", region = "", signedHeaders = "", signature] = stated ?? [];
  if (accessKeyId !== AWS_ACCESS.accessKeyId) return "UnrecognizedClientException";
  if (headers["x-amz-security-token"] !== AWS_ACCESS.sessionToken) return "UnrecognizedClientException";
  const time = headers["x-amz-date"] ?? "";
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(Date.now() - at) < CLOCK_SKEW_MS) || !time.startsWith(day)) return "InvalidSignatureException";
  const names = signedHeaders.split(";");
  const needed = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-"))];
  if (needed.some((name) => !names.includes(name))) return "InvalidSignatureException";
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const lines = names.map((name) => `${name}:${headers[name] ?? ""}\n`).join("");
  const canonical = `${method}\n${path}\n\n${lines}\n${signedHeaders}\n${hash(body)}`;
  let key = Buffer.from(`AWS4${AWS_ACCESS.secretAccessKey}`);
  for (const part of [day, region, "kms", "aws4_request"]) key = createHmac("sha256", key).update(part).digest();
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/kms/aws4_request\n${hash(canonical)}`;
  return createHmac("sha256", key).update(text).digest("hex") === signature ? null : "InvalidSignatureException";
}

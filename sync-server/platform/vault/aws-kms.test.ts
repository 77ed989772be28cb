import { createPublicKey, randomBytes, verify } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { AWS_ACCESS, AWS_LOCK, AWS_OTHER_CURVE, AWS_SIGNER, startFakeAwsKms } from "#tests/support/fake-aws-kms.ts";
import type { FakeService } from "#tests/support/fake-http.ts";
import { type AwsKms, openAwsKms } from "./aws-kms.ts";
import { signAwsRequest } from "./sigv4.ts";

const clock = { now: () => new Date() };
const dataKey = randomBytes(32);
let fake: FakeService;
let kms: AwsKms;

beforeAll(async () => {
  fake = await startFakeAwsKms();
  kms = openAwsKms({ ...AWS_ACCESS, endpoint: fake.url }, clock);
});
afterEach(() => {
  fake.alter = null;
  fake.seen.length = 0;
});
afterAll(() => fake.stop());

test("a request is signed as in AWS's own published example (post-vanilla)", () => {
  const signer = {
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    region: "us-east-1",
    service: "service",
  };
  const headers = { host: "example.amazonaws.com", "x-amz-date": "20150830T123600Z" };
  expect(signAwsRequest({ url: new URL("https://example.amazonaws.com/"), headers, body: "" }, signer)).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, " +
      "Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  );
});

test("what is wrapped opens with the same context only, and the version names the key", async () => {
  const provider = kms.provider(AWS_LOCK);
  const wrapped = await provider.wrap(dataKey, "key of a");
  expect(wrapped.includes(dataKey)).toBe(false);
  expect(await provider.unwrap(wrapped, "key of a")).toEqual(dataKey);
  await expect(provider.unwrap(wrapped, "key of b")).rejects.toThrow("AWS KMS Decrypt: InvalidCiphertextException");
  expect(provider.version).toBe(`aws-kms:${AWS_LOCK}`);
});

test("an ed25519 key of KMS signs the message itself", async () => {
  const message = randomBytes(32);
  const x = (await kms.signer.publicKey(AWS_SIGNER)).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  expect(verify(null, message, key, await kms.signer.sign(AWS_SIGNER, message))).toBe(true);
  expect(JSON.parse(fake.seen.at(-1)?.body ?? "")).toEqual({
    KeyId: AWS_SIGNER,
    Message: message.toString("base64"),
    MessageType: "RAW",
    SigningAlgorithm: "ED25519_SHA_512",
  });
  await expect(kms.signer.publicKey(AWS_OTHER_CURVE)).rejects.toThrow("not of the form");
  await expect(kms.signer.sign(AWS_OTHER_CURVE, message)).rejects.toThrow("InvalidKeyUsageException");
});

test("requests with another secret, another time or other bytes are refused by the service", async () => {
  const request = (access: object, time = clock) =>
    openAwsKms({ ...AWS_ACCESS, endpoint: fake.url, ...access }, time)
      .provider(AWS_LOCK)
      .wrap(dataKey, "a");
  await expect(request({ secretAccessKey: "another" })).rejects.toThrow("InvalidSignatureException");
  await expect(request({ sessionToken: null })).rejects.toThrow("UnrecognizedClientException");
  await expect(request({}, { now: () => new Date(0) })).rejects.toThrow("InvalidSignatureException");
});

test("passing trouble is sat out: throttling, faults of the service and cut connections", async () => {
  fake.troubles.push({ status: 400, body: { __type: "ThrottlingException" } }, { status: 503, body: null }, null);
  expect((await kms.provider(AWS_LOCK).wrap(dataKey, "a")).length).toBeGreaterThan(32);
  expect(fake.seen).toHaveLength(4);
});

test("answers that are not what was asked for are not believed", async () => {
  const wrap = () => kms.provider(AWS_LOCK).wrap(dataKey, "a");
  fake.alter = ({ status }) => ({ status, body: { KeyId: AWS_SIGNER, CiphertextBlob: "AAAA" } });
  await expect(wrap()).rejects.toThrow("another key answered");
  fake.alter = ({ status }) => ({ status, body: { KeyId: AWS_LOCK, CiphertextBlob: "not base64!" } });
  await expect(wrap()).rejects.toThrow("not of the form");
  fake.alter = ({ status }) => ({ status, body: { KeyId: AWS_SIGNER, Signature: "AAAA" } });
  await expect(kms.signer.sign(AWS_SIGNER, dataKey)).rejects.toThrow("not of the form");
});

import { createPublicKey, randomBytes, verify } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type FakeGcp, GCP_LOCK, GCP_OTHER_CURVE, GCP_SIGNER, startFakeGcpKms } from "#tests/support/fake-gcp-kms.ts";
import { crc32c } from "./crc32c.ts";
import { type GcpKms, openGcpKms } from "./gcp-kms.ts";

const dataKey = randomBytes(32);
let offsetMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };
let fake: FakeGcp;
let kms: GcpKms;

beforeAll(async () => {
  fake = await startFakeGcpKms();
  kms = open(null);
});
afterEach(() => {
  fake.service.alter = null;
});
afterAll(() => fake.service.stop());

function open(token: string | null): GcpKms {
  const { url } = fake.service;
  return openGcpKms({ token, metadataHost: new URL(url).host, endpoint: url }, clock);
}

/** Changes one field of every answer. */
function alter(name: string, value: unknown): void {
  fake.service.alter = ({ status, body }) => ({ status, body: { ...Object(body), [name]: value } });
}

test("the checksum is that of RFC 3720", () => {
  expect(crc32c(Buffer.from("123456789"))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
});

test("what is wrapped opens with the same context only, and the version names the key", async () => {
  const provider = kms.provider(GCP_LOCK);
  const wrapped = await provider.wrap(dataKey, "key of a");
  expect(wrapped.includes(dataKey)).toBe(false);
  expect(await provider.unwrap(wrapped, "key of a")).toEqual(dataKey);
  await expect(provider.unwrap(wrapped, "key of b")).rejects.toThrow("Google Cloud KMS decrypt: INVALID_ARGUMENT");
  expect(provider.version).toBe(`gcp-kms:${GCP_LOCK}`);
});

test("an ed25519 key of KMS signs the message itself", async () => {
  const message = randomBytes(32);
  const x = (await kms.signer.publicKey(GCP_SIGNER)).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  expect(verify(null, message, key, await kms.signer.sign(GCP_SIGNER, message))).toBe(true);
  await expect(kms.signer.publicKey(GCP_OTHER_CURVE)).rejects.toThrow("not of the form");
  await expect(kms.signer.sign(GCP_OTHER_CURVE, message)).rejects.toThrow("FAILED_PRECONDITION");
  await expect(kms.signer.sign(GCP_LOCK, message)).rejects.toThrow("named with its version");
});

test("the metadata server's token is used until shortly before it expires, or until it is refused", async () => {
  const own = open(null);
  const before = fake.state.tokens;
  await own.provider(GCP_LOCK).wrap(dataKey, "a");
  await own.provider(GCP_LOCK).wrap(dataKey, "a");
  expect(fake.state.tokens).toBe(before + 1);
  offsetMs = 3_550_000;
  await own.provider(GCP_LOCK).wrap(dataKey, "a");
  expect(fake.state.tokens).toBe(before + 2);
  fake.state.accepted = "ya29.ANOTHER";
  await own.provider(GCP_LOCK).wrap(dataKey, "a");
  expect(fake.state.tokens).toBe(before + 3);
  await open("ya29.ANOTHER").provider(GCP_LOCK).wrap(dataKey, "a");
  await expect(open("ya29.WRONG").provider(GCP_LOCK).wrap(dataKey, "a")).rejects.toThrow("UNAUTHENTICATED");
});

test("passing trouble is sat out", async () => {
  await kms
    .provider(GCP_LOCK)
    .wrap(dataKey, "a")
    .catch(() => null);
  fake.service.troubles.push({ status: 429, body: null }, null, { status: 503, body: null });
  expect((await kms.provider(GCP_LOCK).wrap(dataKey, "a")).length).toBeGreaterThan(32);
});

test("answers that were damaged, or speak of another key, are not believed", async () => {
  const provider = kms.provider(GCP_LOCK);
  const wrapped = await provider.wrap(dataKey, "a");
  alter("ciphertext", randomBytes(60).toString("base64"));
  await expect(provider.wrap(dataKey, "a")).rejects.toThrow("damaged on its way");
  alter("verifiedPlaintextCrc32c", false);
  await expect(provider.wrap(dataKey, "a")).rejects.toThrow("not of the form");
  alter("name", `${GCP_OTHER_CURVE}/cryptoKeyVersions/1`);
  await expect(provider.wrap(dataKey, "a")).rejects.toThrow("another key answered");
  alter("plaintext", randomBytes(32).toString("base64"));
  await expect(provider.unwrap(wrapped, "a")).rejects.toThrow("damaged on its way");
  alter("signature", randomBytes(64).toString("base64"));
  await expect(kms.signer.sign(GCP_SIGNER, dataKey)).rejects.toThrow("damaged on its way");
  alter("pem", "another");
  await expect(kms.signer.publicKey(GCP_SIGNER)).rejects.toThrow("damaged on its way");
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "./config.ts";
import { settleVault } from "./settle-vault.ts";

const [OLD, NEW] = ["ab".repeat(32), "cd".repeat(32)];
const ARN = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab";
const GCP = "projects/p/locations/l/keyRings/r/cryptoKeys/k";
const AWS_ACCESS = { AWS_ACCESS_KEY_ID: "AKID", AWS_SECRET_ACCESS_KEY: "secret" };
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vault-settings-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function settle(variables: Record<string, string>) {
  return settleVault(readEnvironment(variables).vault, () => Promise.resolve(Buffer.from("kept")));
}

test("without a word a key is made once and kept; a given one is taken", async () => {
  expect((await settle({})).current).toEqual({ kind: "local", key: Buffer.from("kept") });
  expect((await settle({ VAULT_KEY: NEW })).current).toEqual({ kind: "local", key: Buffer.from(NEW, "hex") });
});

test("a key file names the current key, and the others still open", async () => {
  const path = join(folder, "vault.json");
  await writeFile(path, JSON.stringify({ current: "2026", keys: { 2025: OLD, 2026: NEW } }), { mode: 0o600 });
  expect(await settle({ VAULT_PROVIDER: "file", VAULT_KEY_FILE: path, VAULT_OTHER_KEYS: GCP })).toMatchObject({
    setting: "VAULT_KEY_FILE",
    current: { kind: "local", key: Buffer.from(NEW, "hex") },
    others: [
      { kind: "local", key: Buffer.from(OLD, "hex") },
      { kind: "gcp-kms", id: GCP },
    ],
  });
});

test("keys of services are named by ARN or resource name, former keys of any kind beside them", async () => {
  const aws = { VAULT_PROVIDER: "aws-kms", VAULT_AWS_KEY: ARN, VAULT_OTHER_KEYS: `${OLD}, ${GCP}`, ...AWS_ACCESS };
  expect(await settle({ ...aws, NODE_ENV: "production", SESSION_KEY: NEW, ALLOW_EMBEDDED: "1" })).toMatchObject({
    setting: "VAULT_AWS_KEY",
    current: { kind: "aws-kms", id: ARN },
    others: [
      { kind: "local", key: Buffer.from(OLD, "hex") },
      { kind: "gcp-kms", id: GCP },
    ],
  });
  expect((await settle({ VAULT_PROVIDER: "gcp-kms", VAULT_GCP_KEY: GCP })).current).toEqual({
    kind: "gcp-kms",
    id: GCP,
  });
});

test.each([
  [{ VAULT_PROVIDER: "hsm" }, "VAULT_PROVIDER must be environment, file, aws-kms or gcp-kms."],
  [{ VAULT_PROVIDER: "file" }, "VAULT_KEY_FILE must be given when VAULT_PROVIDER is file."],
  [{ VAULT_PROVIDER: "aws-kms" }, "VAULT_AWS_KEY must be given when VAULT_PROVIDER is aws-kms."],
  [{ VAULT_PROVIDER: "gcp-kms" }, "VAULT_GCP_KEY must be given when VAULT_PROVIDER is gcp-kms."],
  [
    { VAULT_PROVIDER: "gcp-kms", VAULT_GCP_KEY: GCP, VAULT_KEY: OLD },
    "VAULT_KEY is not used when VAULT_PROVIDER is gcp-kms; move a former key to VAULT_OTHER_KEYS.",
  ],
  [
    { VAULT_AWS_KEY: ARN },
    "VAULT_AWS_KEY is not used when VAULT_PROVIDER is environment; move a former key to VAULT_OTHER_KEYS.",
  ],
  [
    { VAULT_PROVIDER: "aws-kms", VAULT_AWS_KEY: ARN },
    "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be given to use a key of AWS.",
  ],
  [{ VAULT_OTHER_KEYS: ARN }, "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be given to use a key of AWS."],
  [
    { VAULT_OTHER_KEYS: `${OLD},short` },
    "VAULT_OTHER_KEYS must list keys of 32 bytes, ARNs of AWS keys or names of Google Cloud keys.",
  ],
])("%o is refused with one sentence", (variables, sentence) => {
  expect(() => readEnvironment(variables)).toThrow(sentence);
});

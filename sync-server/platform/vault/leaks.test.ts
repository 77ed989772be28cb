import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "#server/config.ts";
import { settleVault } from "#server/settle-vault.ts";
import { AWS_ACCESS, AWS_LOCK, AWS_SIGNER, startFakeAwsKms } from "#tests/support/fake-aws-kms.ts";
import { type FakeGcp, GCP_LOCK, GCP_SIGNER, GCP_TOKEN, startFakeGcpKms } from "#tests/support/fake-gcp-kms.ts";
import type { FakeService } from "#tests/support/fake-http.ts";
import { openAwsKms } from "./aws-kms.ts";
import { openGcpKms } from "./gcp-kms.ts";
import { localKeyProvider } from "./key-provider.ts";
import { keyRingOf } from "./key-ring.ts";

const clock = { now: () => new Date() };
const dataKey = randomBytes(32);
const vaultKey = randomBytes(32);
const SECRETS = [
  ...[dataKey, vaultKey].flatMap((key) => [key.toString("hex"), key.toString("base64").slice(0, 42)]),
  AWS_ACCESS.secretAccessKey,
  AWS_ACCESS.sessionToken,
  GCP_TOKEN,
  "ya29.WRONG",
];
let aws: FakeService;
let gcp: FakeGcp;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leaks-"));
  [aws, gcp] = await Promise.all([startFakeAwsKms(), startFakeGcpKms()]);
});
afterAll(async () => {
  await Promise.all([aws.stop(), gcp.service.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Runs what must fail and answers with everything that a log could show of the error. */
async function shownError(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`;
  }
  throw new Error("it did not fail");
}

/** A service that answers in the ways that go wrong, and repeats the request in each. */
function misbehave(service: FakeService, how: number): void {
  service.alter = () => {
    const { body, headers } = service.seen.at(-1) ?? { body: "", headers: {} };
    const said = [{ __type: body, message: headers }, { error: { status: body, message: headers } }, body][how] ?? body;
    return { status: [403, 400, 200][how] ?? 500, body: said };
  };
}

test("no error of a key management service, or of reaching it, shows a key or a token", async () => {
  const awsKms = openAwsKms({ ...AWS_ACCESS, endpoint: aws.url }, clock);
  const { url } = gcp.service;
  const access = { token: null, metadataHost: new URL(url).host, endpoint: url };
  const gcpKms = openGcpKms(access, clock);
  const calls = [
    () => awsKms.provider(AWS_LOCK).wrap(dataKey, "a"),
    () => awsKms.provider(AWS_LOCK).unwrap(dataKey, "a"),
    () => awsKms.signer.sign(AWS_SIGNER, dataKey),
    () => awsKms.signer.publicKey(AWS_SIGNER),
    () => gcpKms.provider(GCP_LOCK).wrap(dataKey, "a"),
    () => gcpKms.provider(GCP_LOCK).unwrap(dataKey, "a"),
    () => gcpKms.signer.sign(GCP_SIGNER, dataKey),
    () => gcpKms.signer.publicKey(GCP_SIGNER),
  ];
  const shown: string[] = [];
  await gcpKms.provider(GCP_LOCK).wrap(dataKey, "a");
  for (const how of [0, 1, 2]) {
    misbehave(aws, how);
    misbehave(gcp.service, how);
    for (const call of calls) shown.push(await shownError(call));
  }
  aws.alter = null;
  gcp.service.alter = null;
  gcp.service.troubles.push(null, null, null, null);
  shown.push(await shownError(() => gcpKms.provider(GCP_LOCK).wrap(dataKey, "a")));
  aws.troubles.push(null, null, null, null);
  shown.push(await shownError(() => awsKms.provider(AWS_LOCK).wrap(dataKey, "a")));
  shown.push(
    await shownError(() => openGcpKms({ ...access, token: "ya29.WRONG" }, clock).signer.publicKey(GCP_SIGNER)),
  );
  expect(shown).toHaveLength(27);
  for (const secret of SECRETS) expect(shown.join("\n")).not.toContain(secret);
});

test("no error of the keys that we hold shows one, nor does a wrong setting or key file", async () => {
  const ring = keyRingOf("VAULT_KEY", localKeyProvider(vaultKey));
  const hex = vaultKey.toString("hex");
  const base = { ...readEnvironment({}).vault, keyFile: join(folder, "keys.json") };
  const settle = () => settleVault(base, () => Promise.resolve(vaultKey));
  const fileErrors: string[] = [await shownError(settle)];
  const contents = [
    hex,
    `{"current":"a","keys":{"a":"${hex}"`,
    `{"current":"${hex}"}`,
    `{"current":"a","keys":{"b":"${hex}"}}`,
  ];
  for (const content of [...contents, `{"current":"a","keys":{"a":"${hex}00"}}`]) {
    await writeFile(base.keyFile, content, { mode: 0o600 });
    fileErrors.push(await shownError(settle));
  }
  await chmod(base.keyFile, 0o640);
  fileErrors.push(await shownError(settle));
  const shown = [
    ...fileErrors,
    await shownError(() => ring.of("key-0")),
    await shownError(() => ring.current.unwrap(dataKey, "a")),
    await shownError(() => ring.of("environment-1").unwrap(dataKey, "a")),
    await shownError(() => readEnvironment({ VAULT_KEY: `${hex}00` })),
    await shownError(() => readEnvironment({ VAULT_OTHER_KEYS: `${hex},${hex}00` })),
    await shownError(() => readEnvironment({ VAULT_PROVIDER: "file", VAULT_KEY: hex })),
    await shownError(() => readEnvironment({ VAULT_PROVIDER: "aws-kms", VAULT_AWS_KEY: hex })),
  ];
  for (const secret of SECRETS) expect(shown.join("\n")).not.toContain(secret);
  expect(fileErrors.map((text) => /VAULT_KEY_FILE [^\n]+/.exec(text)?.[0])).not.toContain(undefined);
  expect(fileErrors.at(-1)).toContain("chmod 600");
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readEnvironment } from "#server/config.ts";
import { AWS_ACCESS, AWS_LOCK, startFakeAwsKms } from "#tests/support/fake-aws-kms.ts";
import { type FakeService, startFakeService } from "#tests/support/fake-http.ts";
import { TestClock } from "#tests/support/app.ts";
import { awsCredentials } from "./aws-credentials.ts";
import { openAwsKms } from "./aws-kms.ts";

const MINUTE_MS = 60_000;
const LIFE_MS = 60 * MINUTE_MS;
const CONTAINER = {
  VAULT_PROVIDER: "aws-kms",
  VAULT_AWS_KEY: AWS_LOCK,
  AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://169.254.170.23/v1/credentials",
};
let folder = "";
let tokenFile = "";
let service: FakeService;
let clock: TestClock;
/** What the service hands out; it knows us by the token of the day. */
let handedOut = { ...AWS_ACCESS };
let known = "token 1";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "aws-credentials-"));
  tokenFile = join(folder, "token");
  service = await startFakeService(({ headers }) => {
    if (headers["authorization"] !== known) return { status: 401, body: { code: "AccessDenied", message: known } };
    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token } = handedOut;
    const Expiration = new Date(clock.now().getTime() + LIFE_MS).toISOString();
    return { status: 200, body: { AccessKeyId, SecretAccessKey, Token, Expiration } };
  });
});
beforeEach(async () => {
  clock = new TestClock();
  service.seen.length = 0;
  service.troubles.length = 0;
  handedOut = { ...AWS_ACCESS };
  known = "token 1";
  await writeFile(tokenFile, "token 1\n");
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

function container(endpoint: string | null = null) {
  return { credentialsUrl: `${service.url}/v1/credentials`, token: null, tokenFile, endpoint };
}

test("keys are asked for once, and again shortly before they expire, with the token that is in the file by then", async () => {
  const credentials = awsCredentials(container(), clock);
  const first = await Promise.all([credentials.current(), credentials.current()]);
  expect(first).toEqual([AWS_ACCESS, AWS_ACCESS]);
  clock.advance(LIFE_MS - 6 * MINUTE_MS);
  await credentials.current();
  expect(service.seen).toMatchObject([{ method: "GET", path: "/v1/credentials" }]);
  handedOut = { ...AWS_ACCESS, accessKeyId: "AKIDNEXT" };
  known = "token 2";
  await writeFile(tokenFile, "token 2\n");
  clock.advance(2 * MINUTE_MS);
  expect(await credentials.current()).toMatchObject({ accessKeyId: "AKIDNEXT" });
  expect(service.seen).toHaveLength(2);
});

test("while no others are to be had, keys serve until they expire, and nothing is told of what was refused", async () => {
  const credentials = awsCredentials(container(), clock);
  await credentials.current();
  known = "another token";
  clock.advance(LIFE_MS - MINUTE_MS);
  expect(await credentials.current()).toEqual(AWS_ACCESS);
  clock.advance(2 * MINUTE_MS);
  await expect(credentials.current()).rejects.toThrow(/^AWS container credentials: the service hands out none$/);
  const { credentialsUrl } = container();
  const lost = awsCredentials({ ...container(), credentialsUrl, tokenFile: join(folder, "none") }, clock);
  await expect(lost.current()).rejects.toThrow("AWS container credentials: the file with the token cannot be read");
});

test("KMS is asked with handed out keys, and with new ones where it refuses those at hand", async () => {
  const aws = await startFakeAwsKms();
  try {
    handedOut = { ...AWS_ACCESS, sessionToken: "expired" };
    const provider = openAwsKms(container(aws.url), clock).provider(AWS_LOCK);
    await expect(provider.wrap(randomBytes(32), "a")).rejects.toThrow("AWS KMS Encrypt: UnrecognizedClientException");
    expect(service.seen).toHaveLength(2);
    handedOut = { ...AWS_ACCESS };
    expect((await provider.wrap(randomBytes(32), "a")).length).toBeGreaterThan(32);
    expect(service.seen).toHaveLength(3);
  } finally {
    await aws.stop();
  }
});

test("the settings name the service as ECS and EKS do; keys that are given go first", () => {
  const file = "/var/run/token";
  const { vault } = readEnvironment({ ...CONTAINER, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file });
  const named = { credentialsUrl: CONTAINER.AWS_CONTAINER_CREDENTIALS_FULL_URI, token: null, tokenFile: file };
  expect(vault.aws).toEqual({ ...named, endpoint: null });
  const ecs = readEnvironment({ ...CONTAINER, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/credentials/1" });
  expect(ecs.vault.aws).toMatchObject({ credentialsUrl: "http://169.254.170.2/v2/credentials/1" });
  const given = { AWS_ACCESS_KEY_ID: "AKID", AWS_SECRET_ACCESS_KEY: "secret", AWS_SESSION_TOKEN: "session" };
  expect(readEnvironment({ ...CONTAINER, ...given }).vault.aws).toEqual({
    accessKeyId: "AKID",
    secretAccessKey: "secret",
    sessionToken: "session",
    endpoint: null,
  });
});

test.each(["http://example.org/keys", "http://169.254.169.254/latest", "ftp://127.0.0.1/", "nonsense"])(
  "keys are not fetched in the clear from %s",
  (url) => {
    expect(() => readEnvironment({ ...CONTAINER, AWS_CONTAINER_CREDENTIALS_FULL_URI: url })).toThrow(
      /^AWS_CONTAINER_CREDENTIALS_FULL_URI must begin with https/,
    );
  },
);

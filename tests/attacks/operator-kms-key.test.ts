import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { AWS_ACCESS, AWS_SIGNER, startFakeAwsKms } from "#tests/support/fake-aws-kms.ts";
import type { FakeService } from "#tests/support/fake-http.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { testVault } from "#tests/support/vault.ts";

let kms: FakeService;
let app: TestApp;
let thief: TestUser;
let ana: TestUser;

beforeAll(async () => {
  kms = await startFakeAwsKms();
  app = await startTestApp({ vault: { ...testVault(), aws: { ...AWS_ACCESS, endpoint: kms.url } } });
  [thief, ana] = [await aConfirmedAdmin(app), await aUser(app)];
  await eventually(() => accountCollection(app.database).findOne({ userId: ana.user.id, exists: true }), 20_000);
}, 60_000);
afterAll(async () => {
  await app.stop();
  await kms.stop();
});

test("no operator hands a wallet to a key of a key management service that was never configured", async () => {
  const url = `/api/admin/users/${ana.user.id}/rotate-key`;
  const answer = await askAs(app, thief, "POST", url, { kmsKey: AWS_SIGNER });
  expect(await submissionCollection(app.database).countDocuments({ kind: "rotation" })).toBe(0);
  expect(answer.body.code).toBe("kms-key-not-allowed");
});

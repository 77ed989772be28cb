import { afterAll, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { OperatorPolicy } from "#schemas/security.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { startTestApp, type TestApp } from "./support/app.ts";
import { aUser, type TestUser } from "./support/builders.ts";
import { aConfirmedAdmin, askAs, askTwo } from "./support/operators.ts";

const HOUR_MS = 60 * 60 * 1000;
const POLICY = v.parse(OperatorPolicy, {});
const WHY = { reason: "as the board said" };
let app: TestApp;
let first: TestUser;
let second: TestUser;
let auditor: TestUser;
let made = 900_000;

beforeAll(async () => {
  app = await startTestApp();
  [first, second, auditor] = await Promise.all([
    aConfirmedAdmin(app),
    aConfirmedAdmin(app),
    aConfirmedAdmin(app, ["auditor"]),
  ]);
});
afterAll(() => app.stop());

/** A payment that left, worth so many dollars. */
async function paid(userId: number, hoursAgo: number, dollars: number, fields: object = {}): Promise<number> {
  made += 1;
  const asset = { assetCode: "XLM", issuer: "" };
  const amount = String(dollars * 10_000_000);
  const step = { type: "payment", source: "G", to: "GB", ...asset, amount };
  const standing = { state: "confirmed", reason: "", attempt: null, isReserving: false, version: 1, formerHashes: [] };
  const at = new Date(app.clock.now().getTime() - hoursAgo * HOUR_MS);
  await submissionCollection(app.database).insertOne({
    ...{ id: made, userId, idempotencyKey: `rules-${made}`, fingerprint: "", kind: "send", account: "G", memo: "" },
    ...{ steps: [step], holds: [{ ...asset, amount }], fee: "100", feePayer: null, viaChannel: false, ...standing },
    ...{ spent: [{ unit: "USD", amount }], sends: 1, lastSentAt: at, rebuilds: 0, ledger: 7, createdAt: at },
    ...{ updatedAt: at, ...fields },
  } as never);
  return made;
}

async function tried(draft: object, who = auditor, before?: number) {
  const query = new URLSearchParams({ draft: JSON.stringify({ ...POLICY, ...draft }) });
  if (before !== undefined) query.set("before", String(before));
  return (await askAs(app, who, "GET", `/api/admin/policy/trial?${query}`)).body;
}

test("a drafted policy says what it would have refused of the last 30 days, and changes nothing", async () => {
  const [ana, ben] = [await aUser(app), await aUser(app)];
  const [own, other] = [ana.user.id, ben.user.id];
  // The day before the first of the 30 counts in its sums, and is not judged.
  await paid(own, 30 * 24 + 1, 90);
  const edge = await paid(own, 30 * 24 - 1, 20);
  await paid(own, 50, 60);
  const third = await paid(own, 49, 60);
  await paid(own, 48, 30);
  await paid(own, 47, 80, { state: "failed" });
  await paid(own, 46, 80, { kind: "trustline" });
  await paid(other, 5, 99);

  const found = await tried({ dailyLimit: "100", approveAbove: "95" });
  expect(found).toMatchObject({
    judged: 5,
    people: 2,
    refused: { count: 2, people: 1, byCode: { "daily-limit-exceeded": 2 } },
    held: { count: 1, sums: [{ assetCode: "XLM", issuer: "", amount: "99.0000000" }] },
    locksOut: null,
    next: null,
  });
  expect(found.refused.sums).toEqual([{ assetCode: "XLM", issuer: "", amount: "80.0000000" }]);
  expect(found.examples.map(({ submissionId }: { submissionId: number }) => submissionId)).toEqual([edge, third]);
  expect((await tried({})).refused.count).toBe(0);
  // Part by part it is the same: whoever is not below the last is not gone through again.
  const part = await tried({ dailyLimit: "100" }, auditor, Math.max(own, other));
  expect(part.people).toBe(1);
  expect((await askAs(app, first, "GET", "/api/admin/policy")).body).toEqual(POLICY);
  const malformed = await askAs(app, first, "GET", "/api/admin/policy/trial?draft=%7B");
  expect(malformed.body.code).toBe("input-invalid");
  expect((await askAs(app, ana, "GET", "/api/admin/policy/trial?draft=%7B%7D")).status).toBe(403);
});

test("a policy that locks everybody out is said, and set only by whoever typed that they mean it", async () => {
  const set = (policy: object) => askAs(app, first, "PUT", "/api/admin/policy", { ...POLICY, ...policy, ...WHY });
  const nothing = { dailyLimit: "0" };
  expect((await tried(nothing)).locksOut).toBe("limit");
  const refused = await set(nothing);
  expect(refused.body).toMatchObject({ code: "policy-locks-out", message: expect.stringMatching(/Type LOCK OUT/) });
  expect((await set({ ...nothing, typed: "lock out" })).body.code).toBe("policy-locks-out");
  expect((await set({ isKycRequired: true })).body.message).toMatch(/^Nobody has shown their identity yet/);
  expect((await askAs(app, first, "GET", "/api/admin/policy")).body).toEqual(POLICY);
  expect((await set({ ...nothing, typed: "LOCK OUT" })).body).toEqual({ ...POLICY, dailyLimit: "0" });
  const back = await askTwo(app, first, second, ["PUT", "/api/admin/policy", { ...POLICY, ...WHY }]);
  expect(back.body.state).toBe("done");
  // As soon as anybody has shown it, it locks out all but them.
  await app.database.collection("users").updateOne({ id: auditor.user.id }, { $set: { kycVerified: true } });
  expect((await tried({ isKycRequired: true })).locksOut).toBeNull();
});

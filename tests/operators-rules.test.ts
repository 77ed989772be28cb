import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { OperatorPolicy } from "#schemas/security.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { type SubmissionDraft, submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "./support/app.ts";
import { aUser, type TestUser } from "./support/builders.ts";
import { takeDeposits } from "./support/seals.ts";
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
    id: made,
    userId,
    idempotencyKey: `rules-${made}`,
    fingerprint: "",
    kind: "send",
    account: "G",
    memo: "",
    steps: [step],
    holds: [{ ...asset, amount }],
    fee: "100",
    feePayer: null,
    viaChannel: false,
    ...standing,
    spent: [{ unit: "USD", amount }],
    sends: 1,
    lastSentAt: at,
    rebuilds: 0,
    ledger: 7,
    createdAt: at,
    updatedAt: at,
    ...fields,
  } as never);
  return made;
}

/** A payment that waits for an operator. */
async function aHeld(userId: number): Promise<number> {
  made += 1;
  const asset = { assetCode: "XLM", issuer: "" };
  const draft: SubmissionDraft = {
    userId,
    idempotencyKey: `rules-held-${made}`,
    fingerprint: "",
    account: "G",
    memo: "",
    fee: "100",
    feePayer: null,
    viaChannel: false,
    holds: [{ ...asset, amount: "101" }],
    kind: "send",
    steps: [{ type: "payment", source: "G", to: auditor.user.walletAddress ?? "", ...asset, amount: "1" }],
  };
  const insert = (session: ClientSession) => insertSubmission(app.runtime, session, draft, "held");
  return (await app.database.transaction(insert)).id;
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

test("an operator lowers somebody's limits at once, and two raise them for what waits and is told", async () => {
  const { user, cookie } = await aUser(app);
  const url = `/api/admin/users/${user.id}/limits`;
  const set = (limits: object, who = first) => askAs(app, who, "PUT", url, { ...limits, ...WHY });
  const own = async () => (await askAs(app, { cookie }, "GET", "/api/security")).body;
  for (const [limits, code] of [
    [{ transactionLimit: "0", dailyLimit: null }, "limits-unfit"],
    [{ transactionLimit: "10001", dailyLimit: null }, "limits-unfit"],
    [{ transactionLimit: "5", dailyLimit: "0" }, "limits-unfit"],
    [{ transactionLimit: "-5", dailyLimit: null }, "input-invalid"],
  ] as const)
    expect((await set(limits)).body.code, JSON.stringify(limits)).toBe(code);
  expect((await set({ transactionLimit: "50", dailyLimit: "90" })).body).toMatchObject({ transactionLimit: "50" });
  const told = app.database.collection("notifications").find({ userId: user.id, kind: "limits-set" });
  expect(await told.toArray()).toMatchObject([{ detail: expect.stringMatching(/"amount":"50"/) }]);

  const more = { transactionLimit: "60", dailyLimit: "90" };
  const { proposal } = (await set(more)).body;
  expect(proposal).toMatchObject({ why: "It lets more through than before.", userId: user.id });
  const approve = (id: number, digest: string) =>
    askAs(app, second, "POST", `/api/admin/proposals/${id}/approve`, { digest, reason: "yes" });
  expect((await approve(proposal.id, proposal.digest)).body.state).toBe("done");
  expect(await own()).toMatchObject({ transactionLimit: "50", waiting: [{ kind: "transaction-limit-up", to: "60" }] });
  // Its owner says no.
  await askAs(app, { cookie }, "DELETE" as "PUT", "/api/security/waiting/transaction-limit-up");

  const stale = (await set(more)).body.proposal;
  expect((await set({ transactionLimit: "40", dailyLimit: "90" })).body).toMatchObject({ transactionLimit: "40" });
  expect((await approve(stale.id, stale.digest)).body.code).toBe("proposal-outdated");
  expect(await own()).toMatchObject({ transactionLimit: "40", waiting: [] });
  const { actions } = (await askAs(app, first, "GET", `/api/admin/operator-actions?userId=${user.id}`)).body;
  const noted = actions.filter(({ action }: { action: string }) => action === "set-limits");
  expect(noted).toMatchObject([{ details: expect.stringMatching(/^at most 40/) }, {}, { reason: WHY.reason }]);
});

const DEPOSITS = {
  recipient: "$astrolabe",
  xlmRate: "8",
  secondAbove: "500",
  rateTolerance: "10",
  minAmount: "1",
  maxAmount: "1000",
};
const ALWAYS = {
  freeze: "always",
  "end-sessions": "always",
  "reset-second-factor": "always",
  "approve-submission": "always",
  "reject-deposit": "always",
} as const;

test("what is set to take two is done by two, exactly once, and not after the world moved past it", async () => {
  const { user, cookie } = await aUser(app);
  const { body } = await askAs(app, first, "PUT", "/api/admin/four-eyes", { settings: ALWAYS, ...WHY });
  expect(body.settings).toMatchObject(ALWAYS);
  const held = await aHeld(user.id);
  await takeDeposits(app.database, DEPOSITS);
  const declared = { amount: "1", cashAppUsername: "$maria", cashAppTransactionId: "RULES1" };
  const { id: deposit } = (await askAs(app, { cookie }, "POST", "/api/deposits", declared)).body;
  const approve = ({ id, digest }: { id: number; digest: string }, who = second) =>
    askAs(app, who, "POST", `/api/admin/proposals/${id}/approve`, { digest, reason: "yes" });
  const acts = [
    ["POST", `/api/admin/users/${user.id}/sessions/end`, {}],
    ["POST", `/api/admin/users/${user.id}/second-factor/reset`, {}],
    ["POST", `/api/admin/submissions/${held}/approve`, {}],
    ["POST", `/api/admin/deposits/${deposit}/reject`, {}],
    // Last: it takes back whatever waits.
    ["PUT", `/api/admin/users/${user.id}/frozen`, { isFrozen: true }],
  ] as const;
  for (const [method, url, input] of acts) {
    const asked = await askAs(app, first, method, url, { ...input, ...WHY });
    const { proposal } = asked.body;
    expect(proposal, `${url} ${JSON.stringify(asked.body)}`).toMatchObject({ userId: user.id, state: "proposed" });
    expect((await askAs(app, second, method, url, { ...input, ...WHY })).body.code).toBe("proposal-open");
    expect((await approve(proposal, first)).body.code).toBe("proposal-own");
    if (url.endsWith("/approve")) {
      // It was refused meanwhile.
      await askAs(app, first, "POST", `/api/admin/submissions/${held}/refuse`, WHY);
      expect((await approve(proposal)).body.code).toBe("submission-not-waiting");
      continue;
    }
    const both = await Promise.all([approve(proposal), approve(proposal)]);
    expect(both.map(({ status }) => status).toSorted(), url).toEqual([200, 409]);
  }
  const { actions } = (await askAs(app, first, "GET", `/api/admin/operator-actions?userId=${user.id}`)).body;
  const done = actions.map(({ action }: { action: string }) => action);
  for (const action of ["freeze", "end-sessions", "reset-second-factor", "reject-deposit"])
    expect(
      done.filter((each: string) => each === action),
      action,
    ).toHaveLength(1);
  expect((await askAs(app, auditor, "GET", `/api/admin/people/${user.id}`)).body.protections.isFrozen).toBe(true);
});

test("of an unclear payment the server itself gathers what the network says", async () => {
  const { user } = await aUser(app);
  const account = await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }));
  const source = account?._id ?? "";
  const bounds = { signedAtLedger: 2, maxTime: new Date(0), maxLedger: 3, source, sequence: "1" };
  const [hash, former] = ["a".repeat(64), "b".repeat(64)];
  const attempt = { envelopeXdr: "", hash, innerHash: null, ...bounds };
  const id = await paid(user.id, 1, 5, { state: "ambiguous", attempt, formerHashes: [former] });
  const { body } = await askAs(app, auditor, "GET", `/api/admin/submissions/${id}/evidence`);
  expect(body).toMatchObject({
    hashes: [
      { hash, answer: { kind: "missing" } },
      { hash: former, answer: { kind: "missing" } },
    ],
    bounds: { source, sequence: "1", maxTime: new Date(0).toISOString() },
    present: { sequence: expect.stringMatching(/^\d+$/), ledger: expect.any(Number) },
  });
  expect((await askAs(app, auditor, "GET", "/api/admin/submissions/999999999/evidence")).body.code).toBe(
    "submission-unknown",
  );
  const listed = await askAs(app, auditor, "GET", `/api/admin/all-submissions?exact=${former}&userId=${user.id}`);
  expect(listed.body).toMatchObject({ submissions: [{ id, state: "ambiguous", hash }], next: null });
  expect(JSON.stringify(listed.body)).not.toContain("envelopeXdr");
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { openApprovals } from "#server/approvals/index.ts";
import { cookieOf, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs, askTwo } from "#tests/support/operators.ts";

const ALWAYS = { kind: "always" } as const;
const STRICT = {
  isKycRequired: true,
  kycLevels: { send: ALWAYS, swap: ALWAYS, trade: ALWAYS, withdraw: ALWAYS },
  kycFrom: null,
  identitySecondAbove: null,
  coolOffHours: 48,
  dailyLimit: "100",
  approveAbove: "10",
  lossTolerancePercent: "3",
  lossToleranceUsd: "5",
  weakeningHours: 24,
};
const LOOSE = { ...STRICT, isKycRequired: false, coolOffHours: 0, dailyLimit: null, approveAbove: null };
const DAY_MS = 24 * 60 * 60 * 1000;
let app: TestApp;
let thief: TestUser;
let second: TestUser;
let third: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [thief, second, third] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
});
afterAll(() => app.stop());

beforeEach(async () => {
  [thief, second, third] = [await comeBack(thief), await comeBack(second), await comeBack(third)];
  const { proposals } = (await askAs(app, third, "GET", "/api/admin/proposals")).body;
  for (const { id } of proposals) await decide(third, id, "reject", { reason: "not agreed" });
  // Else nobody could send anything, which has to be typed.
  await app.database.collection("users").updateOne({ id: second.user.id }, { $set: { kycVerified: true } });
  await askTwo(app, second, third, ["PUT", "/api/admin/policy", STRICT]);
});

/** Signed in anew: an operator's session lasts no day. */
async function signIn(operator: TestUser): Promise<TestUser> {
  const { user, password } = operator;
  const payload = { username: user.username, password };
  const response = await app.server.inject({ method: "POST", url: "/api/admin/login", payload });
  return { ...operator, cookie: cookieOf(response) };
}

async function comeBack(operator: TestUser): Promise<TestUser> {
  const back = await signIn(operator);
  await askAs(app, back, "POST", "/api/confirm-identity", { password: back.password });
  return back;
}

async function propose() {
  const { body } = await askAs(app, thief, "PUT", "/api/admin/policy", LOOSE);
  return body.proposal;
}

function decide(by: TestUser, id: number, verb: string, body?: object) {
  return askAs(app, by, "POST", `/api/admin/proposals/${id}/${verb}`, body);
}

async function policy() {
  return (await askAs(app, thief, "GET", "/api/admin/policy")).body;
}

test("nobody approves their own proposal, however long it waits", async () => {
  const { id, digest } = await propose();
  expect((await decide(thief, id, "approve", { digest })).body.code).toBe("proposal-own");
  app.clock.advance(DAY_MS + 1000);
  thief = await comeBack(thief);
  expect((await decide(thief, id, "approve", { digest })).body.code).toBe("proposal-own");
  expect(await policy()).toEqual(STRICT);
});

test("freezing the others makes nobody the only one", async () => {
  const { id, digest } = await propose();
  for (const { user } of [second, third])
    await askAs(app, thief, "PUT", `/api/admin/users/${user.id}/frozen`, { isFrozen: true, reason: "odd" });
  app.clock.advance(DAY_MS + 1000);
  thief = await comeBack(thief);
  expect((await decide(thief, id, "approve", { digest })).body.code).toBe("proposal-own");
  // A frozen operator decides nothing, but may still say no.
  second = await comeBack(second);
  expect((await decide(second, id, "approve", { digest })).body.code).toBe("operator-frozen");
  expect((await decide(second, id, "reject", { reason: "no" })).status).toBe(200);
  for (const { user } of [second, third])
    await askAs(app, thief, "PUT", `/api/admin/users/${user.id}/frozen`, { isFrozen: false, reason: "all is well" });
});

test("two approvals at once carry it out once", async () => {
  const { id, digest } = await propose();
  const answers = await Promise.all([second, third].map((by) => decide(by, id, "approve", { digest })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await policy()).toEqual(LOOSE);
  const { actions } = (await askAs(app, thief, "GET", "/api/admin/operator-actions")).body;
  const set = actions.filter(({ details }: { details: string }) => details.includes(`proposal ${id} by operator`));
  expect(set).toHaveLength(1);
});

test("what was changed after it was shown is not approved, whoever changed it", async () => {
  const { id, digest } = await propose();
  const proposals = app.database.collection("proposals");
  await proposals.updateOne({ id }, { $set: { "content.policy.coolOffHours": 1 } });
  expect((await decide(second, id, "approve", { digest })).body.code).toBe("proposal-unknown");
  const shown = async () => (await askAs(app, second, "GET", "/api/admin/proposals")).body.proposals;
  expect(await shown()).toEqual([]);
  await proposals.updateOne({ id }, { $set: { "content.policy.coolOffHours": 0 } });
  // Nor is what somebody approves by another digest than that of what is there.
  expect(await shown()).toMatchObject([{ id, digest }]);
  expect((await decide(second, id, "approve", { digest: "0".repeat(64) })).body.code).toBe("proposal-changed");
  expect(await policy()).toEqual(STRICT);
});

test("what the world has moved past is void, and stays so", async () => {
  const { id, digest } = await propose();
  const stricter = { ...STRICT, coolOffHours: 60 };
  expect((await askAs(app, second, "PUT", "/api/admin/policy", stricter)).body).toEqual(stricter);
  expect((await decide(second, id, "approve", { digest })).body.code).toBe("proposal-outdated");
  expect((await decide(third, id, "approve", { digest })).body.code).toBe("proposal-decided");
  expect(await policy()).toEqual(stricter);
  const { body } = await askAs(app, second, "GET", "/api/admin/proposals?show=all");
  expect(body.proposals[0]).toMatchObject({ id, state: "void", ending: expect.stringContaining("have changed") });
});

test("what was rejected, withdrawn or let lie is approved by nobody", async () => {
  const rejected = await propose();
  await decide(second, rejected.id, "reject", { reason: "why should we?" });
  const withdrawn = await propose();
  expect((await decide(second, withdrawn.id, "withdraw")).body.code).toBe("proposal-not-yours");
  expect((await decide(thief, withdrawn.id, "withdraw")).body.state).toBe("withdrawn");
  const old = await propose();
  app.clock.advance(9 * DAY_MS);
  second = await comeBack(second);
  for (const { id, digest } of [rejected, withdrawn, old])
    expect((await decide(second, id, "approve", { digest })).body.code).toBe("proposal-decided");
  thief = await comeBack(thief);
  expect(await policy()).toEqual(STRICT);
});

test("nobody decides about themself, whoever proposed it, and no user about anything", async () => {
  const url = `/api/admin/users/${second.user.id}/frozen`;
  await askAs(app, third, "PUT", url, { isFrozen: true, reason: "odd" });
  // Frozen once more by a confederate: who froze it first counts.
  await askAs(app, thief, "PUT", url, { isFrozen: true, reason: "odd, too" });
  await askAs(app, second, "POST", "/api/security/freeze");
  const { proposal } = (await askAs(app, thief, "PUT", url, { isFrozen: false, reason: "a friend" })).body;
  expect(proposal).toMatchObject({ content: { kind: "let-go" }, userId: second.user.id });
  const { id, digest } = proposal;
  expect((await decide(second, id, "approve", { digest })).body.code).toBe("operator-own");
  expect((await decide(second, id, "reject", { reason: "mine" })).body.code).toBe("operator-own");
  expect((await decide(await aUser(app), id, "approve", { digest })).body.code).toBe("admin-required");
  expect((await askAs(app, second, "GET", "/api/security")).body.isFrozen).toBe(true);
  expect((await decide(third, id, "approve", { digest })).body.state).toBe("done");
  expect((await askAs(app, second, "GET", "/api/security")).body.isFrozen).toBe(false);
});

test("whoever may not decide a proposal is not told how it stands, and nothing is asked outside for them", async () => {
  const { id, digest } = await propose();
  const support = await aConfirmedAdmin(app, ["support"]);
  let prepared = 0;
  const approvals = openApprovals(app.runtime);
  approvals.define("set-policy", {
    subject: () => "policy",
    about: () => Promise.resolve([]),
    says: () => "",
    whySecond: () => Promise.resolve("It takes two."),
    prepare: () => {
      prepared += 1;
      return Promise.reject(new AppError("proposal-outdated"));
    },
  });
  const approve = (operatorId: number, shown: string) =>
    approvals.approve(id, { operatorId, digest: shown, reason: "yes" });
  for (const shown of [digest, "another"])
    await expect(approve(support.user.id, shown)).rejects.toThrow(expect.objectContaining({ code: "role-required" }));
  await expect(approve(thief.user.id, digest)).rejects.toThrow(expect.objectContaining({ code: "proposal-own" }));
  expect(prepared).toBe(0);
  // What came to nothing outside would else have ended it.
  const { proposals } = (await askAs(app, third, "GET", "/api/admin/proposals")).body;
  expect(proposals).toMatchObject([{ id, state: "proposed" }]);
  await decide(third, id, "reject", { reason: "no" });
  expect((await decide(support, id, "approve", { digest, reason: "yes" })).body.code).toBe("role-required");
  expect((await decide(second, id, "approve", { digest, reason: "yes" })).body.code).toBe("proposal-decided");
});

test("a single operator has no second one in themself, however long it waits", async () => {
  const { id, digest } = await propose();
  await app.database.collection("users").updateMany({ id: { $ne: thief.user.id } }, { $set: { isAdmin: false } });
  const told = { userId: thief.user.id, kind: "approval-wanted" };
  expect(await app.database.collection("notifications").countDocuments(told)).toBeGreaterThan(0);
  expect((await decide(thief, id, "approve", { digest })).body.code).toBe("proposal-own");
  app.clock.advance(DAY_MS + 1000);
  thief = await comeBack(thief);
  expect((await decide(thief, id, "approve", { digest })).body.code).toBe("proposal-own");
  expect(await policy()).toEqual(STRICT);
});

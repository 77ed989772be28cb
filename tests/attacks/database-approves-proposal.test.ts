import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Approvals, openApprovals } from "#server/approvals/index.ts";
import { digestOf, type Proposal, proposalCollection } from "#server/approvals/store.ts";
import { policyAct } from "#server/security/operator-policy.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import type { TestUser } from "#tests/support/builders.ts";

/** The thief has the database, every row of it, and one operator's session. */
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
const LOOSE = { ...STRICT, isKycRequired: false, dailyLimit: null, approveAbove: null };
const POLICY = "/api/admin/policy";
let app: TestApp;
let approvals: Approvals;
let thief: TestUser;
let honest: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  approvals = openApprovals(app.runtime);
  approvals.define("set-policy", policyAct(app.runtime));
  [thief, honest] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
  // Else nobody could send anything, which has to be typed.
  await app.database.collection("users").updateOne({ id: honest.user.id }, { $set: { kycVerified: true } });
  await askAs(app, honest, "PUT", POLICY, STRICT);
});
afterAll(() => app.stop());

beforeEach(() => proposalCollection(app.database).deleteMany({}));

/** The thief's own, as it stands in the database. */
async function propose(): Promise<Proposal> {
  const { proposal } = (await askAs(app, thief, "PUT", POLICY, LOOSE)).body;
  const stored = await proposalCollection(app.database).findOne({ id: proposal.id });
  if (!stored) throw new Error("nothing was proposed");
  return stored;
}

function set(id: number, fields: Partial<Proposal>) {
  return proposalCollection(app.database).updateOne({ id }, { $set: fields });
}

async function approve(by: TestUser, { id, digest }: Pick<Proposal, "id" | "digest">): Promise<string> {
  const { body } = await askAs(app, by, "POST", `/api/admin/proposals/${id}/approve`, { digest });
  return body.code ?? body.state;
}

async function policy() {
  return (await askAs(app, honest, "GET", POLICY)).body;
}

async function shown(): Promise<readonly { readonly id: number }[]> {
  return (await askAs(app, honest, "GET", "/api/admin/proposals?show=all")).body.proposals;
}

/** A proposal that was written there in full, everything that anybody can compute being right. */
function forge(real: Proposal, fields: Partial<Proposal>): Proposal {
  const { _id, ...terms } = { ...real, ...fields };
  return { ...terms, digest: digestOf(terms as Proposal) } as Proposal;
}

test("who writes that another operator approved it has nothing carried out, and operators are told", async () => {
  const { id } = await propose();
  const at = new Date(app.clock.now().getTime() - 1000);
  await set(id, { state: "approved", approvedBy: honest.user.id, approvedAt: at, carriedOutFrom: at });
  await approvals.carryOutDue();
  expect(await policy()).toEqual(STRICT);
  const issues = await app.database.collection("system_issues").find({ type: "custody", status: "active" }).toArray();
  expect(issues.map(({ title }) => title)).toContainEqual(expect.stringContaining(`proposal ${id}`));
});

test("who says that another operator proposed it does not approve it themself", async () => {
  const real = await propose();
  const forged = forge(real, { proposedBy: honest.user.id });
  await set(real.id, { proposedBy: forged.proposedBy, digest: forged.digest });
  expect(await approve(thief, forged)).toBe("proposal-unknown");
  expect(await policy()).toEqual(STRICT);
});

test("who makes it wait no longer, or makes it about nobody, does not have it approved", async () => {
  const real = await propose();
  const changes: readonly Partial<Proposal>[] = [{ expiresAt: new Date(9e14) }, { about: [99] }, { reason: "fine" }];
  for (const change of changes) {
    const forged = forge(real, change);
    await set(real.id, { ...change, digest: forged.digest });
    expect(await approve(honest, forged)).toBe("proposal-unknown");
    const { expiresAt, about, reason, digest } = real;
    await set(real.id, { expiresAt, about, reason, digest });
  }
  expect(await policy()).toEqual(STRICT);
});

test("what is changed is not shown, and approved by nobody, be its digest made to fit", async () => {
  const real = await propose();
  const content = { ...real.content, policy: { ...LOOSE, coolOffHours: 0 } } as Proposal["content"];
  const forged = forge(real, { content });
  await set(real.id, { content, digest: forged.digest });
  expect(await shown()).toEqual([]);
  expect(await approve(honest, forged)).toBe("proposal-unknown");
  expect(await approve(honest, real)).toBe("proposal-unknown");
  expect(await policy()).toEqual(STRICT);
});

test("a proposal that nobody made is none, with another's seal neither", async () => {
  const real = await propose();
  await askAs(app, honest, "POST", `/api/admin/proposals/${real.id}/reject`, { reason: "no" });
  for (const seal of [undefined, real.seal]) {
    const forged = forge(real, { id: real.id + 100, proposedBy: honest.user.id });
    await proposalCollection(app.database).insertOne({ ...forged, ...(seal !== undefined && { seal }) });
    expect(await approve(thief, forged)).toBe("proposal-unknown");
    await proposalCollection(app.database).deleteMany({ id: forged.id });
  }
  expect(await policy()).toEqual(STRICT);
});

test("what was written there stands in nobody's way, and stops nothing that is due", async () => {
  const real = await propose();
  await set(real.id, { reason: "changed", expiresAt: new Date(0) });
  const next = await propose();
  expect(await shown()).toMatchObject([{ id: next.id }]);
  await set(real.id, { subject: "another", isOpen: true });
  app.clock.advance(9 * 24 * 60 * 60 * 1000);
  await approvals.carryOutDue();
  expect(await proposalCollection(app.database).findOne({ id: next.id })).toMatchObject({ state: "expired" });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

let app: TestApp;
let thief: TestUser;
let other: TestUser;
let friend: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [thief, other, friend] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app), await aUser(app)];
  for (const { user } of [thief, friend])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 20_000);
}, 60_000);
afterAll(() => app.stop());

/** A payment in a state in which it waits for an operator. */
async function aWaiting(state: "held" | "ambiguous", from: TestUser, to: TestUser): Promise<number> {
  const [source, recipient] = [from.user.walletAddress ?? "", to.user.walletAddress ?? ""];
  const { id } = await app.database.transaction((session) =>
    insertSubmission(
      app.runtime,
      session,
      {
        userId: from.user.id,
        idempotencyKey: `own-${state}-${from.user.id}-${to.user.id}-0123456789`,
        fingerprint: "",
        kind: "send",
        account: source,
        steps: [{ type: "payment", source, to: recipient, assetCode: "XLM", issuer: "", amount: "10000000" }],
        memo: "",
        holds: [{ assetCode: "XLM", issuer: "", amount: "10000100" }],
        fee: "100",
        feePayer: null,
        viaChannel: false,
      },
      "held",
    ),
  );
  await submissionCollection(app.database).updateOne({ id }, { $set: { state } });
  return id;
}

async function stateOf(id: number): Promise<string | undefined> {
  return (await submissionCollection(app.database).findOne({ id }))?.state;
}

test("a frozen operator does not let themself go", async () => {
  const url = `/api/admin/users/${thief.user.id}/frozen`;
  expect((await askAs(app, other, "PUT", url, { isFrozen: true, reason: "stolen session" })).status).toBe(200);
  const answer = await askAs(app, thief, "PUT", url, { isFrozen: false, reason: "all is well" });
  expect(answer.body.code).toBe("operator-own");
  expect((await askAs(app, thief, "GET", "/api/security")).body.isFrozen).toBe(true);
  // Who froze an account may let it go; nobody else does so alone.
  expect((await askAs(app, other, "PUT", url, { isFrozen: false, reason: "cleared" })).body.isFrozen).toBe(false);
});

test("a frozen operator lets no payment go, but may still refuse it", async () => {
  const url = `/api/admin/users/${thief.user.id}/frozen`;
  await askAs(app, other, "PUT", url, { isFrozen: true, reason: "stolen session" });
  const id = await aWaiting("held", friend, other);
  const approved = await askAs(app, thief, "POST", `/api/admin/submissions/${id}/approve`);
  expect([approved.body.code, await stateOf(id)]).toEqual(["operator-frozen", "held"]);
  const refused = await askAs(app, thief, "POST", `/api/admin/submissions/${id}/refuse`);
  expect([refused.status, await stateOf(id)]).toEqual([200, "failed"]);
  await askAs(app, other, "PUT", url, { isFrozen: false, reason: "cleared" });
});

test("a frozen operator looks at people, and takes nothing along", async () => {
  const url = `/api/admin/users/${thief.user.id}/frozen`;
  await askAs(app, other, "PUT", url, { isFrozen: true, reason: "stolen session" });
  const taken = Object.entries<Endpoint>(ENDPOINTS).filter(
    ([, { method, permission, access }]) => method === "GET" && permission !== undefined && access === "operator",
  );
  expect(taken.length).toBeGreaterThan(8);
  for (const [name, { path }] of taken) {
    const period = name === "exportAccounts" ? "&part=movements&from=2024-03-05&to=2024-03-05" : "";
    const answer = await askAs(app, thief, "GET", `${path}?reason=mine${period}`);
    expect([answer.status, answer.body.code], name).toEqual([403, "operator-frozen"]);
  }
  expect((await askAs(app, thief, "GET", `/api/admin/people/${friend.user.id}`)).status).toBe(200);
  await askAs(app, other, "PUT", url, { isFrozen: false, reason: "cleared" });
});

test("what is noted of a freezing is what it was and what it is, whoever froze it before", async () => {
  const userId = friend.user.id;
  const set = (by: TestUser, isFrozen: boolean) =>
    askAs(app, by, "PUT", `/api/admin/users/${userId}/frozen`, { isFrozen, reason: "odd" });
  for (const by of [thief, other]) await set(by, true);
  for (const by of [thief, thief]) await set(by, false);
  const rows = await app.database.collection("operator_actions").find({ userId }).sort({ id: 1 }).toArray();
  const [free, frozen] = [
    { isFrozen: false, by: null },
    { isFrozen: true, by: thief.user.id },
  ];
  const changes = rows.filter(({ reason }) => reason === "odd").map(({ change }) => JSON.parse(String(change)));
  expect(changes).toEqual([
    { before: free, after: frozen },
    { before: frozen, after: frozen },
    { before: frozen, after: free },
    { before: free, after: free },
  ]);
});

test("nobody settles a payment of their own, in whatever way", async () => {
  const id = await aWaiting("ambiguous", thief, friend);
  const failed = { outcome: "failed", evidence: "no ledger has it" };
  const answer = await askAs(app, thief, "POST", `/api/admin/submissions/${id}/resolve`, failed);
  expect(await stateOf(id)).toBe("ambiguous");
  expect(answer.body.code).toBe("approval-own");
});

test("nobody says alone that a payment failed that our node cannot show to have failed", async () => {
  const id = await aWaiting("ambiguous", friend, other);
  const failed = { outcome: "failed", evidence: "no ledger has it" };
  await askAs(app, thief, "POST", `/api/admin/submissions/${id}/resolve`, failed);
  expect(await stateOf(id)).toBe("ambiguous");
});

test("nobody lets a payment go that is to arrive in their own wallet", async () => {
  const id = await aWaiting("held", friend, thief);
  const answer = await askAs(app, thief, "POST", `/api/admin/submissions/${id}/approve`);
  expect(answer.body.code).toBe("approval-own");
  expect(await stateOf(id)).toBe("held");
});

test("nobody rotates the key of their own wallet", async () => {
  const answer = await askAs(app, thief, "POST", `/api/admin/users/${thief.user.id}/rotate-key`, {});
  expect(answer.body.code).toBe("operator-own");
});

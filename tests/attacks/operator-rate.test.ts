import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

const SETTINGS = { recipient: "$astrolabe", xlmRate: "8.5", secondAbove: "500" };
let app: TestApp;
let thief: TestUser;
let honest: TestUser;
let friend: TestUser;
let declared = 0;

beforeAll(async () => {
  app = await startTestApp({ house: { channels: 1 } });
  [thief, honest, friend] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app), await aUser(app)];
  await eventually(() => accountCollection(app.database).findOne({ userId: friend.user.id, exists: true }));
  await agree("/api/admin/deposit-settings", { settings: SETTINGS });
}, 60_000);
afterAll(() => app.stop());

/** Sets what the thief asks for, with the honest operator's word where it needs one. */
async function agree(url: string, payload: object): Promise<void> {
  const { body } = await askAs(app, thief, "PUT", url, payload);
  if (!body.proposal) return;
  const { id, digest } = body.proposal;
  expect((await askAs(app, honest, "POST", `/api/admin/proposals/${id}/approve`, { digest })).status).toBe(200);
}

/** What the thief proposed is rejected, so that the next attempt meets nothing of it. */
afterEach(async () => {
  const { proposals } = (await askAs(app, honest, "GET", "/api/admin/proposals")).body;
  for (const { id } of proposals)
    await askAs(app, honest, "POST", `/api/admin/proposals/${id}/reject`, { reason: "not agreed" });
});

async function declare(amount: string): Promise<number> {
  declared += 1;
  const deposit = { amount, cashAppUsername: "$friend", cashAppTransactionId: `THEFT${declared}` };
  return (await askAs(app, friend, "POST", "/api/deposits", deposit)).body.id;
}

function approve(id: number, body: object) {
  return askAs(app, thief, "POST", `/api/admin/deposits/${id}/approve`, body);
}

async function creditedXlm(): Promise<number> {
  const deposits = await app.database.collection("cash_app_deposits").find({ isAccepted: true }).toArray();
  return deposits.reduce((sum, { xlmCredited }) => sum + Number(xlmCredited), 0);
}

test("one operator who chooses the rate credits nobody 4,000 XLM for a dollar", async () => {
  const id = await declare("1");
  const { body } = await approve(id, { rate: "other", xlmRate: "4000", reason: "agreed by phone" });
  expect(body).toMatchObject({ proposal: { content: { kind: "credit-deposit", xlmCredited: "4000.0000000" } } });
  expect(await creditedXlm()).toBe(0);
  const { actions } = (await askAs(app, honest, "GET", "/api/admin/operator-actions")).body;
  expect(actions[0]).toMatchObject({ action: "propose", operatorId: thief.user.id, userId: friend.user.id });
});

test("nor does one who first sets the rate for all", async () => {
  const id = await declare("1");
  await askAs(app, thief, "PUT", "/api/admin/deposit-settings", { settings: { ...SETTINGS, xlmRate: "4000" } });
  await approve(id, { rate: "current" });
  expect(await creditedXlm()).toBeLessThan(10);
});

test("nor one who first takes the second operator's amount away", async () => {
  const id = await declare("9000");
  await askAs(app, thief, "PUT", "/api/admin/deposit-settings", { settings: { ...SETTINGS, secondAbove: null } });
  await approve(id, { rate: "current" });
  expect(await creditedXlm()).toBeLessThan(10);
});

test("nor one who splits a large deposit into small ones, one after another or all at once", async () => {
  const before = await creditedXlm();
  const ids: number[] = [];
  for (let part = 0; part < 6; part += 1) ids.push(await declare("150"));
  await Promise.all(ids.map((id) => approve(id, { rate: "current" })));
  for (const id of ids) await approve(id, { rate: "current" });
  expect((await creditedXlm()) - before).toBeLessThanOrEqual(500 * 8.5);
  expect(await submissionCollection(app.database).countDocuments({ kind: "deposit" })).toBeLessThan(5);
});

test("nobody sends people's dollars to a cashtag of one's own alone", async () => {
  await askAs(app, thief, "PUT", "/api/admin/deposit-settings", { settings: { ...SETTINGS, recipient: "$thief" } });
  await askAs(app, thief, "PUT", "/api/admin/deposit-settings", { settings: null });
  await askAs(app, thief, "PUT", "/api/admin/deposit-settings", { settings: { ...SETTINGS, recipient: "$thief" } });
  expect((await askAs(app, friend, "GET", "/api/deposits")).body.offer?.recipient).not.toBe("$thief");
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { NAME_KIND, nameCollection, nameDigest } from "#server/users/names.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

/** The thief has the database, every row of it, and an account like anybody's: what is paid to a name is to come there. */
let app: TestApp;
let thief: TestUser;
let victim: TestUser;
let payer: TestUser;
let rows: Map<string, object[]>;

beforeAll(async () => {
  app = await startTestApp();
  [thief, victim, payer] = [await aUser(app), await aUser(app), await aUser(app)];
  for (const { user } of [thief, victim, payer])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 30_000);
  rows = new Map();
  for (const name of ["users", NAME_KIND.collection])
    rows.set(name, await app.database.collection(name).find().toArray());
}, 60_000);
afterAll(() => app.stop());

/** As if the thief had never been there. */
beforeEach(async () => {
  for (const [name, before] of rows) {
    await app.database.collection(name).deleteMany({});
    await app.database.collection(name).insertMany(before);
  }
});

const names = () => nameCollection(app.runtime);
const word = () => nameDigest(victim.user.username);

/** Has the thief bear the victim's name, whom nobody knows by it any more. */
async function takeOver(): Promise<void> {
  const users = app.database.collection("users");
  const { username } = victim.user;
  await users.updateOne({ id: victim.user.id }, { $set: { username: "nobody", usernameKey: "nobody" } });
  await users.updateOne({ id: thief.user.id }, { $set: { username, usernameKey: username } });
}

async function expectNobodyPaid(): Promise<void> {
  const { username } = victim.user;
  const wish = { to: username, assetCode: "XLM", amount: "1", memo: "" };
  const looked = await askAs(app, payer, "POST", "/api/wallet/send/check", {
    to: username,
    assetCode: "XLM",
    amount: "1",
  });
  expect(looked.body.code).toBe("recipient-unknown");
  const sent = await askAs(app, payer, "POST", "/api/wallet/send", { ...wish, idempotencyKey: "repointed-name-0001" });
  expect(sent.body.code).toBe("recipient-unknown");
  expect(await submissionCollection(app.database).countDocuments({ userId: payer.user.id, kind: "send" })).toBe(0);
  expect((await federated(username)).status).toBe(404);
}

async function federated(name: string) {
  const query = { q: `${name}*localhost:3000`, type: "name" };
  const response = await app.server.inject({ url: "/federation", query });
  return { status: response.statusCode, body: response.json() };
}

test("the name leads to its owner while nobody touched it", async () => {
  const to = victim.user.username;
  const { body } = await askAs(app, payer, "POST", "/api/wallet/send/check", { to, assetCode: "XLM", amount: "1" });
  expect(body.recipient.address).toBe(victim.user.walletAddress);
  expect((await federated(to)).body.account_id).toBe(victim.user.walletAddress);
});

test("a name that leads to the thief now pays nobody, and operators are told", async () => {
  await takeOver();
  await names().updateOne({ _id: word() }, { $set: { userIds: [thief.user.id] } });
  await expectNobodyPaid();
  const issues = await app.database.collection("system_issues").find({ type: "custody", status: "active" }).toArray();
  expect(issues.map(({ title }) => title)).toContainEqual(expect.stringContaining(`a name of user ${thief.user.id}`));
});

test("nor with the seal of a name that is the thief's own, or with none", async () => {
  await takeOver();
  const own = await names().findOne({ _id: nameDigest(thief.user.username) });
  const userIds = [thief.user.id];
  await names().replaceOne({ _id: word() }, { userIds, seal: own?.seal ?? "" });
  await expectNobodyPaid();
  await names().replaceOne({ _id: word() }, { userIds });
  await expectNobodyPaid();
});

test("a word that was made to mean two is not given to the thief by an operator's word", async () => {
  await takeOver();
  await names().updateOne({ _id: word() }, { $set: { userIds: [victim.user.id, thief.user.id] } });
  const operator = await aConfirmedAdmin(app);
  const settled = await askAs(app, operator, "POST", `/api/admin/users/${thief.user.id}/name`, {
    name: victim.user.username,
    reason: "asked both of them",
  });
  expect(settled.body.code).toBe("name-not-shared");
  await expectNobodyPaid();
});

test("an address that was put under a name is told to no other site, and paid by nobody here", async () => {
  await app.database
    .collection("users")
    .updateOne({ id: victim.user.id }, { $set: { walletAddress: thief.user.walletAddress } });
  expect((await federated(victim.user.username)).status).toBe(404);
  await expectNobodyPaid();
});

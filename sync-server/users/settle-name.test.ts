import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { sealNames } from "#tests/support/seals.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { oneNamespace } from "./migrations.ts";

let app: TestApp;
let operator: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  operator = await anAdmin(app);
  await post(operator, "/api/confirm-identity", { password: operator.password });
});
afterAll(() => app.stop());

async function post({ cookie }: TestUser, url: string, payload: object) {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

/** Gives somebody another's name as their ID, as was possible once. */
async function collide(named: TestUser, other: TestUser): Promise<void> {
  const { username } = named.user;
  await app.database
    .collection("users")
    .updateOne({ id: other.user.id }, { $set: { uniqueUserId: username, uniqueUserIdKey: username } });
  await app.database.collection("names").deleteMany({});
  await oneNamespace.run(app.database, app.clock.now());
  await sealNames(app.database);
}

async function ledTo(to: string): Promise<unknown> {
  const { body } = await post(operator, "/api/wallet/send/check", { to, assetCode: "XLM", amount: "1" });
  return body.recipient?.address ?? body.code;
}

function settle(user: TestUser, name: string, by = operator) {
  return post(by, `/api/admin/users/${user.user.id}/name`, { name, reason: "asked both of them" });
}

async function userNow({ user }: TestUser) {
  return app.database.collection("users").findOne({ id: user.id });
}

function told({ user }: TestUser) {
  return app.database.collection("notifications").find({ userId: user.id, kind: "name-settled" }).toArray();
}

test("given to whose name it is, the other has a new ID, both are led to, and it is on record", async () => {
  const [ana, ben] = [await aUser(app), await aUser(app)];
  await collide(ana, ben);
  const { username } = ana.user;
  expect(await ledTo(username)).toBe("recipient-ambiguous");
  expect((await settle(ana, username)).status).toBe(200);
  expect(await ledTo(username)).toBe(ana.user.walletAddress);
  const fresh = String((await userNow(ben))?.["uniqueUserId"]);
  expect(fresh).toMatch(/^[a-z0-9]{10}$/);
  expect(await ledTo(fresh)).toBe(ben.user.walletAddress);
  expect(await told(ben)).toMatchObject([{ detail: expect.stringContaining(fresh) }]);
  expect(await told(ana)).toEqual([]);
  const action = await app.database.collection("operator_actions").findOne({ action: "settle-name" });
  expect(action).toMatchObject({ operatorId: operator.user.id, userId: ana.user.id, reason: "asked both of them" });
  const issue = await app.database.collection("system_issues").findOne({ checkId: "names-collide" });
  expect(issue?.["status"]).toBe("resolved");
  expect((await settle(ana, username)).body.code).toBe("name-not-shared");
});

test("given to whose ID it is, the other signs in with the name as before and is not paid by it", async () => {
  const [ana, ben] = [await aUser(app), await aUser(app)];
  await collide(ana, ben);
  const { username } = ana.user;
  expect((await settle(ben, username)).status).toBe(200);
  expect(await ledTo(username)).toBe(ben.user.walletAddress);
  expect(await ledTo(`${username}*localhost:3000`)).toBe("recipient-unknown");
  expect(await ledTo(ana.user.uniqueUserId)).toBe(ana.user.walletAddress);
  expect((await post(ana, "/api/login", { username, password: ana.password })).status).toBe(200);
  expect(await told(ana)).toHaveLength(1);
});

test("nobody settles what could mean themself, gives a word to a stranger, or takes one that is somebody's", async () => {
  const [ana, stranger] = [await aUser(app), await aUser(app)];
  await collide(ana, operator);
  const { username } = ana.user;
  expect((await settle(operator, username)).body.code).toBe("operator-own");
  expect((await settle(ana, username)).body.code).toBe("operator-own");
  expect((await settle(stranger, username)).body.code).toBe("name-not-shared");
  expect((await settle(stranger, stranger.user.username)).body.code).toBe("name-not-shared");
  expect((await settle(ana, username, ana)).status).toBe(403);
  expect(await ledTo(username)).toBe("recipient-ambiguous");
});

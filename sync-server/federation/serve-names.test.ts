import { afterAll, beforeAll, expect, test } from "vitest";
import { Federation } from "@stellar/stellar-sdk";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";

const DOMAIN = "localhost:3000";
let app: TestApp;
let ana: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  ana = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: ana.user.id, exists: true }));
});
afterAll(() => app.stop());

async function ask(q: string, type = "name") {
  const response = await app.server.inject({ url: "/federation", query: { q, type } });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

test("a name leads to its address and back, for whoever asks from anywhere", async () => {
  const found = { stellar_address: `${ana.user.username}*${DOMAIN}`, account_id: ana.user.walletAddress };
  const byName = await ask(`${ana.user.username.toUpperCase()}*${DOMAIN}`);
  expect(byName).toMatchObject({ status: 200, body: found, headers: { "access-control-allow-origin": "*" } });
  expect((await ask(ana.user.walletAddress ?? "", "id")).body).toEqual(found);
});

test("the SDK's own resolver finds it, beginning at stellar.toml", async () => {
  const { host } = new URL(await app.listen());
  const toml = await app.server.inject({ url: "/.well-known/stellar.toml" });
  expect(toml.body).toContain(`FEDERATION_SERVER = "http://${DOMAIN}/federation"`);
  const server = new Federation.Server(`http://${host}/federation`, DOMAIN, { allowHttp: true });
  expect((await server.resolveAddress(ana.user.username)).account_id).toBe(ana.user.walletAddress);
});

test("one of our own is paid by that name too", async () => {
  const ben = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: ben.user.id, exists: true }));
  const payload = { to: `${ana.user.username}*${DOMAIN}`, assetCode: "XLM", amount: "1" };
  const headers = { cookie: ben.cookie };
  const check = await app.server.inject({ method: "POST", url: "/api/wallet/send/check", headers, payload });
  expect(check.json()).toMatchObject({
    recipient: { address: ana.user.walletAddress, username: ana.user.username },
    refusals: [],
  });
  const userId = { ...payload, to: `${ana.user.uniqueUserId}*${DOMAIN}` };
  const other = await app.server.inject({ method: "POST", url: "/api/wallet/send/check", headers, payload: userId });
  expect(other.json().code).toBe("recipient-unknown");
});

test.each([
  [`nobody-of-that-name*${DOMAIN}`, "name", 404],
  ["ana*example.org", "name", 404],
  [`a*b*${DOMAIN}`, "name", 404],
  [`*${DOMAIN}`, "name", 404],
  ["GABC", "id", 404],
  ["ana", "txid", 501],
  ["x".repeat(301), "name", 400],
])("%s by %s is answered %i, with a reason", async (q, type, status) => {
  const answer = await ask(q, type);
  expect(answer).toMatchObject({ status, headers: { "access-control-allow-origin": "*" } });
  expect(answer.body).toEqual({ detail: expect.any(String) });
});

test("who has no wallet on the network, or none any more, is not there", async () => {
  const { user } = await aUser(app);
  const name = `${user.username}*${DOMAIN}`;
  await eventually(async () => (await ask(name)).status === 200);
  await accountCollection(app.database).updateOne({ userId: user.id }, { $set: { exists: false } });
  expect((await ask(name)).status).toBe(404);
  await app.database.collection("users").updateOne({ id: ana.user.id }, { $set: { closedAt: app.clock.now() } });
  expect((await ask(`${ana.user.username}*${DOMAIN}`)).status).toBe(404);
  expect((await ask(ana.user.walletAddress ?? "", "id")).status).toBe(404);
});

test("nobody asks through all names", async () => {
  app.clock.advance(60_000);
  const statuses: number[] = [];
  for (let question = 0; question < 61; question += 1) statuses.push((await ask(`user-${question}*${DOMAIN}`)).status);
  expect([statuses.slice(0, 60).every((status) => status === 404), statuses[60]]).toEqual([true, 429]);
});

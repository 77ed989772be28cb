import { Account, MuxedAccount } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { suspenseCollection } from "#server/platform/ingest/suspense-items.ts";
import { readItem } from "#server/suspense/list-items.ts";
import { oneNamespace } from "#server/users/index.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { sealNames } from "#tests/support/seals.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";

/**
 * A thief took somebody's name as a user ID while that was possible, and another's user ID as a name. Nobody's money goes by
 * either until an operator has looked at it.
 */
let app: TestApp;
let payer: TestUser;
let ana: TestUser;
let ben: TestUser;
let thief: TestUser;
let neighbour: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [payer, ana, ben, thief, neighbour] = [
    await aUser(app),
    await aUser(app),
    await aUser(app),
    await aUser(app),
    await aUser(app),
  ];
  for (const { user } of [payer, ana, thief])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 30_000);
  await taken(thief, { uniqueUserId: ana.user.username, uniqueUserIdKey: ana.user.username });
  await taken(neighbour, { username: ben.user.uniqueUserId, usernameKey: ben.user.uniqueUserId });
  await app.database.collection("names").deleteMany({});
  await oneNamespace.run(app.database, app.clock.now());
  await oneNamespace.run(app.database, app.clock.now());
  await sealNames(app.database);
});
afterAll(() => app.stop());

/** As the server of before would have stored it. */
function taken({ user }: TestUser, fields: object) {
  return app.database.collection("users").updateOne({ id: user.id }, { $set: fields });
}

async function ask(url: string, payload: object) {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie: payer.cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

test("what could mean two leads to neither: not a payment, not the rest of an account, not from outside", async () => {
  for (const to of [
    ana.user.username,
    ana.user.username.toUpperCase(),
    `${ana.user.username}*localhost:3000`,
    ben.user.uniqueUserId,
  ]) {
    const check = await ask("/api/wallet/send/check", { to, assetCode: "XLM", amount: "1" });
    expect(check).toMatchObject({ status: 409, body: { code: "recipient-ambiguous" } });
  }
  await ask("/api/confirm-identity", { password: payer.password });
  const closing = await ask("/api/account/close", { sendRestTo: ana.user.username });
  expect(closing.body.code).toBe("recipient-ambiguous");
  const federation = async (q: string, type: string) =>
    (await app.server.inject({ url: "/federation", query: { q, type } })).statusCode;
  expect(await federation(`${ana.user.username}*localhost:3000`, "name")).toBe(404);
  expect(await federation(ana.user.walletAddress ?? "", "id")).toBe(404);
  expect(await federation(payer.user.walletAddress ?? "", "id")).toBe(200);
});

test("who is meant by what means one alone is still found", async () => {
  const to = (text: string) => ask("/api/wallet/send/check", { to: text, assetCode: "XLM", amount: "1" });
  expect((await to(ana.user.uniqueUserId)).body.recipient.address).toBe(ana.user.walletAddress);
  expect((await to(ben.user.username)).body.recipient.address).toBe(ben.user.walletAddress);
  expect((await to(thief.user.username)).body.recipient.address).toBe(thief.user.walletAddress);
  expect((await to(ana.user.walletAddress ?? "")).body.recipient.address).toBe(ana.user.walletAddress);
});

test("operators are told of all of them in one issue, who is meant by each", async () => {
  const issues = await app.database.collection("system_issues").find({ checkId: "names-collide" }).toArray();
  expect(issues).toMatchObject([{ status: "active", metadata: { collisions: 2 } }]);
  const description: unknown = issues[0]?.["description"];
  for (const part of [
    `the name “${ana.user.username}” of user ${ana.user.id}`,
    `the user ID “${ana.user.username}” of user ${thief.user.id}`,
    `the name “${ben.user.uniqueUserId}” of user ${neighbour.user.id}`,
    `the user ID “${ben.user.uniqueUserId}” of user ${ben.user.id}`,
  ])
    expect(description).toContain(part);
});

test("what waits in suspense is nobody's by a word that means two, nor by digits that are an ID of before", async () => {
  const number = String(ana.user.id);
  const muxed = new MuxedAccount(new Account(payer.user.walletAddress ?? "", "0"), number).accountId();
  await taken(ben, { uniqueUserId: "9001", uniqueUserIdKey: "9001" });
  await taken(neighbour, { uniqueUserId: number, uniqueUserIdKey: number });
  await app.database.collection("names").deleteMany({});
  await oneNamespace.run(app.database, app.clock.now());
  await sealNames(app.database);
  const suggested = async (memo: string, to = "", id = 90_000 + memo.length) => {
    const item = {
      id,
      operationId: String(id),
      account: "",
      assetCode: "XLM",
      issuer: "",
      amount: "1",
      from: "",
      to,
      memo,
      ledger: 1,
      hash: "",
      arrivedAt: app.clock.now(),
      state: "open" as const,
      userId: null,
      decidedBy: null,
      decidedAt: null,
      submissionId: null,
      attempts: 0,
      isSettled: false,
      version: 0,
    };
    await suspenseCollection(app.database).insertOne(item);
    const { suggestedUserId } = await readItem(app.runtime, id);
    await suspenseCollection(app.database).deleteOne({ id });
    return suggestedUserId;
  };
  expect(await suggested(ana.user.username)).toBeNull();
  expect(await suggested("9001")).toBeNull();
  expect(await suggested(number)).toBeNull();
  expect(await suggested("", muxed)).toBe(ana.user.id);
  expect(await suggested(thief.user.username, muxed)).toBeNull();
  expect(await suggested(String(thief.user.id))).toBe(thief.user.id);
  expect(await suggested(thief.user.username)).toBe(thief.user.id);
});

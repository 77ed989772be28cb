import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PEOPLE_PAGE } from "#schemas/people.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { cookieOf, eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

let app: TestApp;
let operator: TestUser;
let other: TestUser;
let ana: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [operator, other] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
  ana = await aUser(app, { username: "ana-page" });
  const userId = ana.user.id;
  await eventually(() => accountCollection(app.database).findOne({ userId, exists: true }), 30_000);
  await eventually(() => app.database.collection("transactions").findOne({ userId }), 30_000);
}, 120_000);
afterAll(() => app.stop());

function read(part = "", by = operator) {
  return askAs(app, by, "GET", `/api/admin/people/${ana.user.id}${part}`);
}

test("a person's page says who they are and what protects them, and nothing that opens anything", async () => {
  const { status, body } = await read();
  expect([status, body.username, body.address]).toEqual([200, "ana-page", ana.user.walletAddress]);
  expect(body.protections).toMatchObject({ isFrozen: false, hasSecondFactor: false, passkeys: 0, waiting: [] });
  const frozen = { isFrozen: true, reason: "found by a hash" };
  await askAs(app, operator, "PUT", `/api/admin/users/${ana.user.id}/frozen`, frozen);
  const now = (await read()).body.protections;
  expect(now).toMatchObject({ isFrozen: true, frozenBy: operator.user.id, frozenReason: "found by a hash" });
  for (const part of ["", "/wallet", "/movements", "/submissions", "/deposits", "/sessions", "/sign-ins", "/events"]) {
    const answer = await read(part);
    expect(answer.status, part).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|password"|seal|sessionId|envelope|walletSecret/i);
  }
});

test("the wallet is told as the ledger has it beside what is recorded and what is shown", async () => {
  await eventually(() => app.database.collection("balances").findOne({ userId: ana.user.id }), 30_000);
  const { body } = await read("/wallet");
  expect(body.ledger).toMatchObject({ state: "found", signers: [{ key: ana.user.walletAddress, weight: 1 }] });
  const xlm = { assetCode: "XLM", ledger: "10000.0000000", recorded: "10000.0000000", shown: "10000.0000000" };
  expect(body.assets).toMatchObject([{ ...xlm, agrees: true }]);
  await app.database.collection("balances").updateOne({ userId: ana.user.id }, { $set: { balance: "9.0000000" } });
  expect((await read("/wallet")).body.assets).toMatchObject([{ ...xlm, shown: "9.0000000", agrees: false }]);
});

describe("pages of", () => {
  const MANY = PEOPLE_PAGE + 5;

  test("movements end where they began, newest first", async () => {
    const row = { userId: ana.user.id, type: "receive", assetCode: "XLM", issuer: "", amount: "1", fee: "0", from: "" };
    const more = { to: "", hash: "", memo: "", status: "confirmed", ledger: 9, deleted: false, timestamp: new Date() };
    const many = Array.from({ length: MANY }, (_, index) => {
      const number = 700_000 + index;
      return { ...row, ...more, id: number, uid: `p${index}`, operationId: `p${index}`, revision: number };
    });
    await app.database.collection("transactions").insertMany(many);
    const first = (await read("/movements")).body;
    expect(first.movements).toHaveLength(PEOPLE_PAGE);
    expect(first.movements[0].id).toBe(700_000 + MANY - 1);
    const second = (await read(`/movements?before=${first.next}`)).body;
    expect(second.movements[0].id).toBe(first.movements.at(-1).id - 1);
    expect(second.next).toBeNull();
  });

  test("security events tell what the person was told", async () => {
    const { body } = await read("/events");
    expect(body.events.map(({ kind }: { kind: string }) => kind)).toContain("account-frozen");
    expect(body.next).toBeNull();
  });

  test("sign-ins and sessions name devices and where they were", async () => {
    expect((await read("/sessions")).body.sessions).toMatchObject([{ ipAddress: "127.0.0.1" }]);
    expect((await read("/sign-ins")).body.signIns).toMatchObject([{ ipAddress: "127.0.0.1" }]);
  });
});

test("notes of operators stay, in their order, with who wrote them", async () => {
  const url = `/api/admin/people/${ana.user.id}/notes`;
  expect((await askAs(app, operator, "POST", url, { reason: "called, asked for a call back" })).status).toBe(201);
  await askAs(app, other, "POST", url, { reason: "called back" });
  expect((await read("/notes")).body).toMatchObject({
    notes: [
      { text: "called back", operatorId: other.user.id },
      { text: "called, asked for a call back", operatorId: operator.user.id },
    ],
    next: null,
  });
  expect((await askAs(app, operator, "POST", url, { reason: " " })).body.code).toBe("input-invalid");
  const own = `/api/admin/people/${operator.user.id}/notes`;
  expect((await askAs(app, operator, "POST", own, { reason: "a good one" })).body.code).toBe("operator-own");
});

test("nobody is nobody", async () => {
  for (const part of ["", "/wallet", "/movements", "/notes"]) {
    const { status, body } = await askAs(app, operator, "GET", `/api/admin/people/123456789012${part}`);
    expect([status, body.code]).toEqual([404, "user-unknown"]);
  }
  const odd = await askAs(app, operator, "GET", "/api/admin/people/%7B%22$ne%22:1%7D");
  expect(odd.body.code).toBe("input-invalid");
});

test("looking at a person is noted, once in an hour for each who looks", async () => {
  const looks = () =>
    app.database.collection("operator_actions").countDocuments({ action: "view-person", userId: ana.user.id });
  const before = await looks();
  await read("", other);
  await read("", other);
  expect(await looks()).toBe(before + 1);
  app.clock.advance(61 * 60 * 1000);
  // Operators at rest are signed out by then.
  const payload = { username: other.user.username, password: other.password };
  const again = await app.server.inject({ method: "POST", url: "/api/admin/login", payload });
  const back = { ...other, cookie: cookieOf(again) };
  await read("", back);
  expect(await looks()).toBe(before + 2);
  const { body } = await askAs(app, back, "GET", `/api/admin/operator-actions?userId=${ana.user.id}`);
  expect(body.actions[0]).toMatchObject({ action: "view-person", operatorId: other.user.id });
});

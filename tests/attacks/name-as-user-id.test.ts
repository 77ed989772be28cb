import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, aUser, type TestUser } from "#tests/support/builders.ts";

/** A thief opens an account under what leads people's money to somebody else. */
let app: TestApp;
let payer: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  payer = await aUser(app);
});
afterAll(() => app.stop());

async function register(fields: object) {
  const payload = { ...aRegistration(), ...fields };
  const response = await app.server.inject({ method: "POST", url: "/api/register", payload });
  return { status: response.statusCode, body: response.json() };
}

/** Whom the payer would pay by this name. */
async function ledTo(to: string): Promise<unknown> {
  const payload = { to, assetCode: "XLM", amount: "1" };
  const headers = { cookie: payer.cookie };
  const response = await app.server.inject({ method: "POST", url: "/api/wallet/send/check", headers, payload });
  return response.json().recipient?.address ?? response.json().code;
}

test("somebody's name cannot be taken as a user ID, in whatever spelling", async () => {
  const ana = await aUser(app);
  for (const uniqueUserId of [ana.user.username, ana.user.username.toUpperCase()])
    expect(await register({ uniqueUserId })).toMatchObject({ status: 409, body: { code: "unique-user-id-taken" } });
  expect(await ledTo(ana.user.username)).toBe(ana.user.walletAddress);
});

test("somebody's user ID cannot be taken as a name, in whatever spelling", async () => {
  const ana = await aUser(app);
  const { uniqueUserId } = ana.user;
  for (const username of [uniqueUserId, uniqueUserId.toUpperCase()])
    expect(await register({ username })).toMatchObject({ status: 409, body: { code: "username-taken" } });
  expect(await ledTo(uniqueUserId)).toBe(ana.user.walletAddress);
  const federation = await app.server.inject({
    url: "/federation",
    query: { q: `${uniqueUserId}*localhost:3000`, type: "name" },
  });
  expect(federation.statusCode).toBe(404);
});

test("of two who take one word at once, as name and as ID, one gets it", async () => {
  for (let round = 0; round < 5; round += 1) {
    const word = `word-${round}-${aRegistration().username}`.slice(0, 32);
    const answers = await Promise.all([register({ username: word }), register({ uniqueUserId: word })]);
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([201, 409]);
    const winner = answers.find(({ status }) => status === 201)?.body;
    expect(await ledTo(word)).toBe(winner.walletAddress);
  }
});

test("what a closed account was called is nobody's ID, and what was its ID nobody's name", async () => {
  const gone = await aUser(app);
  const { id, username, uniqueUserId } = gone.user;
  await app.database.collection("wallet_setups").deleteOne({ userId: id });
  await app.database.collection("accounts").deleteOne({ userId: id });
  const ask = (url: string, payload: object) =>
    app.server.inject({ method: "POST", url, headers: { cookie: gone.cookie }, payload });
  await ask("/api/confirm-identity", { password: gone.password });
  expect((await ask("/api/account/close", {})).json()).toEqual({ state: "closed" });
  expect((await register({ uniqueUserId: username })).body.code).toBe("unique-user-id-taken");
  expect((await register({ username: uniqueUserId })).body.code).toBe("username-taken");
  expect(await ledTo(username)).toBe("recipient-unknown");
  expect(await ledTo(uniqueUserId)).toBe("recipient-unknown");
});

test("a name or an ID of digits alone, which reads as somebody's number, is refused", async () => {
  for (const fields of [{ uniqueUserId: "1001" }, { username: "1001" }])
    expect(await register(fields)).toMatchObject({ status: 400, body: { code: "input-invalid" } });
});

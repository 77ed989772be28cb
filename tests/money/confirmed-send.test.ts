import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { SoftwareAuthenticator } from "#tests/support/authenticator.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { endPause } from "#tests/support/seals.ts";

let app: TestApp;
let payer: TestUser;
let payee: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [payer, payee] = await Promise.all([aUser(app), aUser(app)]);
  for (const { user } of [payer, payee])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 30_000);
});
afterAll(() => app.stop());

async function call(url: string, payload?: object) {
  const headers = { cookie: payer.cookie };
  const response = await app.server.inject({ method: "POST", url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

let made = 0;
function send(password?: string) {
  made += 1;
  const idempotencyKey = `confirmed-${made}-0123456789`;
  const payment = { to: payee.user.username, assetCode: "XLM", amount: "1", idempotencyKey };
  return call("/api/wallet/send", { ...payment, ...(password !== undefined && { password }) });
}

async function needsPassword(): Promise<boolean> {
  const check = await call("/api/wallet/send/check", { to: payee.user.username, assetCode: "XLM", amount: "1" });
  return check.body.needsPassword;
}

test("whoever showed a passkey within ten minutes pays without the password, and is asked again after", async () => {
  await call("/api/confirm-identity", { password: payer.password });
  const { challengeId, options } = (await call("/api/passkeys/options")).body;
  const authenticator = new SoftwareAuthenticator(app.config.publicUrl);
  const response = authenticator.create(options);
  expect((await call("/api/passkeys", { challengeId, name: "Phone", response })).status).toBe(201);
  // The pause that a new passkey brings is over.
  await endPause(app.runtime, payer.user.id);
  app.clock.advance(11 * 60_000);
  expect(await needsPassword()).toBe(true);
  expect((await send()).body.code).toBe("password-required");

  const asked = (await call("/api/confirm-identity/passkey/options")).body;
  const shown = { challengeId: asked.challengeId, response: authenticator.get(asked.options) };
  expect((await call("/api/confirm-identity/passkey", shown)).status).toBe(200);
  expect(await needsPassword()).toBe(false);
  expect((await send()).status).toBe(202);
  // A wrong password is never as good as none.
  expect((await send("not this one")).body.code).toBe("password-wrong");

  app.clock.advance(11 * 60_000);
  expect((await send()).body.code).toBe("password-required");
  expect((await send(payer.password)).status).toBe(202);
});

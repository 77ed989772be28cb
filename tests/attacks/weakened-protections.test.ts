import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { addressOf, anotherDevice, callAs, confirm, funded, HOUR_MS, send } from "./thief.ts";

let app: TestApp;
let thief: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  thief = await funded(app);
}, 60_000);
afterAll(() => app.stop());

const LIMITS = { transactionLimit: "5", dailyLimit: "8", requirePasswordForSend: true };
const WIDE = { transactionLimit: "9000", dailyLimit: null, requirePasswordForSend: false };
const LIMITS_URL = "/api/security/limits";

async function protectedVictim(): Promise<TestUser> {
  const victim = await funded(app);
  await confirm(app, victim);
  expect((await callAs(app, victim, "PUT", LIMITS_URL, LIMITS)).body).toMatchObject(LIMITS);
  return victim;
}

test("whoever has the cookie and the password raises the limits, and pays nothing above them that day", async () => {
  const victim = await protectedVictim();
  const to = addressOf(thief);
  await callAs(app, victim, "PUT", LIMITS_URL, WIDE);
  expect((await send(app, victim, { to, amount: "5000" })).body.code).toBe("limit-exceeded");
  expect((await callAs(app, victim, "GET", "/api/security")).body).toMatchObject({
    ...LIMITS,
    waiting: [{ kind: "daily-limit-up" }, { kind: "send-password-off" }, { kind: "transaction-limit-up" }],
  });
  app.clock.advance(23 * HOUR_MS);
  expect((await send(app, victim, { to, amount: "5000" })).body.code).toBe("limit-exceeded");
});

test("a second, larger raise waits as long as if there had been no first", async () => {
  const victim = await protectedVictim();
  await callAs(app, victim, "PUT", LIMITS_URL, { ...LIMITS, transactionLimit: "6" });
  app.clock.advance(23 * HOUR_MS);
  await confirm(app, victim);
  await Promise.all([
    callAs(app, victim, "PUT", LIMITS_URL, { ...LIMITS, transactionLimit: "6000" }),
    callAs(app, victim, "PUT", LIMITS_URL, { ...LIMITS, dailyLimit: null }),
  ]);
  app.clock.advance(2 * HOUR_MS);
  const { body } = await callAs(app, victim, "GET", "/api/security");
  expect(body).toMatchObject(LIMITS);
  expect(body.waiting).toMatchObject([{ kind: "daily-limit-up" }, { kind: "transaction-limit-up", to: "6000" }]);
});

test("any device of the owner cancels it, without showing anything, and hears of it before", async () => {
  const victim = await protectedVictim();
  const phone = await anotherDevice(app, victim);
  await callAs(app, victim, "PUT", LIMITS_URL, WIDE);
  const told = await app.database.collection("notifications").find({ userId: victim.user.id }).toArray();
  expect(told.filter(({ kind }) => kind === "protection-waits")).toHaveLength(3);
  for (const kind of ["transaction-limit-up", "daily-limit-up", "send-password-off"])
    expect((await callAs(app, phone, "DELETE", `/api/security/waiting/${kind}`)).status).toBe(200);
  app.clock.advance(25 * HOUR_MS);
  expect((await callAs(app, victim, "GET", "/api/security")).body).toMatchObject({ ...LIMITS, waiting: [] });
});

test("the list of allowed recipients and its waiting time stay on for as long as the list would have anybody wait", async () => {
  const victim = await protectedVictim();
  const to = addressOf(thief);
  await callAs(app, victim, "PUT", "/api/security/allow-list", { isOn: true, holdHours: 48 });
  app.clock.advance(25 * HOUR_MS);
  await confirm(app, victim);
  await callAs(app, victim, "PUT", "/api/security/allow-list", { isOn: false, holdHours: 0 });
  expect((await send(app, victim, { to, amount: "1" })).body.code).toBe("recipient-not-allowed");
  app.clock.advance(47 * HOUR_MS);
  expect((await send(app, victim, { to, amount: "1" })).body.code).toBe("recipient-not-allowed");
});

test("a hold that somebody lengthens to a month binds its owner to no month", async () => {
  const victim = await protectedVictim();
  await callAs(app, victim, "PUT", "/api/security/allow-list", { isOn: true, holdHours: 720 });
  const undone = await callAs(app, victim, "PUT", "/api/security/allow-list", { isOn: false, holdHours: 720 });
  expect(undone.body.isOn).toBe(true);
  app.clock.advance(24 * HOUR_MS);
  expect((await callAs(app, victim, "GET", "/api/security/allow-list")).body.isOn).toBe(false);
});

test("a second factor that is switched off is asked for until the wait is over", async () => {
  const victim = await protectedVictim();
  const { body } = await callAs(app, victim, "POST", "/api/two-factor/begin");
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const code = totp.generate({ timestamp: app.clock.now().getTime() });
  expect((await callAs(app, victim, "POST", "/api/two-factor/enable", { code })).status).toBe(200);
  await callAs(app, victim, "POST", "/api/two-factor/disable");
  const payment = { to: addressOf(thief), amount: "1" };
  expect((await callAs(app, victim, "GET", "/api/two-factor")).body.isEnabled).toBe(true);
  app.clock.advance(23 * HOUR_MS);
  expect((await send(app, victim, payment)).body.code).toBe("second-factor-required");
  app.clock.advance(2 * HOUR_MS);
  await eventually(async () => (await callAs(app, victim, "GET", "/api/two-factor")).body.isEnabled === false);
});

test("a change that the thief of a password asked for ends with that password", async () => {
  const victim = await protectedVictim();
  await callAs(app, victim, "PUT", LIMITS_URL, WIDE);
  const change = { current: victim.password, next: "another horse entirely" };
  expect((await callAs(app, victim, "POST", "/api/password", change)).status).toBe(200);
  app.clock.advance(25 * HOUR_MS);
  const again = await anotherDevice(app, { ...victim, password: change.next });
  expect((await callAs(app, again, "GET", "/api/security")).body).toMatchObject({ ...LIMITS, waiting: [] });
});

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { SoftwareAuthenticator } from "#tests/support/authenticator.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { withReason } from "#tests/support/reasons.ts";

let app: TestApp;
let operator: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  operator = await anAdmin(app);
});
afterAll(() => app.stop());

async function call(
  { cookie }: Pick<TestUser, "cookie">,
  method: "GET" | "POST" | "PUT",
  url: string,
  payload?: object,
) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...withReason(method, url, payload) });
  return { status: response.statusCode, body: response.json() };
}

/** Confirms first: what operators do asks for it, and the clock of these tests moves. */
async function act(method: "POST" | "PUT", url: string, payload: object) {
  await call(operator, "POST", "/api/confirm-identity", { password: operator.password });
  return call(operator, method, url, payload);
}

async function mailTo(email: string, text: RegExp): Promise<string> {
  const folder = join(app.config.dataDir, "outbox");
  return eventually(async () => {
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(
      names.filter((name) => !name.startsWith(".")).map((name) => readFile(join(folder, name), "utf8")),
    );
    const unfolded = mails.map((mail) => mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="));
    return unfolded.find((mail) => mail.includes(`To: ${email}`) && text.test(mail));
  });
}

/** Somebody with an authenticator app and a passkey. */
async function aCarefulUser() {
  const user = await aUser(app);
  await call(user, "POST", "/api/confirm-identity", { password: user.password });
  const setup = (await call(user, "POST", "/api/two-factor/begin")).body;
  const totp = new TOTP({ secret: Secret.fromBase32(setup.secret) });
  const nextCode = () => {
    app.clock.advance(30_000);
    return totp.generate({ timestamp: app.clock.now().getTime() });
  };
  expect((await call(user, "POST", "/api/two-factor/enable", { code: nextCode() })).status).toBe(200);
  const { challengeId, options } = (await call(user, "POST", "/api/passkeys/options")).body;
  const response = new SoftwareAuthenticator("http://localhost:3000").create(options);
  expect((await call(user, "POST", "/api/passkeys", { challengeId, name: "Phone", response })).status).toBe(201);
  return { user, nextCode };
}

function signIn({ user: { username }, password }: TestUser, code?: string) {
  return call({ cookie: "" }, "POST", "/api/login", { username, password, ...(code && { code }) });
}

test("a reset by mail does not bypass the second factor, and pauses payments", async () => {
  const { user, nextCode } = await aCarefulUser();
  const anonymous = { cookie: "" };
  await call(anonymous, "POST", "/api/reset-password-request", { email: user.user.email });
  const mail = await mailTo(user.user.email, /reset-password\?token=/);
  const token = /token=([\w-]{43})/.exec(mail)?.[1] ?? "";
  const password = "a new password";
  expect((await call(anonymous, "POST", "/api/reset-password", { token, password })).status).toBe(200);
  expect((await signIn({ ...user, password })).body.code).toBe("second-factor-required");
  expect((await signIn({ ...user, password }, "000000")).body.code).toBe("second-factor-wrong");
  const signedIn = await signIn({ ...user, password }, nextCode());
  expect(signedIn.status).toBe(200);
  const stored = await app.database.collection<{ _id: number }>("user_security").findOne({ _id: user.user.id });
  expect(stored).toHaveProperty("credentialsChangedAt");
  await mailTo(user.user.email, /password was changed/);
});

test("an operator signs somebody out everywhere, who is told, and it is on record", async () => {
  const user = await aUser(app);
  const url = `/api/admin/users/${user.user.id}/sessions/end`;
  const done = await act("POST", url, { reason: "phone stolen" });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect((await call(user, "GET", "/api/user")).body.code).toBe("session-ended");
  expect((await signIn(user)).status).toBe(200);
  await mailTo(user.user.email, /You were signed out everywhere/);
  const { actions } = (await call(operator, "GET", `/api/admin/operator-actions?userId=${user.user.id}`)).body;
  expect(actions).toMatchObject([
    { operatorId: operator.user.id, action: "end-sessions", userId: user.user.id, reason: "phone stolen" },
  ]);
});

test("an operator resets a lost second factor: passkeys go too, payments pause, and it is mailed and on record", async () => {
  const { user } = await aCarefulUser();
  const url = `/api/admin/users/${user.user.id}/second-factor/reset`;
  expect((await act("POST", url, { reason: "" })).body.code).toBe("input-invalid");
  expect((await act("POST", url, { reason: "lost the phone, passport seen" })).status).toBe(200);
  expect((await call(user, "GET", "/api/user")).status).toBe(401);
  const response = await app.server.inject({
    method: "POST",
    url: "/api/login",
    payload: { username: user.user.username, password: user.password },
  });
  expect(response.statusCode).toBe(200);
  expect(await app.database.collection("passkeys").countDocuments({ userId: user.user.id })).toBe(0);
  expect(
    await app.database.collection<{ _id: string }>("vault_secrets").findOne({ _id: `totp ${user.user.id}` }),
  ).toBeNull();
  const settings = await app.database.collection("settings").findOne({ userId: user.user.id });
  expect(settings).toMatchObject({ twoFactorEnabled: false });
  const stored = await app.database.collection<{ _id: number }>("user_security").findOne({ _id: user.user.id });
  expect(stored).toHaveProperty("credentialsChangedAt");
  await mailTo(user.user.email, /Your second factor was reset/);
});

test("freezing is on record, pages follow each other, and no operator does this to their own account", async () => {
  const user = await aUser(app);
  const url = `/api/admin/users/${user.user.id}/frozen`;
  await act("PUT", url, { isFrozen: true, reason: "asked by phone" });
  await act("PUT", url, { isFrozen: false, reason: "was a mistake" });
  const list = `/api/admin/operator-actions?userId=${user.user.id}`;
  const { actions } = (await call(operator, "GET", list)).body;
  expect(actions.map(({ action }: { action: string }) => action)).toEqual(["let-go", "freeze"]);
  const older = (await call(operator, "GET", `${list}&before=${actions[0].id}`)).body.actions;
  expect(older).toEqual([actions[1]]);
  const own = `/api/admin/users/${operator.user.id}/second-factor/reset`;
  expect((await act("POST", own, { reason: "mine" })).body.code).toBe("operator-own");
  expect((await act("POST", "/api/admin/users/999999/sessions/end", { reason: "x" })).body.code).toBe("user-unknown");
});

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf, eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function call(cookie: string, method: "GET" | "POST" | "DELETE", url: string, payload?: object, userAgent = "") {
  const headers = { cookie, "user-agent": userAgent };
  const response = await app.server.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json(), cookie: cookieOf(response) };
}

async function signIn({ user, password }: TestUser, userAgent = ""): Promise<string> {
  const answer = await call("", "POST", "/api/login", { username: user.username, password }, userAgent);
  expect(answer.status).toBe(200);
  return answer.cookie;
}

async function mailsTo(email: string): Promise<string[]> {
  const folder = join(app.config.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith(".eml") && !name.startsWith("."),
  );
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ""));
}

test("a password change ends the other sessions, keeps this one under a new id, pauses payments and is mailed", async () => {
  const person = await aUser(app);
  const elsewhere = await signIn(person);
  const before = (await call(person.cookie, "GET", "/api/auth-status")).body.sessionID;
  const input = { current: person.password, next: "another password" };
  const changed = await call(person.cookie, "POST", "/api/password", input);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect((await call(elsewhere, "GET", "/api/user")).body).toMatchObject({
    code: "session-ended",
    message: "You were signed out of this device: a new password was set. Please sign in again.",
  });
  const now = (await call(changed.cookie, "GET", "/api/auth-status")).body;
  expect(now.authenticated).toBe(true);
  expect(now.sessionID).not.toBe(before);
  expect((await call(changed.cookie, "GET", "/api/sessions")).body.sessions).toMatchObject([{ isCurrent: true }]);
  app.clock.advance(15_000);
  expect((await call(person.cookie, "GET", "/api/user")).body.code).toBe("session-required");
  expect((await call(changed.cookie, "GET", "/api/security")).body.coolOffUntil).not.toBeNull();
  expect(
    await call("", "POST", "/api/login", { username: person.user.username, password: person.password }),
  ).toMatchObject({
    body: { code: "credentials-wrong" },
  });
  expect(await signIn({ ...person, password: input.next })).not.toBe("");
  await eventually(async () =>
    (await mailsTo(person.user.email)).some((mail) => mail.includes("password was changed")),
  );
});

test("wrong present passwords change nothing and are limited, together with those of confirming", async () => {
  const person = await aUser(app);
  const codes = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const input = { current: "not this one", next: "another password" };
    codes.push((await call(person.cookie, "POST", "/api/password", input)).body.code);
    codes.push((await call(person.cookie, "POST", "/api/confirm-identity", { password: "nor this" })).body.code);
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => "password-wrong"), "rate-limited", "rate-limited"]);
  const right = { current: person.password, next: "another password" };
  expect((await call(person.cookie, "POST", "/api/password", right)).body.code).toBe("rate-limited");
  expect(await signIn(person)).not.toBe("");
});

test("of a sign-in under way while the password changes no session remains", async () => {
  const person = await aUser(app);
  const input = { current: person.password, next: "another password" };
  const [changed, ...logins] = await Promise.all([
    call(person.cookie, "POST", "/api/password", input),
    ...Array.from({ length: 6 }, () =>
      call("", "POST", "/api/login", { username: person.user.username, password: person.password }),
    ),
  ]);
  expect(changed.status).toBe(200);
  app.clock.advance(2000);
  for (const { cookie } of logins) expect((await call(cookie, "GET", "/api/user")).status).toBe(401);
  expect((await call(changed.cookie, "GET", "/api/sessions")).body.sessions).toHaveLength(1);
});

test("people see where they are signed in, and end one session or all others", async () => {
  const person = await aUser(app);
  const [firefox, second] = [await signIn(person, FIREFOX), await signIn(person)];
  const { sessions } = (await call(person.cookie, "GET", "/api/sessions")).body;
  expect(sessions).toHaveLength(3);
  expect(sessions.filter((session: { isCurrent: boolean }) => session.isCurrent)).toHaveLength(1);
  const ids = await app.database.collection("sessions").find({ userId: person.user.id }).toArray();
  for (const { _id } of ids) expect(JSON.stringify(sessions)).not.toContain(String(_id));
  const found = sessions.find((session: { device: string }) => session.device === "Firefox on Linux");
  expect(found).toMatchObject({ ipAddress: "127.0.0.1", isCurrent: false });
  const stranger = await aUser(app);
  expect((await call(stranger.cookie, "DELETE", `/api/sessions/${found.id}`)).body.code).toBe("session-unknown");
  expect((await call(person.cookie, "DELETE", `/api/sessions/${found.id}`)).body.sessions).toHaveLength(2);
  expect((await call(firefox, "GET", "/api/user")).status).toBe(401);
  expect((await call(person.cookie, "DELETE", `/api/sessions/${found.id}`)).body.code).toBe("session-unknown");
  expect((await call(person.cookie, "POST", "/api/sessions/end-others")).body.sessions).toHaveLength(1);
  expect((await call(second, "GET", "/api/user")).status).toBe(401);
  expect((await call(person.cookie, "GET", "/api/user")).status).toBe(200);
});

test("a sign-in from a new device is mailed, unless the person does not want to know", async () => {
  const person = await aUser(app);
  await signIn(person, FIREFOX);
  const isNotice = (mail: string) => mail.includes("Firefox on Linux, address 127.0.0.1");
  await eventually(async () => (await mailsTo(person.user.email)).some(isNotice));
  await signIn(person, FIREFOX);
  const silent = await aUser(app);
  await app.database.collection("settings").updateOne({ userId: silent.user.id }, { $set: { notifyOnLogin: false } });
  await signIn(silent, FIREFOX);
  // Mails leave in the order of the sign-ins: once this one is there, those before it would be.
  const last = await aUser(app);
  await signIn(last, FIREFOX);
  await eventually(async () => (await mailsTo(last.user.email)).some(isNotice));
  expect((await mailsTo(person.user.email)).filter(isNotice)).toHaveLength(1);
  expect(await mailsTo(silent.user.email)).toEqual([]);
});

test("a device is told whether its session was ended or has expired", async () => {
  const person = await aUser(app);
  const lost = await signIn(person);
  const codeOf = async (cookie: string) => (await call(cookie, "GET", "/api/user")).body.code;
  await call(person.cookie, "POST", "/api/sessions/end-others");
  expect((await call(lost, "GET", "/api/user")).body).toMatchObject({
    code: "session-ended",
    message: "You were signed out of this device: it was ended from another of your devices. Please sign in again.",
  });
  const left = await signIn(person);
  await call(left, "POST", "/api/logout");
  expect(await codeOf(left)).toBe("session-required");
  // As after a month.
  await app.database.collection("sessions").deleteMany({ userId: person.user.id });
  app.clock.advance(2000);
  expect(await codeOf(person.cookie)).toBe("session-required");
});

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, aUser, type TestUser } from "#tests/support/builders.ts";

/** A thief in a session asks for their own address, and opens the mailed link after the owner has thrown them out. */
let app: TestApp;
let owner: TestUser;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function post(url: string, payload: object, cookie = "") {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

async function tokenIn(email: string, page: string): Promise<string> {
  const folder = join(app.config.dataDir, "outbox");
  return eventually(async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const texts = mails.map((text) => text.replaceAll(/=\r?\n/g, ""));
    const mail = texts.findLast((text) => text.includes(`To: ${email}`) && text.includes(page)) ?? "";
    return new RegExp(`${page}\\?token=(?:3D)?([\\w-]{43})`).exec(mail)?.[1];
  });
}

/** The thief asks for an address of theirs in a session that is confirmed. */
async function askAsThief(): Promise<string> {
  owner = await aUser(app);
  await post("/api/confirm-identity", { password: owner.password }, owner.cookie);
  const { email } = aRegistration();
  expect((await post("/api/profile/email", { email }, owner.cookie)).status).toBe(200);
  token = await tokenIn(email, "confirm-email");
  return email;
}

async function expectNothing(): Promise<void> {
  expect((await post("/api/profile/email/confirm", { token })).body.code).toBe("email-token-invalid");
  const stored = await app.database.collection("users").findOne({ id: owner.user.id });
  expect(stored?.["email"]).toBe(owner.user.email);
}

test("a new password makes the link worthless", async () => {
  await askAsThief();
  await post("/api/password", { current: owner.password, next: "the owner's own" }, owner.cookie);
  await expectNothing();
});

test("so does a password that was reset by mail", async () => {
  await askAsThief();
  await post("/api/reset-password-request", { email: owner.user.email });
  const reset = await tokenIn(owner.user.email, "reset-password");
  expect((await post("/api/reset-password", { token: reset, password: "the owner's own" })).status).toBe(200);
  await expectNothing();
});

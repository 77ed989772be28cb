import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, aUser, type TestUser } from "#tests/support/builders.ts";
import { type MailServer, startMailServer } from "#tests/support/mail-server.ts";

/** The thief has the database and a mailbox of their own, and wants a link that resets somebody's password. */
const THIEF = "thief@example.org";
let app: TestApp;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ smtpUrl: mail.smtpUrl });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const users = () => app.database.collection("users");

async function post(url: string, payload: object) {
  const response = await app.server.inject({ method: "POST", url, payload });
  return { status: response.statusCode, body: response.json() };
}

/** Asks for links to the thief's mailbox and to one that gets its own: once that came, so has whatever was to come. */
async function askForLinks(): Promise<void> {
  const other = await aUser(app, { email: aRegistration().email });
  expect((await post("/api/reset-password-request", { email: THIEF })).status).toBe(200);
  expect(await resetOf(other)).toBe(200);
}

async function resetOf({ user }: TestUser): Promise<number> {
  const email = await emailOf(user.id);
  const before = mail.mailsTo(email).length;
  await post("/api/reset-password-request", { email });
  await eventually(() => mail.mailsTo(email).length > before);
  const token = await mail.tokenFor(email, "/reset-password");
  return (await post("/api/reset-password", { token, password: "the owner's own" })).status;
}

async function emailOf(id: number): Promise<string> {
  const user = await users().findOne({ id });
  return user?.["claimedEmail"] ?? user?.["email"];
}

test("a mailbox that was put into an account is mailed no link to it", async () => {
  const victim = await aUser(app);
  for (const isProven of [false, true]) {
    if (isProven) expect(await resetOf(victim)).toBe(200);
    const before = await users().findOne({ id: victim.user.id });
    await users().updateOne({ id: victim.user.id }, { $set: { claimedEmail: THIEF } });
    await askForLinks();
    expect(mail.mailsTo(THIEF)).toEqual([]);
    await users().replaceOne({ id: victim.user.id }, before ?? {});
  }
});

test("nor does it become the account's when its owner resets the password", async () => {
  const victim = await aUser(app);
  expect(await resetOf(victim)).toBe(200);
  const email = await emailOf(victim.user.id);
  const former = await mail.tokenFor(email, "/reset-password");
  await post("/api/reset-password-request", { email });
  const token = await eventually(async () => {
    const latest = await mail.tokenFor(email, "/reset-password");
    return latest !== former && latest;
  });
  await users().updateOne({ id: victim.user.id }, { $set: { claimedEmail: THIEF } });
  expect((await post("/api/reset-password", { token, password: "another of the owner's" })).status).toBe(200);
  expect(await users().findOne({ id: victim.user.id })).toMatchObject({ email });
});

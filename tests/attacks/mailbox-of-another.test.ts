import type { Document } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration, aUser, type TestUser } from "#tests/support/builders.ts";
import { type MailServer, startMailServer } from "#tests/support/mail-server.ts";
import { addSecondFactor } from "#tests/support/seals.ts";

/** A thief opens an account with the address of a mailbox that is somebody else's, and waits in it for its later owner. */
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

async function post(url: string, payload: object, cookie = "") {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

async function passkeysOf({ user }: TestUser): Promise<unknown[]> {
  const passkeys = await app.database.collection("passkeys").find({ userId: user.id }).toArray();
  return passkeys.map(({ name }) => name);
}

/** A passkey that was added some hours ago. */
async function addPasskey({ user }: TestUser, name: string, hoursAgo: number): Promise<void> {
  const createdAt = new Date(app.clock.now().getTime() - hoursAgo * 3_600_000);
  await app.database
    .collection<{ readonly _id: string } & Document>("passkeys")
    .insertOne({ _id: `${user.id} ${name}`, id: user.id * 100 + hoursAgo, userId: user.id, name, createdAt });
}

/** Has a link mailed to the address, and sets a new password by it. */
async function reset(email: string): Promise<number> {
  const before = mail.mailsTo(email).length;
  await post("/api/reset-password-request", { email });
  await eventually(() => mail.mailsTo(email).length > before);
  const token = await mail.tokenFor(email, "/reset-password");
  return (await post("/api/reset-password", { token, password: "the owner's own" })).status;
}

test("what the thief left in the account ends when the mailbox's owner resets its password, however old it is", async () => {
  const { email } = aRegistration();
  const thief = await aUser(app, { email });
  await addPasskey(thief, "Thief's key", 24 * 30);
  await addSecondFactor(app.runtime, thief.user.id);
  expect(await reset(email)).toBe(200);
  expect(await passkeysOf(thief)).toEqual([]);
  const session = await app.server.inject({ url: "/api/user", headers: { cookie: thief.cookie } });
  expect(session.statusCode).toBe(401);
  const signedIn = await post("/api/login", { username: thief.user.username, password: "the owner's own" });
  expect(signedIn).toMatchObject({ status: 200, body: { email } });
  expect(signedIn.body.isEmailUnproven).toBeUndefined();
});

test("nor does it outlast that if the owner opened the link of the registration first", async () => {
  const { email } = aRegistration();
  const thief = await aUser(app, { email });
  await addPasskey(thief, "Thief's key", 24 * 30);
  const token = await mail.tokenFor(email, "/confirm-email");
  expect((await post("/api/profile/email/confirm", { token })).status).toBe(200);
  await addPasskey(thief, "Added since", -1);
  app.clock.advance(26 * 3_600_000);
  expect(await reset(email)).toBe(200);
  expect(await passkeysOf(thief)).toEqual(["Added since"]);
});

test("nothing is paid from an account until its mailbox is shown to be its owner's, and then at once", async () => {
  const [ana, ben] = [await aUser(app), await aUser(app)];
  for (const { user } of [ana, ben])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 30_000);
  const terms = { to: ben.user.walletAddress, assetCode: "XLM", amount: "1" };
  const refusals = async () =>
    (await post("/api/wallet/send/check", terms, ana.cookie)).body.refusals.map(({ code }: { code: string }) => code);
  expect(await refusals()).toEqual(["mailbox-unproven"]);
  const sent = await post(
    "/api/wallet/send",
    { ...terms, idempotencyKey: "a".repeat(20), password: ana.password },
    ana.cookie,
  );
  expect(sent).toMatchObject({ status: 403, body: { code: "mailbox-unproven" } });
  const token = await mail.tokenFor(ana.user.email, "/confirm-email");
  expect((await post("/api/profile/email/confirm", { token })).status).toBe(200);
  expect(await refusals()).toEqual([]);
  expect((await post("/api/profile/email/confirm", { token })).body.code).toBe("email-token-invalid");
});

test("whether an address has an account is told to nobody but its mailbox", async () => {
  const owner = await aUser(app);
  const { email } = owner.user;
  await post("/api/profile/email/confirm", { token: await mail.tokenFor(email, "/confirm-email") });
  const stranger = await post("/api/register", aRegistration({ email }));
  const unknown = await post("/api/register", aRegistration());
  expect([stranger.status, unknown.status]).toEqual([201, 201]);
  expect(Object.keys(stranger.body).toSorted()).toEqual(Object.keys(unknown.body).toSorted());
  await eventually(() => mail.mailsTo(email).some((text) => text.includes("already have an account")));
  expect(mail.mailsTo(email).filter((text) => text.includes("/confirm-email?token="))).toHaveLength(1);
  const cookie = (await aUser(app)).cookie;
  await post("/api/confirm-identity", { password: "correct horse" }, cookie);
  expect((await post("/api/profile/email", { email }, cookie)).status).toBe(200);
  // The owner is still the only one whom the address leads to.
  expect(await reset(email)).toBe(200);
  const signedIn = await post("/api/login", { username: owner.user.username, password: "the owner's own" });
  expect(signedIn.status).toBe(200);
});

test("of two accounts with one address the mailbox chooses, and the other's links open nothing any more", async () => {
  const { email } = aRegistration();
  const thief = await aUser(app, { email });
  const former = await mail.tokenFor(email, "/confirm-email");
  await post("/api/reset-password-request", { email });
  const formerReset = await mail.tokenFor(email, "/reset-password");
  const owner = await aUser(app, { email });
  const own = await eventually(async () => {
    const token = await mail.tokenFor(email, "/confirm-email");
    return token !== former && token;
  });
  expect((await post("/api/profile/email/confirm", { token: own })).status).toBe(200);
  expect((await post("/api/profile/email/confirm", { token: former })).body.code).toBe("email-taken");
  const password = "the thief's own";
  expect((await post("/api/reset-password", { token: formerReset, password })).body.code).toBe("reset-token-invalid");
  expect(await reset(email)).toBe(200);
  expect((await post("/api/login", { username: owner.user.username, password: "the owner's own" })).status).toBe(200);
  expect((await post("/api/login", { username: thief.user.username, password: "the owner's own" })).status).toBe(401);
});

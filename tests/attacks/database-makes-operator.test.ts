import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, anAdmin, type TestUser } from "#tests/support/builders.ts";

/** The thief has the database, every row of it, and an account like anybody's. */
const CACHE_MS = 1100;
let app: TestApp;
let thief: TestUser;
let victim: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [thief, victim] = [await aUser(app), await aUser(app)];
});
afterAll(() => app.stop());

const users = () => app.database.collection("users");

async function get(cookie: string, url: string) {
  app.clock.advance(CACHE_MS);
  const response = await app.server.inject({ url, headers: { cookie } });
  return { status: response.statusCode, body: response.json() };
}

async function post(url: string, payload: object, cookie = "") {
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

const issues = () => app.database.collection("system_issues").find({ type: "custody", status: "active" }).toArray();

test("who writes isAdmin into a user makes no operator, and operators are told", async () => {
  await users().updateOne({ id: thief.user.id }, { $set: { isAdmin: true } });
  expect((await get(thief.cookie, "/api/admin/submissions")).body.code).toBe("admin-required");
  const { username } = thief.user;
  expect((await post("/api/admin/login", { username, password: thief.password })).body.code).toBe("not-an-admin");
  expect((await get(thief.cookie, "/api/user")).body.isAdmin).toBe(false);
  expect((await issues()).map(({ title }) => title)).toContainEqual(expect.stringContaining("isAdmin of user"));
  await users().updateOne({ id: thief.user.id }, { $set: { isAdmin: false } });
});

test("nor does who copies an operator's seal", async () => {
  const admin = await anAdmin(app);
  expect((await get(admin.cookie, "/api/admin/submissions")).status).toBe(200);
  const operator = await users().findOne({ id: admin.user.id });
  const before = await users().findOne({ id: thief.user.id });
  await users().updateOne({ id: thief.user.id }, { $set: { isAdmin: true, seals: operator?.["seals"] } });
  expect((await get(thief.cookie, "/api/admin/submissions")).body.code).toBe("admin-required");
  await users().updateOne({ id: thief.user.id }, { $set: { isAdmin: false, seals: before?.["seals"] } });
});

test("a password that was put there opens nothing", async () => {
  const [own, theirs] = [await users().findOne({ id: thief.user.id }), await users().findOne({ id: victim.user.id })];
  await users().updateOne({ id: victim.user.id }, { $set: { password: own?.["password"] } });
  const { username } = victim.user;
  expect((await post("/api/login", { username, password: thief.password })).body.code).toBe("credentials-wrong");
  const seals = { ...theirs?.["seals"], password: own?.["seals"]?.password };
  await users().updateOne({ id: victim.user.id }, { $set: { seals } });
  expect((await post("/api/login", { username, password: thief.password })).body.code).toBe("credentials-wrong");
  await users().updateOne(
    { id: victim.user.id },
    { $set: { password: theirs?.["password"], seals: theirs?.["seals"] } },
  );
  expect((await post("/api/login", { username, password: victim.password })).status).toBe(200);
});

test("one's own session does not become another's", async () => {
  const sessions = app.database.collection<{ _id: string; userId: number; seal: string }>("sessions");
  const own = await sessions.findOne({ userId: thief.user.id }, { sort: { createdAt: 1 } });
  const theirs = await sessions.findOne({ userId: victim.user.id });
  const mine = { _id: own?._id ?? "" };
  await sessions.updateOne(mine, { $set: { userId: victim.user.id } });
  expect((await get(thief.cookie, "/api/user")).body.code).toBe("session-required");
  await sessions.updateOne(mine, { $set: { userId: victim.user.id, seal: theirs?.seal ?? "" } });
  expect((await get(thief.cookie, "/api/user")).body.code).toBe("session-required");
  await sessions.updateOne(mine, { $set: { userId: thief.user.id, seal: own?.seal ?? "" } });
  expect((await get(thief.cookie, "/api/user")).body.id).toBe(thief.user.id);
});

test("a session is confirmed by its owner alone", async () => {
  const confirmedUntil = new Date(app.clock.now().getTime() + 600_000);
  await app.database.collection("sessions").updateMany({ userId: victim.user.id }, { $set: { confirmedUntil } });
  app.clock.advance(CACHE_MS);
  expect((await post("/api/two-factor/begin", {}, victim.cookie)).body.code).toBe("confirmation-required");
});

test("a reset link that nobody was mailed resets nothing, nor does another address get one", async () => {
  const token = "A".repeat(43);
  const tokens = app.database.collection("password_reset_tokens");
  const expiresAt = new Date(app.clock.now().getTime() + 600_000);
  const digest = createHash("sha256").update(token).digest("hex");
  await tokens.insertOne({ id: 900, userId: victim.user.id, token: digest, expiresAt, isUsed: false });
  const reset = await post("/api/reset-password", { token, password: "the thief's own" });
  expect(reset.body.code).toBe("reset-token-invalid");
  const email = "thief@example.org";
  await users().updateOne({ id: victim.user.id }, { $set: { email } });
  // Links are made after the answer: once that of a later wish is there, so has been this one's.
  for (const to of [email, thief.user.email])
    expect((await post("/api/reset-password-request", { email: to })).status).toBe(200);
  await eventually(() => tokens.findOne({ userId: thief.user.id }));
  expect(await tokens.countDocuments({ userId: victim.user.id })).toBe(1);
  await users().updateOne({ id: victim.user.id }, { $set: { email: victim.user.email } });
});

test("what is paid to a name does not go to another's wallet", async () => {
  await users().updateOne({ id: victim.user.id }, { $set: { walletAddress: thief.user.walletAddress } });
  const payer = await aUser(app);
  const look = await post(
    "/api/wallet/send/check",
    { to: victim.user.username, assetCode: "XLM", amount: "1" },
    payer.cookie,
  );
  expect(JSON.stringify(look.body)).not.toContain(thief.user.walletAddress);
  expect(look.body.code).toBe("recipient-unknown");
  await users().updateOne({ id: victim.user.id }, { $set: { walletAddress: victim.user.walletAddress } });
});

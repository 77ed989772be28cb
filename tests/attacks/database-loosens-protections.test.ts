import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin } from "#tests/support/operators.ts";
import { digestOfCode } from "#server/two-factor/codes.ts";
import { addressOf, callAs, confirm, funded, HOUR_MS, send } from "./thief.ts";

/** The thief has the database, every row of it, and what they got hold of of somebody's ways in: their cookie, their password. */
let app: TestApp;
let thief: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  thief = await funded(app);
}, 60_000);
afterAll(() => app.stop());

const protections = () => app.database.collection<{ _id: number } & Record<string, unknown>>("user_security");
const codeOf = async (victim: TestUser, amount = "5") =>
  (await send(app, victim, { to: addressOf(thief), amount })).body.code ?? "paid";

test("a frozen account stays frozen, whatever is written about it, and operators are told", async () => {
  const victim = await funded(app);
  const { id } = victim.user;
  expect((await callAs(app, victim, "POST", "/api/security/freeze")).body.isFrozen).toBe(true);
  expect(await codeOf(victim)).toBe("account-frozen");
  await protections().updateOne({ _id: id }, { $set: { isFrozen: false } });
  expect(await codeOf(victim)).toBe("account-frozen");
  await protections().updateOne({ _id: id }, { $unset: { isFrozen: "", seal: "" } });
  expect(await codeOf(victim)).toBe("account-frozen");
  const another = await protections().findOne({ _id: thief.user.id });
  await protections().replaceOne({ _id: id }, { ...another, _id: id });
  expect(await codeOf(victim)).toBe("account-frozen");
  await protections().deleteOne({ _id: id });
  expect(await codeOf(victim)).toBe("account-frozen");
  const told = await app.database
    .collection("system_issues")
    .findOne({ checkId: "forged", subject: `protections-of-user-${id}` });
  expect(told).toMatchObject({ status: "active", severity: "critical" });
});

test("limits are not raised by a row, neither where devices see them nor where they count", async () => {
  const victim = await funded(app);
  const { id } = victim.user;
  await confirm(app, victim);
  await callAs(app, victim, "PUT", "/api/security/limits", {
    transactionLimit: "5",
    dailyLimit: "8",
    requirePasswordForSend: true,
  });
  const wide = { transactionLimit: "9000", dailyLimit: null, requirePasswordForSend: false };
  await app.database.collection("settings").updateOne({ userId: id }, { $set: wide });
  expect(await codeOf(victim, "500")).toBe("limit-exceeded");
  await protections().updateOne({ _id: id }, { $set: wide });
  expect(await codeOf(victim, "500")).toBe("account-frozen");
});

/** Somebody with the second factor on. */
async function careful(): Promise<TestUser> {
  const victim = await funded(app);
  await confirm(app, victim);
  const { secret } = (await callAs(app, victim, "POST", "/api/two-factor/begin")).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });
  expect((await callAs(app, victim, "POST", "/api/two-factor/enable", { code })).status).toBe(200);
  return victim;
}

async function signIn({ user: { username }, password }: TestUser, code?: string): Promise<string> {
  const payload = { username, password, ...(code && { code }) };
  return (await app.server.inject({ method: "POST", url: "/api/login", payload })).json().code ?? "signed in";
}

test("a second factor is not got round by rows: neither taken away, nor opened by a code that was put there", async () => {
  const victim = await careful();
  const { id } = victim.user;
  const factors = app.database.collection<{ _id: number }>("two_factors");
  await factors.updateOne({ _id: id }, { $set: { recoveryDigests: [digestOfCode("AAAABBBBCCCCDDDD")] } });
  expect(await signIn(victim, "AAAA-BBBB-CCCC-DDDD")).toBe("second-factor-wrong");
  await factors.deleteOne({ _id: id });
  await app.database.collection("settings").updateOne({ userId: id }, { $set: { twoFactorEnabled: false } });
  expect(await signIn(victim)).toBe("second-factor-required");
  expect(await signIn(victim, "AAAA-BBBB-CCCC-DDDD")).toBe("second-factor-wrong");
});

test("it takes two operators to let such an account go, and its second factor is asked for as before", async () => {
  const victim = await careful();
  const { id } = victim.user;
  await protections().deleteOne({ _id: id });
  expect(await codeOf(victim)).toBe("account-frozen");
  const [one, other] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
  const letGo = { isFrozen: false, reason: "the owner called" };
  const { proposal } = (await callAs(app, one, "PUT", `/api/admin/users/${id}/frozen`, letGo)).body;
  expect(proposal.why).toContain("changed past the server");
  expect(await codeOf(victim)).toBe("account-frozen");
  const { digest } = proposal;
  expect((await callAs(app, other, "POST", `/api/admin/proposals/${proposal.id}/approve`, { digest })).status).toBe(
    200,
  );
  expect((await callAs(app, victim, "GET", "/api/security")).body.isFrozen).toBe(false);
  // What protected it is lost: until its owner has said it anew, nobody is paid.
  expect(["cool-off", "recipient-not-allowed"]).toContain(await codeOf(victim));
  expect(await signIn(victim)).toBe("second-factor-required");
});

test("what nobody can seal stands in nobody's way: the rest are taken back and applied as ever", async () => {
  const [victim, other] = [await funded(app), await funded(app)];
  const planted = { isFrozen: true, dueAt: new Date(0), x: Number.NaN };
  await protections().updateOne({ _id: victim.user.id }, { $set: planted });
  await protections().insertOne({ _id: 987_654, ...planted });
  expect((await callAs(app, victim, "GET", "/api/security")).body.isFrozen).toBe(true);
  await confirm(app, other);
  await callAs(app, other, "PUT", "/api/security/limits", {
    transactionLimit: "2000",
    dailyLimit: null,
    requirePasswordForSend: true,
  });
  app.clock.advance(25 * HOUR_MS);
  await eventually(async () => {
    const settings = await app.database.collection("settings").findOne({ userId: other.user.id });
    return settings?.["transactionLimit"] === "2000";
  }, 30_000);
});

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "#schemas/operators.ts";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { invitationCollection } from "#server/operators/store.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { cookieOf, eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs, askTwo } from "#tests/support/operators.ts";

/** The thief is an operator of little power, or was one, or would be one; some have the database as well. */
const HOUR_MS = 60 * 60 * 1000;
let app: TestApp;
let url = "";
let boss: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
  [boss, other] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
});
afterAll(() => app.stop());

const users = () => app.database.collection("users");

async function comeBack(user: TestUser): Promise<TestUser> {
  const payload = { username: user.user.username, password: user.password };
  const response = await app.server.inject({ method: "POST", url: "/api/login", payload });
  const back = { ...user, cookie: cookieOf(response) };
  await askAs(app, back, "POST", "/api/confirm-identity", { password: user.password });
  return back;
}

/** What this person is by the server's own word, as it answers them. */
async function rolesOf(user: TestUser): Promise<readonly Role[]> {
  app.clock.advance(1100);
  return (await askAs(app, user, "GET", "/api/own-roles")).body.roles;
}

function setRoles(by: TestUser, { user }: TestUser, roles: readonly Role[]) {
  return askAs(app, by, "PUT", `/api/admin/operators/${user.id}/roles`, { roles });
}

function remove(by: TestUser, { user }: TestUser) {
  return askAs(app, by, "POST", `/api/admin/operators/${user.id}/remove`);
}

/** Has two supers invite an address; answers with the token that was mailed there. */
async function invite(email: string, roles: readonly Role[] = ["finance"], by = boss): Promise<string> {
  await askTwo(app, by, by === boss ? other : boss, ["POST", "/api/admin/operator-invitations", { email, roles }]);
  return mailedTo(email);
}

async function mailedTo(email: string): Promise<string> {
  const folder = join(app.config.dataDir, "outbox");
  return eventually(async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).toSorted();
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const unfolded = mails.map((mail) => mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="));
    const own = unfolded.filter((mail) => mail.includes(`To: ${email}`) && mail.includes("operator-invitation"));
    return own.at(-1)?.match(/operator-invitation\?token=([A-Za-z0-9_-]{43})/)?.[1];
  });
}

function accept(user: TestUser, token: string) {
  return askAs(app, user, "POST", "/api/operator-invitation/accept", { token });
}

async function aConfirmedUser(): Promise<TestUser> {
  const user = await aUser(app);
  await askAs(app, user, "POST", "/api/confirm-identity", { password: user.password });
  return user;
}

test("whoever is an operator no more is out at once, with the socket that is open", async () => {
  const thief = await aConfirmedAdmin(app, ["finance"]);
  expect((await askAs(app, thief, "GET", "/api/admin/deposits")).status).toBe(200);
  const auth = { protocol: PROTOCOL_VERSION, purpose: "sync" };
  const extraHeaders = { cookie: thief.cookie, origin: app.config.publicUrl };
  const socket = io(url, { transports: ["websocket"], extraHeaders, auth, reconnection: false });
  const heard: string[] = [];
  socket.on("session-ended", () => heard.push("session-ended"));
  await eventually(() => socket.connected);
  expect((await remove(boss, thief)).body.message).toBe("This user is no operator any more.");
  // Not a second later, in whatever the process remembers.
  expect((await askAs(app, thief, "GET", "/api/admin/deposits")).body).toMatchObject({
    code: "session-ended",
    facts: { why: "roles" },
  });
  await eventually(() => !socket.connected);
  expect(heard).toEqual(["session-ended"]);
  expect((await askAs(app, await comeBack(thief), "GET", "/api/admin/deposits")).body.code).toBe("admin-required");
  expect(await rolesOf(await comeBack(thief))).toEqual([]);
});

test("a role that is taken away elsewhere is gone within the same moment", async () => {
  const thief = await aConfirmedAdmin(app, ["support"]);
  const victim = await aUser(app);
  const freeze = () =>
    askAs(app, thief, "PUT", `/api/admin/users/${victim.user.id}/frozen`, { isFrozen: true, reason: "odd" });
  const look = () => askAs(app, thief, "GET", "/api/admin/support/reports");
  expect((await freeze()).status).toBe(200);
  expect((await look()).status).toBe(200);
  const set = standingSet(app.database, thief.user.id, { roles: ["editor"], since: new Date(0) });
  await users().updateOne({ id: thief.user.id }, { $set: set });
  expect((await look()).body.code).toBe("role-required");
  expect((await freeze()).body.code).toBe("role-required");
});

test("nobody gives themself more, by whatever way", async () => {
  const thief = await aConfirmedAdmin(app, ["support"]);
  expect((await setRoles(thief, thief, ["super"])).body.code).toBe("role-required");
  expect((await setRoles(boss, boss, ["finance", "super"])).body.code).toBe("operator-own");
  const { email } = thief.user;
  const invited = await askAs(app, thief, "POST", "/api/admin/operator-invitations", { email, roles: ["super"] });
  expect(invited.body.code).toBe("role-required");
  const own = { email: boss.user.email, roles: ["finance"] };
  expect((await askAs(app, boss, "POST", "/api/admin/operator-invitations", own)).body.code).toBe("operator-own");
  // Nor does one super make another one where a second super is there to be asked.
  const friend = await aUser(app);
  const { proposal } = (await setRoles(boss, friend, ["super"])).body;
  const approve = (by: TestUser) =>
    askAs(app, by, "POST", `/api/admin/proposals/${proposal.id}/approve`, { digest: proposal.digest });
  expect((await approve(boss)).body.code).toBe("proposal-own");
  expect((await approve(thief)).body.code).toBe("role-required");
  await askAs(app, other, "POST", `/api/admin/proposals/${proposal.id}/reject`, { reason: "who is that?" });
  expect(await rolesOf(friend)).toEqual([]);
});

test("who writes roles into the database is none of it, and operators are told", async () => {
  const thief = await aConfirmedAdmin(app, ["support"]);
  const super_ = await users().findOne({ id: boss.user.id });
  const own = await users().findOne({ id: thief.user.id });
  const asks = () => askAs(app, thief, "GET", "/api/admin/operator-actions");
  expect((await asks()).body.code).toBe("role-required");
  const forgeries = [
    { $set: { operator: { roles: ["super"], since: new Date(0) } } },
    { $set: { operator: super_?.["operator"], seals: super_?.["seals"] } },
    { $set: { operator: super_?.["operator"], "seals.operator": super_?.["seals"].operator } },
    { $unset: { operator: "" } },
    { $unset: { operator: "", "seals.operator": "" } },
  ];
  for (const forgery of forgeries) {
    await users().updateOne({ id: thief.user.id }, forgery);
    expect((await asks()).body.code, JSON.stringify(forgery)).toBe("admin-required");
    await users().updateOne(
      { id: thief.user.id },
      { $set: { operator: own?.["operator"], isAdmin: true, seals: own?.["seals"] } },
    );
  }
  expect((await asks()).body.code).toBe("role-required");
  const issues = await app.database.collection("system_issues").find({ type: "custody", status: "active" }).toArray();
  expect(issues.map(({ title }) => title)).toContainEqual(expect.stringContaining(`of user ${thief.user.id}`));
});

test("an invitation makes one person an operator, once", async () => {
  const [invited, thief] = [await aConfirmedUser(), await aConfirmedUser()];
  const elsewhere = await comeBack(invited);
  const token = await invite(invited.user.email);
  expect((await accept(thief, token)).body.code).toBe("invitation-of-another");
  const racing = await Promise.all([accept(invited, token), accept(invited, token)]);
  expect(racing.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await askAs(app, elsewhere, "GET", "/api/user")).body.code).toBe("session-ended");
  const back = await comeBack(invited);
  expect(await rolesOf(back)).toEqual(["finance"]);
  await remove(boss, back);
  expect((await accept(await comeBack(invited), token)).body.code).toBe("invitation-invalid");
  expect(await rolesOf(await comeBack(invited))).toEqual([]);
});

test("an invitation is over after two days, when it is taken back, and when who invited may not any more", async () => {
  const late = await aConfirmedUser();
  const former = await invite(late.user.email);
  app.clock.advance(48 * HOUR_MS + 1000);
  [boss, other] = [await comeBack(boss), await comeBack(other)];
  expect((await accept(await comeBack(late), former)).body.code).toBe("invitation-invalid");
  // It stands in nobody's way, and the new one is another.
  const next = await invite(late.user.email);
  expect(next).not.toBe(former);
  const { invitations } = (await askAs(app, boss, "GET", "/api/admin/operator-invitations")).body;
  expect(invitations[0]).toMatchObject({ email: late.user.email, state: "open", isMailed: true });
  expect(JSON.stringify(invitations)).not.toContain(next);
  const withdrawn = `/api/admin/operator-invitations/${invitations[0].id}/withdraw`;
  expect((await askAs(app, boss, "POST", withdrawn)).body.state).toBe("withdrawn");
  expect((await askAs(app, boss, "POST", withdrawn)).body.code).toBe("invitation-ended");
  expect((await accept(await comeBack(late), next)).body.code).toBe("invitation-invalid");
  const inviter = await aConfirmedAdmin(app);
  const orphaned = await invite(late.user.email, ["finance"], inviter);
  const stored = await invitationCollection(app).findOne({ email: late.user.email, state: "open" });
  // Carried out by who approved it: that is who answers for it.
  expect(stored?.invitedBy).toBe(boss.user.id);
  const set = (roles: readonly Role[]) =>
    users().updateOne(
      { id: boss.user.id },
      { $set: standingSet(app.database, boss.user.id, { roles, since: new Date(0) }) },
    );
  await set(["auditor"]);
  expect((await accept(await comeBack(late), orphaned)).body.code).toBe("invitation-invalid");
  await set(["super"]);
  await users().updateOne(
    { id: inviter.user.id },
    { $set: standingSet(app.database, inviter.user.id, { roles: [], since: new Date(0) }) },
  );
});

test("an invitation that was written past the server makes nobody anything", async () => {
  const thief = await aConfirmedUser();
  const token = await invite(thief.user.email, ["auditor"]);
  const invitations = invitationCollection(app);
  const open = { email: thief.user.email, state: "open" as const };
  await invitations.updateOne(open, { $set: { roles: ["super"] } });
  expect((await accept(thief, token)).body.code).toBe("invitation-invalid");
  const own = "A".repeat(43);
  const digest = createHash("sha256").update(own).digest("hex");
  await invitations.updateOne(open, { $set: { roles: ["auditor"], token: digest } });
  expect((await accept(thief, own)).body.code).toBe("invitation-invalid");
  expect(await rolesOf(thief)).toEqual([]);
});

test("of two supers who take each other's role away at once one stays", async () => {
  const set = (id: number, roles: readonly Role[]) =>
    users().updateOne({ id }, { $set: standingSet(app.database, id, { roles, since: new Date(0) }) });
  const all = await users().find({ isAdmin: true }).toArray();
  for (const { id } of all) if (![boss.user.id, other.user.id].includes(id)) await set(id, []);
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([remove(boss, other), remove(other, boss)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await users().countDocuments({ "operator.roles": "super", isAdmin: true })).toBe(1);
    for (const { user } of [boss, other]) await set(user.id, ["super"]);
    [boss, other] = [await comeBack(boss), await comeBack(other)];
  }
});

test("whom a single super makes a second one does not count as one before a day is over", async () => {
  await users().updateOne(
    { id: other.user.id },
    { $set: standingSet(app.database, other.user.id, { roles: [], since: new Date(0) }) },
  );
  const puppet = await aUser(app);
  expect((await setRoles(boss, puppet, ["super"])).body.roles).toEqual(["super"]);
  let second = await comeBack(puppet);
  const loose = { settings: { "credit-deposit": "never" }, reason: "faster" };
  const propose = async (by: TestUser) => (await askAs(app, by, "PUT", "/api/admin/four-eyes", loose)).body.proposal;
  const approve = (by: TestUser, { id, digest }: { readonly id: number; readonly digest: string }) =>
    askAs(app, by, "POST", `/api/admin/proposals/${id}/approve`, { digest });
  const proposal = await propose(boss);
  expect((await approve(second, proposal)).body.code).toBe("proposal-too-soon");
  await askAs(app, boss, "POST", `/api/admin/proposals/${proposal.id}/withdraw`);
  // Nor the other way round.
  expect((await approve(boss, await propose(second))).body.code).toBe("proposal-too-soon");
  app.clock.advance(24 * HOUR_MS + 1000);
  [boss, second] = [await comeBack(boss), await comeBack(second)];
  const { proposals } = (await askAs(app, boss, "GET", "/api/admin/proposals")).body;
  expect((await approve(boss, proposals[0])).body.state).toBe("done");
  const settings = async () => (await askAs(app, boss, "GET", "/api/admin/four-eyes")).body.settings;
  expect((await settings())["credit-deposit"]).toBe("never");
  // More is asked for at once, by one; nobody locks themself out by it.
  const strict = { settings: { "set-roles": "always", "set-four-eyes": "always" }, reason: "careful" };
  expect((await askAs(app, boss, "PUT", "/api/admin/four-eyes", strict)).body.settings["set-roles"]).toBe("always");
  // Who was shown what holds no more sets nothing back.
  const stale = { settings: strict.settings, former: { "set-roles": "by-rule" }, reason: "careful" };
  expect((await askAs(app, boss, "PUT", "/api/admin/four-eyes", stale)).body.code).toBe("four-eyes-changed");
  expect((await remove(boss, puppet)).status).toBe(200);
  expect((await setRoles(boss, puppet, ["auditor"])).body.roles).toEqual(["auditor"]);
  // What is written there past the server has everything take two.
  await app.database.collection("four_eyes").updateOne({}, { $set: { "settings.credit-deposit": "never" } });
  expect(Object.values(await settings()).every((setting) => setting === "always")).toBe(true);
});

test("the list of operators says when each signed in the last time", async () => {
  const auditor = await anAdmin(app, ["auditor"]);
  const lastOf = async ({ user }: TestUser) => {
    const { operators } = (await askAs(app, boss, "GET", "/api/admin/operators")).body;
    return operators.find(({ userId }: { userId: number }) => userId === user.id).lastSignInAt;
  };
  const before = app.clock.now().getTime();
  app.clock.advance(5000);
  await comeBack(auditor);
  expect(Date.parse(await lastOf(auditor))).toBeGreaterThanOrEqual(before + 5000);
});

test("what somebody proposed who may not any more is approved by nobody", async () => {
  const [proposer, approver] = [await aConfirmedAdmin(app, ["finance"]), await aConfirmedAdmin(app, ["finance"])];
  const fee = { operationType: "send", feeType: "flat", feeValue: "1", minFee: null, maxFee: null, assetCode: "XLM" };
  const body = { ...fee, active: true, reason: "more" };
  const { proposal } = (await askAs(app, proposer, "POST", "/api/admin/fees", body)).body;
  expect((await remove(boss, proposer)).status).toBe(200);
  const decide = () =>
    askAs(app, approver, "POST", `/api/admin/proposals/${proposal.id}/approve`, { digest: proposal.digest });
  expect((await decide()).body.code).toBe("proposal-proposer-gone");
  expect((await decide()).body.code).toBe("proposal-decided");
});

test("who helps people does nothing to operators", async () => {
  const support = await aConfirmedAdmin(app, ["support"]);
  const auditor = await anAdmin(app, ["auditor"]);
  for (const [method, path, body] of [
    ["POST", "second-factor/reset", {}],
    ["POST", "sessions/end", {}],
    ["PUT", "frozen", { isFrozen: true, reason: "odd" }],
  ] as const)
    for (const { user } of [boss, auditor])
      expect((await askAs(app, support, method, `/api/admin/users/${user.id}/${path}`, body)).body.code).toBe(
        "operator-above",
      );
});

test("in production an operator without a second factor can do nothing but set one up", async () => {
  const production = await startTestApp({ isProduction: true, publicUrl: "https://wallet.example.org" });
  try {
    const operator = await aConfirmedAdmin(production);
    const ask = (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
      askAs(production, operator, method, path, body);
    for (const path of ["operators", "deposits", "policy"])
      expect((await ask("GET", `/api/admin/${path}`)).body.code).toBe("operator-factor-required");
    const invited = { email: "friend@example.org", roles: ["super"] };
    expect((await ask("POST", "/api/admin/operator-invitations", invited)).body.code).toBe("operator-factor-required");
    expect((await ask("GET", "/api/own-roles")).body).toEqual({ roles: ["super"], needsSecondFactor: true });
    const { secret } = (await ask("POST", "/api/two-factor/begin")).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: production.clock.now().getTime(),
    });
    expect((await ask("POST", "/api/two-factor/enable", { code })).status).toBe(200);
    expect((await ask("GET", "/api/admin/operators")).status).toBe(200);
    expect((await ask("GET", "/api/own-roles")).body.needsSecondFactor).toBe(false);
  } finally {
    await production.stop();
  }
});

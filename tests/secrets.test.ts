import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openIssue } from "#server/platform/issues/issues.ts";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { PROTOCOL_VERSION, SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import { createLog } from "#server/platform/http/log.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { PLANTED } from "#server/kyc/picture.fixture.ts";
import { aPng } from "#server/support/picture.fixture.ts";
import { cookieOf, eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { SoftwareAuthenticator } from "#tests/support/authenticator.ts";
import { anAdmin, aRegistration } from "#tests/support/builders.ts";
import { writePage } from "#tests/support/content-scenes.ts";
import { sendIdentity } from "#tests/support/identity-scenes.ts";
import { KnownSecrets, type SecretKind, type Surface } from "#tests/support/known-secrets.ts";
import {
  type EndpointName,
  holdAssets,
  moveMoney,
  type Person,
  type Request,
  useOwnKey,
} from "#tests/support/money-scenes.ts";
import { payAffiliateRewards } from "#tests/support/affiliate-scenes.ts";
import { automateTrading } from "#tests/support/automation-scenes.ts";
import { makeMarkets } from "#tests/support/market-scenes.ts";
import { stakeAssets } from "#tests/support/staking-scenes.ts";
import { keepOrder, repeatPayment, tradeAssets } from "#tests/support/trade-scenes.ts";

/** The one answer that is meant to show each secret, to its owner. */
const SHOWN_BY: Readonly<Record<string, SecretKind>> = {
  "a mail": "reset token",
  beginTwoFactor: "second factor's seed",
  enableTwoFactor: "recovery code",
  // To whoever decides about it, and nobody else.
  identityCase: "document number",
  askIdentityAgain: "document number",
  approveIdentity: "document number",
  makeApiKey: "API key",
  setWebhook: "webhook secret",
  makeOperatorKey: "API key",
  renewRecoveryCodes: "recovery code",
};
const DOCUMENT_NUMBER = "SCAN-4711-0815";
const NAMES = Object.keys(ENDPOINTS).filter((name): name is EndpointName => name in ENDPOINTS);
const surfaces: Surface[] = [];
const lines: string[] = [];
const secrets = new KnownSecrets();
const succeeded = new Set<EndpointName>();
const asked = new Set<EndpointName>();
let app: TestApp;
let url: string;

beforeAll(async () => {
  app = await startTestApp({
    hasDemo: true,
    house: { channels: 2 },
    log: createLog("trace", { write: (line) => void lines.push(line) }),
  });
  url = await app.listen();
});
afterAll(() => app.stop());

/** Asks an endpoint as a person and keeps everything that came back, save the cookie that is theirs. */
async function drive(name: EndpointName, person: Person | null, request: Request = {}) {
  const endpoint: Endpoint = ENDPOINTS[name];
  const given = [request.params ?? []].flat();
  const path = endpoint.path.replaceAll(/:\w+/g, () => given.shift() ?? "1");
  const response = await app.server.inject({
    method: endpoint.method,
    url: `${path}${request.query ?? ""}`,
    headers: { ...request.headers, cookie: request.cookie ?? person?.cookie ?? "" },
    ...(request.body && { payload: request.body }),
  });
  const { "set-cookie": _ours, ...headers } = response.headers;
  surfaces.push({ where: name, text: `${JSON.stringify(headers)}\n${response.body}` });
  asked.add(name);
  if (response.statusCode < 300) succeeded.add(name);
  await secrets.collectSessions(app);
  const cookie = cookieOf(response);
  secrets.add("session cookie", ...response.cookies.map(({ value }) => value), cookie.slice("connect.sid=".length));
  const body = endpoint.media === undefined ? response.json() : response.body;
  return { body, status: response.statusCode, cookie };
}

async function register(): Promise<Person> {
  const input = { ...aRegistration(), password: randomBytes(12).toString("base64url") };
  secrets.add("password", input.password);
  const { cookie } = await drive("register", null, { body: input });
  return { ...input, cookie };
}

async function isFunded({ cookie }: Person): Promise<void> {
  const { address } = (await drive("wallet", null, { cookie })).body;
  await eventually(() => accountCollection(app.database).findOne({ _id: address, exists: true }), 30_000);
}

/** Everything that a device is sent, and what it is told when it asks for what it may not. */
async function sync(where: string, { cookie }: Person): Promise<() => void> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: { protocol: PROTOCOL_VERSION },
    extraHeaders: { cookie },
  });
  const keep = (what: unknown) => surfaces.push({ where, text: JSON.stringify(what) });
  socket.onAny((...message: unknown[]) => keep(message));
  await eventually(() => socket.connected);
  const ask = async (event: string, message: object) => keep(await socket.timeout(5000).emitWithAck(event, message));
  for (const collection of SYNC_COLLECTIONS) await ask("pull", { collection, checkpoint: null, limit: 1000 });
  await ask("pull", { collection: "users", checkpoint: null, limit: 10 });
  const settings = { uid: "settings", id: 1, _deleted: false, twoFactorSecret: "x" };
  await ask("push", { collection: "settings", rows: [{ assumedMasterState: null, newDocumentState: settings }] });
  return () => socket.disconnect();
}

async function mails(): Promise<string[]> {
  const folder = join(app.config.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
  const read = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return read.map((mail) => mail.replaceAll(/=\r?\n/g, ""));
}

async function mailedToken(email: string): Promise<string> {
  return eventually(async () => {
    const mine = (await mails()).filter((mail) => mail.includes(`To: ${email}`));
    return /token=(?:3D)?([\w-]{43})/.exec(mine.join("\n"))?.[1];
  });
}

async function signInAndOut(alice: Person): Promise<() => string> {
  const { username, password } = alice;
  await drive("login", null, { body: { username, password: "not this one" } });
  await drive("login", null, { body: { username, password } });
  await drive("confirmIdentity", alice, { body: { password: "nor this one" } });
  await drive("confirmIdentity", alice, { body: { password } });
  const { secret } = (await drive("beginTwoFactor", alice)).body;
  await secrets.collect(app);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const nextCode = () => {
    app.clock.advance(30_000);
    return totp.generate({ timestamp: app.clock.now().getTime() });
  };
  await drive("enableTwoFactor", alice, { body: { code: "000000" } });
  const shown: string[] = (await drive("enableTwoFactor", alice, { body: { code: nextCode() } })).body.recoveryCodes;
  const renewed: string[] = (await drive("renewRecoveryCodes", alice)).body.recoveryCodes;
  for (const code of [...shown, ...renewed]) secrets.add("recovery code", code, code.replaceAll("-", ""));
  await drive("twoFactor", alice);
  await drive("login", null, { body: { username, password } });
  await drive("login", null, { body: { username, password, code: renewed[0] } });
  await drive("login", null, { body: { username, password, code: renewed[0] } });
  await drive("authStatus", alice);
  const { sessions } = (await drive("sessions", alice)).body;
  const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  await drive("endSession", alice, { params: other.id });
  await drive("endOtherSessions", alice);
  return nextCode;
}

async function usePasskeys(alice: Person): Promise<void> {
  const authenticator = new SoftwareAuthenticator(app.config.publicUrl);
  const made = (await drive("beginPasskey", alice)).body;
  const response = authenticator.create(made.options);
  await drive("addPasskey", alice, { body: { challengeId: made.challengeId, name: "Phone", response } });
  const answer = async (name: "beginPasskeyLogin" | "beginPasskeyConfirmation") => {
    const { challengeId, options } = (await drive(name, alice)).body;
    return { challengeId, response: authenticator.get(options) };
  };
  const signIn = await answer("beginPasskeyLogin");
  await drive("passkeyLogin", null, { body: signIn });
  await drive("passkeyLogin", null, { body: signIn });
  await drive("confirmByPasskey", alice, { body: await answer("beginPasskeyConfirmation") });
  const [{ id }] = (await drive("passkeys", alice)).body.passkeys;
  await drive("namePasskey", alice, { params: String(id), body: { name: "Old phone" } });
  await drive("removePasskey", alice, { params: String(id) });
}

async function useKey(alice: Person, bob: Person): Promise<void> {
  const { address } = (await drive("wallet", bob)).body;
  const pays = { allowed: [{ address, memo: "", memoType: "text", label: "Bob" }], dailyLimit: "5" };
  const wish = { name: "Bot", scopes: ["read", "pay"], days: 30, addresses: [], pays };
  const { key, keys } = (await drive("makeApiKey", alice, { body: wish })).body;
  secrets.add("API key", key, key.split("_").at(-1));
  const ask = async (url: string, bearer: string, payload?: object) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await app.server.inject({
      method: payload ? "POST" : "GET",
      url,
      headers,
      ...(payload && { payload }),
    });
    surfaces.push({ where: `${url} by a key`, text: `${JSON.stringify(response.headers)}\n${response.body}` });
  };
  for (const bearer of [key, `${key}0`, key.toUpperCase()]) {
    await ask("/api/wallet", bearer);
    await ask("/api/wallet/send", bearer, { to: key, amount: "1" });
    await ask(`/api/nothing/${bearer}`, bearer);
  }
  await drive("apiKeys", alice);
  await drive("revokeApiKey", alice, { params: keys[0].id });
  await ask("/api/wallet", key);
}

async function changeProfile(alice: Person): Promise<void> {
  const email = `new-${alice.email}`;
  const image = "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=";
  await drive("setPicture", alice, { body: { image } });
  await drive("picture", alice);
  await drive("removePicture", alice);
  await drive("changeEmail", alice, { body: { email } });
  const token = await mailedToken(email);
  secrets.add("reset token", token);
  await drive("confirmEmail", null, { body: { token } });
  await drive("confirmEmail", null, { body: { token } });
  await drive("proveEmail", alice);
}

async function choosePush(alice: Person): Promise<void> {
  const choices = (await drive("notificationChoices", alice)).body;
  await drive("setNotificationChoices", alice, { body: choices });
  const keys = { p256dh: `B${"A".repeat(86)}`, auth: randomBytes(16).toString("base64url") };
  await drive("subscribePush", alice, { body: { endpoint: "http://127.0.0.1:1/nobody", keys } });
  await drive("pushStatus", alice);
  await drive("unsubscribePush", alice);
}

async function changePasswords(bob: Person): Promise<void> {
  await drive("resetPasswordRequest", null, { body: { email: bob.email } });
  const token = await mailedToken(bob.email);
  secrets.add("reset token", token);
  bob.password = "chosen after the reset";
  secrets.add("password", bob.password, "chosen by hand");
  await drive("resetPassword", null, { body: { token, password: bob.password } });
  await drive("resetPassword", null, { body: { token, password: bob.password } });
  const { username } = bob;
  bob.cookie = (await drive("login", null, { body: { username, password: bob.password } })).cookie;
  const input = { current: bob.password, next: "chosen by hand" };
  await drive("changePassword", bob, { body: { ...input, current: "not this" } });
  bob.cookie = (await drive("changePassword", bob, { body: input })).cookie;
  bob.password = input.next;
}

async function askForHelp(alice: Person, operator: Person): Promise<void> {
  await drive("networkStats", alice);
  await drive("walletHealth", alice);
  const words = ["screen", "device", "browser", "viewport", "appVersion", "workerVersion", "syncState"];
  const told = Object.fromEntries([...words, "lastSync", "waiting", "storage", "language"].map((word) => [word, word]));
  const facts = { ...told, takenAt: app.clock.now().toISOString(), isRedacted: true };
  const report = { idempotencyKey: "scan-report-0123456789", note: "It hangs", facts };
  await drive("sendReport", alice, { body: { ...report, picture: "bm8gcGljdHVyZQ==" } });
  const { id } = (await drive("sendReport", alice, { body: { ...report, picture: aPng().toString("base64") } })).body;
  await drive("supportReports", operator);
  await drive("issues", operator);
  await drive("tasks", operator);
  const task = { issueId: null, title: "Call back", description: "", priority: "low", reason: "asked" };
  const [made] = (await drive("addTask", operator, { body: task })).body.tasks;
  const taken = { status: "in_progress", former: { status: "pending", assignedTo: null }, reason: "asked" };
  await drive("setTask", operator, { params: String(made.id), body: taken });
  await monitor(operator);
  await drive("supportPicture", operator, { params: String(id), body: { reason: "asked" } });
}

/** All that operators see and do of what is wrong with the service. */
async function monitor(operator: Person): Promise<void> {
  const why = { reason: "asked" };
  const [from, until] = [0, 60_000].map((ms) => new Date(app.clock.now().getTime() + ms).toISOString());
  for (const subject of ["one", "other"])
    await openIssue(app.runtime, {
      type: "network",
      checkId: "scan",
      subject,
      title: "T",
      description: "D",
      severity: "error",
      metadata: {},
    });
  const { issues } = (await drive("monitoredIssues", operator, { query: "?find=scan" })).body;
  const [params, into] = [String(issues[0].id), issues[1].id];
  await drive("monitoring", operator);
  await drive("monitoredIssue", operator, { params });
  await drive("acknowledgeIssue", operator, { params, body: why });
  await drive("assignIssue", operator, { params, body: { assignedTo: null, ...why } });
  await drive("snoozeIssue", operator, { params, body: { until, ...why } });
  await drive("mergeIssue", operator, { params, body: { into, ...why } });
  await drive("unmergeIssue", operator, { params, body: why });
  await drive("closeIssue", operator, { params, body: why });
  await drive("issueTimeline", operator, { params });
  await drive("checks", operator);
  await drive("runCheck", operator, { params: "job-leases" });
  const window = { checkIds: [], from, until, ...why };
  const { windows } = (await drive("addWindow", operator, { body: window })).body;
  await drive("endWindow", operator, { params: String(windows[0].id), body: why });
  await drive("maintenanceWindows", operator);
  const hook = { url: "https://hooks.invalid/x", leastSeverity: "error", ...why };
  const { secret } = (await drive("setWebhook", operator, { body: hook })).body;
  secrets.add("webhook secret", secret, secret.slice("whsec_".length));
  await drive("webhook", operator);
  await drive("testWebhook", operator);
  await drive("removeWebhook", operator, { body: why });
}

/** All that operators see of a person who has everything. */
async function lookAt(alice: Person, operator: Person): Promise<void> {
  const params = String((await drive("user", alice)).body.id);
  await drive("people", operator, { query: `?q=${alice.username}` });
  await drive("confirmIdentity", operator, { body: { password: operator.password } });
  expect((await drive("exportPeople", operator, { query: "?reason=asked" })).status).toBe(200);
  await drive("addPersonNote", operator, { params, body: { reason: "called" } });
  const parts = ["Wallet", "Movements", "Submissions", "Deposits", "Sessions", "SignIns", "Events", "Notes"] as const;
  for (const name of ["person", ...parts.map((part) => `person${part}` as const)] as const)
    expect((await drive(name, operator, { params })).status, name).toBe(200);
}

async function readMarkets(alice: Person): Promise<void> {
  const { tickers } = await eventually(async () => {
    const markets = (await drive("markets", alice)).body;
    return markets.state === "live" && markets.tickers.length > 0 && markets;
  }, 60_000);
  const { base, quote } = tickers.find((ticker: { ask: string | null }) => ticker.ask !== null);
  const pair = `?base=${base}&quote=${quote}`;
  await drive("market", alice, { query: pair });
  await drive("marketTrades", alice, { query: pair });
  await drive("marketCandles", alice, { query: `${pair}&size=1m` });
  const { pools } = (await drive("marketPools", alice)).body;
  await drive("marketPool", alice, { params: pools[0].poolId });
  await drive("pulse", null);
  await drive("marketQuote", alice, { query: `?direction=send&send=${base}&receive=${quote}&amount=1` });
}

/** A key that reads what an operator may. */
async function useOperatorKey(operator: Person): Promise<void> {
  await drive("confirmIdentity", operator, { body: { password: operator.password } });
  const wish = { name: "Watch", scopes: ["users.read"], days: 30, addresses: [], reason: "our monitor" };
  const { key, keys } = (await drive("makeOperatorKey", operator, { body: wish })).body;
  secrets.add("API key", key, key.split("_").at(-1));
  for (const url of ["/api/admin/people", "/api/admin/policy"]) {
    const headers = { authorization: `Bearer ${key}` };
    const { headers: told, body } = await app.server.inject({ url, headers });
    surfaces.push({ where: `${url} by a key`, text: `${JSON.stringify(told)}\n${body}` });
  }
  await drive("allApiKeys", operator, { query: `?find=${keys[0].id}` });
}

/** Makes somebody an operator by a mailed link, which the only super there is by now may alone. */
async function invite(operator: Person): Promise<void> {
  const carol = await register();
  for (const each of [operator, carol]) await drive("confirmIdentity", each, { body: { password: each.password } });
  const body = { email: carol.email, roles: ["auditor"], reason: "asked" };
  expect((await drive("inviteOperator", operator, { body })).status).toBe(201);
  const token = await mailedToken(carol.email);
  secrets.add("reset token", token);
  await drive("operatorInvitations", operator);
  await drive("acceptInvitation", carol, { body: { token } });
  await drive("acceptInvitation", carol, { body: { token } });
  await drive("operators", operator);
}

async function protect(alice: Person, bob: Person, operator: Person): Promise<void> {
  const aliceId = String((await drive("user", alice)).body.id);
  const address = (await drive("wallet", bob)).body.address;
  await drive("theme", alice, { body: { appearance: "dark" } });
  const { addresses } = (await drive("allowAddress", alice, { body: { address, label: "Bob" } })).body;
  await drive("setAllowList", alice, { body: { isOn: true, holdHours: 0 } });
  await drive("disallowAddress", alice, { params: addresses[0].id });
  await drive("setSignInMails", alice, { body: { isOn: false } });
  await drive("cancelWaiting", alice, { params: "email" });
  await drive("freezeUser", operator, { params: aliceId, body: { isFrozen: true, reason: "asked" } });
  await drive("disableTwoFactor", alice);
  const reason = { body: { reason: "lost" }, params: aliceId };
  await drive("resetSecondFactor", operator, reason);
  await drive("endUserSessions", operator, reason);
  alice.cookie = (await drive("login", null, { body: { username: alice.username, password: alice.password } })).cookie;
}

/** What is not as it should be inside: a person whose name is no text, and rows that fit no schema. */
async function breakThings({ cookie }: Person): Promise<void> {
  const { id } = (await drive("user", null, { cookie })).body;
  await app.database.collection("users").updateOne({ id }, { $set: { username: 7 } });
  app.clock.advance(2000);
  expect((await drive("user", null, { cookie })).body.code).toBe("server-error");
  await app.database.collection("settings").updateOne({ userId: id }, { $set: { theme: 7 } });
  await app.server.inject({ method: "POST", url: "/api/login", payload: '{"password": "half a' });
}

async function leave(alice: Person, bob: Person): Promise<void> {
  await drive("confirmIdentity", bob, { body: { password: bob.password } });
  await drive("setLimits", bob, {
    body: { transactionLimit: "100000", dailyLimit: null, requirePasswordForSend: true },
  });
  await drive("closing", bob);
  await drive("closeReview", bob, { body: { sendRestTo: alice.username } });
  await drive("closeAccount", bob, { body: { sendRestTo: alice.username, password: bob.password } });
  await eventually(() => app.database.collection("account_closings").findOne({ state: "done" }), 30_000);
  await drive("login", null, { body: { username: bob.username, password: bob.password } });
  await drive("freezeOwn", alice);
}

test("no secret leaves the server but where it is meant to, in no answer, row, log line or error", async () => {
  const [alice, bob] = [await register(), await register()];
  const { user, password, cookie } = await anAdmin(app);
  const operator: Person = { username: user.username, email: user.email, password, cookie };
  await drive("adminLogin", null, { body: { username: operator.username, password } });
  await Promise.all([isFunded(alice), isFunded(bob)]);
  const disconnect = await sync("a row of alice", alice);
  await invite(operator);
  const nextCode = await signInAndOut(alice);
  await usePasskeys(alice);
  await useKey(alice, bob);
  await choosePush(alice);
  await changeProfile(alice);
  await changePasswords(bob);
  await moveMoney({ app, drive }, alice, bob, operator, nextCode);
  await holdAssets({ app, drive }, alice, bob);
  await tradeAssets({ app, drive }, alice, nextCode);
  await keepOrder({ app, drive }, alice, nextCode);
  await stakeAssets({ app, drive }, alice, operator, nextCode);
  await automateTrading({ app, drive }, alice, nextCode);
  await makeMarkets({ app, drive }, alice, operator, nextCode);
  await payAffiliateRewards({ app, drive }, alice, operator);
  await repeatPayment({ app, drive }, alice, bob.username, nextCode);
  await drive("settleConfirmation", alice, { body: { idempotencyKey: "scan-settle-0123456789" } });
  await useOwnKey({ app, drive }, bob, alice);
  secrets.add("document number", DOCUMENT_NUMBER);
  secrets.add("place of a picture", ...Object.values(PLANTED));
  await sendIdentity({ app, drive }, bob, operator, DOCUMENT_NUMBER);
  await writePage({ app, drive }, operator);
  await readMarkets(alice);
  await askForHelp(alice, operator);
  await lookAt(alice, operator);
  await useOperatorKey(operator);
  await protect(alice, bob, operator);
  await secrets.collect(app);
  // Whatever else there is, with whatever it says to an operator who asks for number 1 and sends nothing.
  for (const name of NAMES.filter(
    (other) => !asked.has(other) && !["closing", "closeAccount", "freezeOwn", "logout"].includes(other),
  ))
    await drive(name, ENDPOINTS[name].access === "user" ? alice : operator);
  await leave(alice, bob);
  await breakThings(alice);
  (await sync("a broken row of alice", alice))();
  await drive("logout", alice);
  disconnect();
  await secrets.collect(app);

  const unproven = NAMES.filter((name) => !succeeded.has(name) && !/admin|operator/.test(ENDPOINTS[name].access));
  expect(unproven, "endpoints of which no good answer was seen").toEqual([]);
  expect(NAMES.filter((name) => !asked.has(name))).toEqual([]);
  for (const kind of ["wallet seed", "second factor's seed", "recovery code", "password hash", "reset token"] as const)
    expect(secrets.count(kind), kind).toBeGreaterThan(0);
  expect(lines.some((line) => line.includes("request failed"))).toBe(true);
  const log = lines.map((text) => ({ where: "the log", text }));
  const mailed = (await mails()).map((text) => ({ where: "a mail", text }));
  const found = secrets.findIn([...surfaces, ...log, ...mailed]);
  const isMeant = ({ where, kind }: { where: string; kind: SecretKind }) => SHOWN_BY[where] === kind;
  expect(found.filter((leak) => !isMeant(leak))).toEqual([]);
  // The search finds what is there: each secret was seen where it is meant to be shown.
  expect(
    found
      .filter(isMeant)
      .map(({ where }) => where)
      .toSorted(),
  ).toEqual(Object.keys(SHOWN_BY).toSorted());
}, 240_000);

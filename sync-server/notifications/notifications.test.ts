import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEFAULT_CHOICES, NOTIFICATIONS_KEPT } from "#schemas/notifications.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { type NewNotification, notify, UNTOLD_NOTIFICATIONS } from "#server/platform/notifications/notify.ts";
import { cookieOf, eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { type FakePushService, readVapid, startPushService } from "#tests/support/push-service.ts";
import { messageCollection } from "./messages.ts";
import { pruneOld, pruneSurplus } from "./prune.ts";
import { subscriptionCollection } from "./subscriptions.ts";

let app: TestApp;
let service: FakePushService;

beforeAll(async () => {
  [app, service] = await Promise.all([startTestApp(), startPushService()]);
});
beforeEach(() => service.answerWith(201));
afterAll(async () => {
  await app.stop();
  await service.stop();
});

async function call(
  { cookie }: Pick<TestUser, "cookie">,
  method: "GET" | "PUT" | "POST" | "DELETE",
  url: string,
  payload?: object,
) {
  const answer = await app.server.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json(), cookie: cookieOf(answer) };
}

async function aSubscriber() {
  const person = await aUser(app);
  const browser = service.aBrowser();
  const subscribed = await call(person, "PUT", "/api/notifications/push", browser.subscription);
  expect(subscribed.body).toMatchObject({ isOn: true });
  return { person, browser, publicKey: String(subscribed.body.publicKey) };
}

function tell(notification: NewNotification): Promise<void> {
  return app.database.transaction((session) => notify(app.runtime, session, notification));
}

function rowsOf({ user }: TestUser) {
  return app.database.collection("notifications").find({ userId: user.id }).sort({ id: 1 }).toArray();
}

/** Until everything that this person was to be told of is told, or waits for another try. */
async function settled({ user }: TestUser): Promise<void> {
  const { clock, database } = app;
  await eventually(async () => {
    const untold = await database.collection(UNTOLD_NOTIFICATIONS).countDocuments({ userId: user.id });
    const due = await messageCollection(app).countDocuments({ userId: user.id, dueAt: { $lte: clock.now() } });
    return untold + due === 0;
  }, 30_000);
}

async function mailsTo({ user }: TestUser): Promise<string[]> {
  const folder = join(app.config.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return mails.filter((mail) => mail.includes(`To: ${user.email}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ""));
}

test("a payment tells both sides once, and reaches the receiver's browser, which alone can read it", async () => {
  const { person: ben, browser, publicKey } = await aSubscriber();
  const ana = await aUser(app);
  for (const { user } of [ana, ben])
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id, exists: true }), 30_000);
  const payment = { to: ben.user.username, assetCode: "XLM", amount: "12.5", idempotencyKey: "notify-0123456789" };
  const sent = await call(ana, "POST", "/api/wallet/send", { ...payment, password: ana.password });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  const [message] = await eventually(() => browser.read().length > 0 && browser.read(), 30_000);
  const from = ana.user.walletAddress ?? "";
  expect(message).toMatchObject({
    title: "Received 12.5 XLM",
    body: `From @${ana.user.username}`,
    path: "/transactions",
    unread: 1,
  });
  const headers = service.messages.find(({ browser: name }) => name === browser.name)?.headers;
  expect(headers).toMatchObject({ ttl: "86400", topic: message?.["tag"], "content-encoding": "aes128gcm" });
  const { claims, publicKey: signer } = readVapid(String(headers?.["authorization"]));
  expect(signer).toBe(publicKey);
  expect(claims).toMatchObject({ aud: service.url, sub: "mailto:operator@localhost" });
  const inHours = (Number(claims["exp"]) * 1000 - app.clock.now().getTime()) / 3_600_000;
  expect(inHours).toBeGreaterThan(1);
  expect(inHours).toBeLessThan(24);

  const { username } = ana.user;
  expect(await rowsOf(ben)).toMatchObject([
    { kind: "payment-received", amount: "12.5000000", party: from, detail: username, isRead: false },
  ]);
  const own = await eventually(async () => (await rowsOf(ana)).length > 0 && rowsOf(ana), 30_000);
  // What one did oneself is no news in the list.
  expect(own).toMatchObject([
    { kind: "payment-confirmed", amount: "12.5000000", party: ben.user.walletAddress, isRead: true },
  ]);
  await settled(ben);
  expect(browser.read()).toHaveLength(1);
});

test("the same cause is told once, a further one anew, and nobody is told of the house's doings", async () => {
  const person = await aUser(app);
  const told = { userId: person.user.id, kind: "deposit-approved", cause: "7" } as const;
  await tell(told);
  await tell(told);
  await tell({ ...told, cause: "8" });
  await tell({ ...told, userId: 0 });
  expect(await rowsOf(person)).toHaveLength(2);
  expect(await app.database.collection("notifications").countDocuments({ userId: 0 })).toBe(0);
});

test("what is told follows the choices: topics, channels, amounts and the switch over all", async () => {
  const { person, browser } = await aSubscriber();
  const { id: userId } = person.user;
  expect((await call(person, "GET", "/api/notifications/choices")).body).toEqual(DEFAULT_CHOICES);
  const received = { userId, kind: "payment-received", assetCode: "XLM", amount: "3.0000000", party: "G" } as const;
  const choose = (choices: object) =>
    call(person, "PUT", "/api/notifications/choices", { ...DEFAULT_CHOICES, ...choices });

  expect((await choose({ showsAmounts: false, mail: { ...DEFAULT_CHOICES.mail, received: true } })).status).toBe(200);
  await tell(received);
  await settled(person);
  expect(browser.read().map(({ title }) => title)).toEqual(["Payment received"]);
  const mails = await mailsTo(person);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("Subject: Payment received");
  expect(mails[0]).not.toContain("3 XLM");

  await choose({ push: { ...DEFAULT_CHOICES.push, received: false } });
  await tell(received);
  await app.database.collection("settings").updateOne({ userId }, { $set: { notificationsEnabled: false } });
  await tell({ userId, kind: "deposit-approved" });
  // Changes of security are mailed whatever was chosen, and pushed whatever a device was told.
  await tell({ userId, kind: "password-changed" });
  await settled(person);
  expect(browser.read().map(({ title }) => title)).toEqual(["Payment received", "Your password was changed"]);
  expect((await mailsTo(person)).filter((mail) => mail.includes("Subject: Your password was changed"))).toHaveLength(1);
  expect(await rowsOf(person)).toHaveLength(4);
});

test("contacts are named; what was read elsewhere is not rung for; many of a kind are one message", async () => {
  const { person, browser } = await aSubscriber();
  const { id: userId } = person.user;
  const party = "GDIXRJDUGKDQGWWMYJLIX6RQLVBXFMKOOOMAKDU6WJ3LNRSHOWV7CFRH";
  await app.database
    .collection("contacts")
    .insertOne({ userId, uid: "dora", id: 9999, revision: 9999, deleted: false, name: "Dora", stellarAddress: party });
  service.answerWith(503);
  await tell({ userId, kind: "payment-received", cause: "read", assetCode: "XLM", amount: "1.0000000", party });
  await settled(person);
  await app.database.collection("notifications").updateOne({ userId }, { $set: { isRead: true } });
  service.answerWith(201);
  app.clock.advance(60_000);
  await settled(person);
  expect(browser.read().map(({ body }) => body)).toEqual(["From Dora"]);
  await app.database.transaction(async (session) => {
    for (let count = 0; count < 5; count += 1)
      await notify(app.runtime, session, {
        userId,
        kind: "payment-received",
        assetCode: "XLM",
        amount: "1.0000000",
        party,
      });
  });
  await settled(person);
  expect(
    browser
      .read()
      .map(({ title }) => title)
      .slice(1),
  ).toEqual(["5 payments received"]);
});

test("a push service that is away is asked again ever later, one that knows nobody is believed, and nothing waits for ever", async () => {
  const { person, browser } = await aSubscriber();
  const { id: userId } = person.user;
  service.answerWith(429, { "retry-after": "120" });
  await tell({ userId, kind: "sign-in-new", detail: "Firefox on Linux, address 127.0.0.1" });
  await settled(person);
  app.clock.advance(100_000);
  await settled(person);
  expect(browser.read()).toHaveLength(1);
  service.answerWith(500);
  app.clock.advance(25_000);
  await settled(person);
  expect(browser.read()).toHaveLength(2);
  expect(new Set(browser.read().map(({ tag }) => tag)).size).toBe(1);
  expect(await messageCollection(app).findOne({ userId })).toMatchObject({ attempts: 2 });
  app.clock.advance(24 * 3_600_000);
  await settled(person);
  expect(await messageCollection(app).countDocuments({ userId })).toBe(0);
  service.answerWith(410);
  await tell({ userId, kind: "account-frozen" });
  await settled(person);
  expect(await subscriptionCollection(app).countDocuments({ userId })).toBe(0);
  expect((await call(person, "GET", "/api/notifications/push")).body.isOn).toBe(false);
});

test("a device is reached for as long as its session stands, and under a new id after a change of the password", async () => {
  const { person, browser } = await aSubscriber();
  const input = { current: person.password, next: "another password" };
  const changed = await call(person, "POST", "/api/password", input);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  app.clock.advance(15_000);
  await settled(person);
  expect(browser.read().map(({ title }) => title)).toEqual(["Your password was changed"]);
  await call(changed, "POST", "/api/logout", {});
  await eventually(async () => (await subscriptionCollection(app).countDocuments({ userId: person.user.id })) === 0);
  await tell({ userId: person.user.id, kind: "account-frozen" });
  await settled(person);
  expect(browser.read()).toHaveLength(1);

  // Two at once, as of two tabs, do not put each other out.
  const { person: hasty } = await aSubscriber();
  const tabs = [service.aBrowser(), service.aBrowser()];
  await Promise.all(tabs.map(({ subscription }) => call(hasty, "PUT", "/api/notifications/push", subscription)));
  expect((await call(hasty, "GET", "/api/notifications/push")).body.isOn).toBe(true);

  // A browser has one subscription, whoever signs in there.
  const { person: first, browser: shared } = await aSubscriber();
  const second = await aUser(app);
  await call(second, "PUT", "/api/notifications/push", shared.subscription);
  expect((await call(first, "GET", "/api/notifications/push")).body.isOn).toBe(false);
  expect((await call(second, "DELETE", "/api/notifications/push")).status).toBe(200);
  expect((await call(second, "GET", "/api/notifications/push")).body.isOn).toBe(false);
});

test("of notifications the newest are kept, and none for longer than ninety days; devices hear of those that go", async () => {
  const person = await aUser(app);
  const { id: userId } = person.user;
  const fields = {
    kind: "deposit-approved",
    assetCode: "",
    issuer: "",
    amount: "",
    party: "",
    detail: "",
    isRead: true,
    isHidden: false,
    editedAt: {},
  };
  const rows = Array.from({ length: NOTIFICATIONS_KEPT + 30 }, (_, index) => ({
    ...fields,
    uid: randomBytes(8).toString("hex"),
    id: 1_000_000 + index,
    userId,
    revision: index + 1,
    deleted: false,
    timestamp: new Date(app.clock.now().getTime() - index * 1000),
  }));
  await app.database.collection("notifications").insertMany(rows);
  await app.database
    .collection<{ _id: string }>("sync_revisions")
    .insertOne({ _id: `notifications:${userId}`, value: rows.length } as { _id: string });
  await pruneSurplus(app.runtime, userId);
  const dropped = await app.database.collection("notifications").find({ userId, deleted: true }).toArray();
  expect(dropped.map(({ uid }) => uid).toSorted()).toEqual(
    rows
      .slice(NOTIFICATIONS_KEPT)
      .map(({ uid }) => uid)
      .toSorted(),
  );
  expect(Math.min(...dropped.map(({ revision }) => Number(revision)))).toBeGreaterThan(rows.length);
  const later = (days: number) => ({
    ...app.runtime,
    clock: { now: () => new Date(app.clock.now().getTime() + days * 86_400_000) },
  });
  while (await pruneOld(later(91)));
  expect(await app.database.collection("notifications").countDocuments({ userId, deleted: false })).toBe(0);
  await pruneOld(later(181));
  expect(await app.database.collection("notifications").countDocuments({ userId })).toBe(0);
});

test.each([
  ["no keys", { endpoint: "https://push.example.org/x" }],
  ["a key that is none", { endpoint: "https://push.example.org/x", keys: { p256dh: "AAAA", auth: "A".repeat(22) } }],
  [
    "an endpoint without end",
    {
      endpoint: `https://push.example.org/${"x".repeat(1000)}`,
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    },
  ],
  ["more fields", { endpoint: "https://push.example.org/x", keys: {}, extra: 1 }],
])("a subscription with %s is refused", async (_name, input) => {
  expect((await call(await aUser(app), "PUT", "/api/notifications/push", input)).body.code).toBe("input-invalid");
});

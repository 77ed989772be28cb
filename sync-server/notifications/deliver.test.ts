import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEFAULT_CHOICES, type NotificationKind } from "#schemas/notifications.ts";
import { SESSIONS } from "#server/platform/http/session-store.ts";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { type NewNotification, notifyAll } from "#server/platform/notifications/notify.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { writeChoices } from "./choices.ts";
import { deliverDue, type DeliveryDeps } from "./deliver.ts";
import { fanOut } from "./fan-out.ts";
import { messageCollection, type OutgoingMessage } from "./messages.ts";
import { pruneSurplus } from "./prune.ts";
import { subscriptionCollection } from "./subscriptions.ts";
import { makeVapidKey, readVapidKey } from "./vapid.ts";

const NEVER = new AbortController().signal;
const GREEDY = 1;
const OTHER = 2;
const mails: Mail[] = [];
let world: World;
let deps: DeliveryDeps;

beforeAll(async () => {
  world = await startWorld();
  const runtime = { ...world.runtime, config: { ...world.runtime.config, publicUrl: "http://localhost" } };
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  deps = { runtime, mailer, pushKey: async () => readVapidKey(makeVapidKey()) };
  const users = [GREEDY, OTHER].map((id) => ({ id, username: `user-${id}`, email: `user-${id}@example.org` }));
  await world.database.collection("users").insertMany(users);
});
beforeEach(async () => {
  mails.length = 0;
  await messageCollection(world).deleteMany({});
});
afterAll(() => world.stop());

function tellAll(notifications: readonly NewNotification[]): Promise<void> {
  return world.database.transaction((session) => notifyAll(world.runtime, session, notifications));
}

function tell(userId: number, kind: NotificationKind): Promise<void> {
  return tellAll([{ userId, kind }]);
}

function waitingOf(userId: number): Promise<OutgoingMessage[]> {
  return messageCollection(world).find({ userId }).toArray();
}

/** As many messages as are told, due long before everybody's. */
function backlog(count: number, subscriptionId: string | null, uid: string): OutgoingMessage[] {
  const long = new Date(world.clock.now().getTime() - 60_000);
  return Array.from({ length: count }, (_, index) => ({
    _id: `${GREEDY}-${index}-${subscriptionId ?? "mail"}`,
    userId: GREEDY,
    kind: "limits-changed",
    uids: [uid],
    subscriptionId,
    attempts: 0,
    dueAt: long,
    createdAt: long,
  }));
}

test("whoever has many mails and pushes waiting does not keep another person's warning from being mailed", async () => {
  await tell(GREEDY, "limits-changed");
  await tell(OTHER, "password-changed");
  await fanOut(deps.runtime);
  const uid = (await waitingOf(GREEDY))[0]?.uids[0] ?? "";
  await messageCollection(world).insertMany([...backlog(250, null, uid), ...backlog(250, "away", uid)]);
  expect(await deliverDue(deps, NEVER)).toBe(21);
  expect(mails.filter(({ to }) => to === "user-2@example.org")).toMatchObject([
    { subject: "Your password was changed" },
  ]);
  expect(await waitingOf(OTHER)).toEqual([]);
  expect(await waitingOf(GREEDY)).toHaveLength(481);
});

test("a mail is in the language that its reader chose, and in English where that is none of ours", async () => {
  const settings = world.database.collection("settings");
  await settings.insertMany([
    { userId: GREEDY, uid: "settings", language: "ar" },
    { userId: OTHER, uid: "settings", language: "klingon" },
  ]);
  await tell(GREEDY, "password-changed");
  await tell(OTHER, "password-changed");
  await fanOut(deps.runtime);
  await deliverDue(deps, NEVER);
  await settings.deleteMany({ userId: { $in: [GREEDY, OTHER] } });
  expect(mails.map(({ to, language }) => `${to} ${language}`).toSorted()).toEqual([
    "user-1@example.org ar",
    "user-2@example.org en",
  ]);
  const { sentence } = wordsIn("ar");
  const arabic = mails.find(({ language }) => language === "ar");
  expect(arabic).toMatchObject({
    subject: sentence("notification.password-changed.title"),
    text: expect.stringContaining(sentence("mail.hello", { username: "user-1" })),
  });
});

test("of the messages that wait for one browser twenty are kept, and every mail", async () => {
  const expiresAt = new Date(world.clock.now().getTime() + 3_600_000);
  await world.database
    .collection<{ _id: string; userId: number; expiresAt: Date }>(SESSIONS)
    .insertOne({ _id: "a session", userId: GREEDY, expiresAt });
  const browser = { endpoint: "https://push.example.org/x", p256dh: "", auth: "", createdAt: world.clock.now() };
  await subscriptionCollection(world).insertOne({ ...browser, _id: "away", userId: GREEDY, sessionId: "a session" });
  await tellAll(Array.from({ length: 25 }, () => ({ userId: GREEDY, kind: "limits-changed" })));
  await messageCollection(world).insertMany(backlog(19, "away", "old"));
  await fanOut(deps.runtime);
  const waiting = await waitingOf(GREEDY);
  const pushes = waiting.filter(({ subscriptionId }) => subscriptionId !== null);
  expect(pushes).toHaveLength(20);
  expect(pushes.flatMap(({ uids }) => uids)).not.toContain("old");
  expect(waiting.filter(({ subscriptionId }) => subscriptionId === null)).toHaveLength(25);
});

test("a warning whose notification made room for newer ones while it waited is mailed all the same", async () => {
  await tell(OTHER, "two-factor-off");
  await fanOut(deps.runtime);
  const at = new Date(world.clock.now().getTime() + 60_000);
  await tellAll(Array.from({ length: 120 }, () => ({ userId: OTHER, kind: "deposit-approved", at })));
  await pruneSurplus(deps.runtime, OTHER);
  const row = await world.database.collection("notifications").findOne({ userId: OTHER, kind: "two-factor-off" });
  expect(row).toMatchObject({ deleted: true });
  await deliverDue(deps, NEVER);
  expect(mails).toMatchObject([{ to: "user-2@example.org", subject: "Two-factor sign-in is off" }]);
});

test("a sum beyond what one amount can be is told as it is", async () => {
  await writeChoices(deps.runtime, OTHER, { ...DEFAULT_CHOICES, mail: { ...DEFAULT_CHOICES.mail, received: true } });
  const spam = { assetCode: "SPAM", issuer: "G", amount: "46116860184273.8790350", party: "GSTRANGER" };
  await tellAll([{ userId: OTHER, kind: "payment-received", ...spam }]);
  await fanOut(deps.runtime);
  await deliverDue(deps, NEVER);
  expect(mails.map(({ subject }) => subject)).toContain("Received 46,116,860,184,273.879035 SPAM");
});

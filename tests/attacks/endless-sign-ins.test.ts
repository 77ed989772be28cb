import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NOTIFICATIONS_KEPT } from "#schemas/notifications.ts";
import { MOST_ACCESSES, recordAccess } from "#server/access-history/index.ts";
import { MOST_GRAVES, pruneSurplus } from "#server/notifications/prune.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { MOST_SESSIONS } from "#server/platform/http/surplus-sessions.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const ORIGIN = { ipAddress: "203.0.113.1", userAgent: "a script" };

test("an account that signs in without end keeps so many sessions, the latest", async () => {
  const { user, password } = await aUser(app);
  const expiresAt = new Date(app.clock.now().getTime() + 3_600_000);
  const old = Array.from({ length: MOST_SESSIONS + 20 }, (_, at) => ({
    _id: `old-${at}`,
    userId: user.id,
    epoch: 0,
    ...ORIGIN,
    createdAt: new Date(at),
    expiresAt,
  }));
  await app.database.collection<(typeof old)[number]>("sessions").insertMany(old);
  const payload = { username: user.username, password };
  const answer = await app.server.inject({ method: "POST", url: "/api/login", payload });
  expect(answer.statusCode).toBe(200);
  const sessions = app.database.collection<{ _id: string }>("sessions");
  expect(await sessions.countDocuments({ userId: user.id })).toBe(MOST_SESSIONS);
  expect(await sessions.findOne({ _id: "old-0" })).toBeNull();
  expect(await sessions.findOne({ _id: `old-${MOST_SESSIONS + 19}` })).not.toBeNull();
});

test("its access history has an end, too", async () => {
  const userId = 90_001;
  const { database, runtime } = app;
  for (let first = 0; first < MOST_ACCESSES + 200; first += 200) {
    const writes = Array.from({ length: 200 }, () => ({
      uid: randomUUID(),
      fields: { ...ORIGIN, timestamp: new Date(first) },
    }));
    await database.transaction((session) => putReplicated(database, session, "access_history", userId, writes));
  }
  await database.transaction((session) => recordAccess(runtime, session, userId, ORIGIN));
  const rows = database.collection("access_history");
  expect(await rows.countDocuments({ userId })).toBeLessThanOrEqual(MOST_ACCESSES);
  const latest = await rows.findOne({ userId }, { sort: { revision: -1 } });
  expect(latest?.["timestamp"].getTime()).toBeGreaterThan(1_000_000);
});

test("notifications that were dropped are remembered up to a bound", async () => {
  const userId = 90_002;
  const { database, runtime } = app;
  const count = NOTIFICATIONS_KEPT + MOST_GRAVES + 300;
  for (let first = 0; first < count; first += 200) {
    const writes = Array.from({ length: 200 }, (_, at) => ({
      uid: `n-${first + at}`,
      fields: { kind: "limits-changed", timestamp: new Date(first + at) },
    }));
    await database.transaction((session) => putReplicated(database, session, "notifications", userId, writes));
    await pruneSurplus(runtime, userId);
  }
  const rows = database.collection("notifications");
  expect(await rows.countDocuments({ userId, deleted: true })).toBeLessThanOrEqual(MOST_GRAVES);
  expect(await rows.countDocuments({ userId, deleted: false })).toBe(NOTIFICATIONS_KEPT);
});

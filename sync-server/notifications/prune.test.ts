import { afterAll, beforeAll, expect, test } from "vitest";
import { NOTIFICATIONS_KEPT, type NotificationKind } from "#schemas/notifications.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { notifyAll } from "#server/platform/notifications/notify.ts";
import { TestClock } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { pruneSurplus } from "./prune.ts";

const OWNER = 7;
let mongo: TestMongo;
let context: { readonly database: Database; readonly clock: TestClock };

beforeAll(async () => {
  mongo = await startMongo();
  context = { database: await openDatabase(mongo.url, "prune", 10_000), clock: new TestClock() };
});
afterAll(async () => {
  await context.database.close();
  await mongo.stop();
});

async function tell(kind: NotificationKind, count: number): Promise<void> {
  context.clock.advance(1000);
  const told = Array.from({ length: count }, () => ({ userId: OWNER, kind }));
  await context.database.transaction((session) => notifyAll(context, session, told));
}

test("neither what strangers send nor any number of price alerts buries a warning", async () => {
  await tell("password-changed", 1);
  for (const kind of ["payment-received", "price-alert"] as const) await tell(kind, 3 * NOTIFICATIONS_KEPT);
  await pruneSurplus(context, OWNER);
  const left = await context.database.collection("notifications").find({ userId: OWNER, deleted: false }).toArray();
  const counts = Object.fromEntries(
    [...Map.groupBy(left, (row) => row["kind"])].map(([kind, all]) => [kind, all.length]),
  );
  expect(counts).toEqual({
    "password-changed": 1,
    "payment-received": NOTIFICATIONS_KEPT,
    "price-alert": NOTIFICATIONS_KEPT,
  });
});

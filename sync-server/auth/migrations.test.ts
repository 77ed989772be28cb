import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { deviceIndexes, sessionUse } from "./migrations.ts";

let mongo: TestMongo;
let database: Database;
const NOW = new Date("2026-03-01T12:00:00Z");

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "migrations", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

test("sessions from before begin to idle now, others go on, and running it again changes nothing", async () => {
  const sessions = database.collection<{ _id: string; lastSeenAt?: Date }>("sessions");
  const earlier = new Date("2026-02-28T12:00:00Z");
  await sessions.insertMany([{ _id: "old" }, { _id: "new", lastSeenAt: earlier }]);
  await sessionUse.run(database, NOW);
  await sessionUse.run(database, new Date("2026-03-02T12:00:00Z"));
  expect(await sessions.find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: "new", lastSeenAt: earlier },
    { _id: "old", lastSeenAt: NOW },
  ]);
});

test("known devices can be indexed again", async () => {
  await deviceIndexes.run(database, NOW);
  await deviceIndexes.run(database, NOW);
  expect(await database.collection("known_devices").indexes()).toHaveLength(4);
});

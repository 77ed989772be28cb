import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { securityIndexes } from "./migrations.ts";
import { securityCollection } from "#server/users/index.ts";

let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "security", 10_000);
}, 60_000);
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

test("frozen accounts and what is due are found by an index, however often it is made", async () => {
  const now = new Date("2026-05-01T12:00:00Z");
  await securityCollection(database).insertMany([
    { _id: 1, isFrozen: true, dueAt: now },
    { _id: 2, isFrozen: false, dueAt: null },
  ]);
  await securityIndexes.run(database, now);
  await securityIndexes.run(database, now);
  for (const filter of [{ isFrozen: true }, { dueAt: { $lte: now } }]) {
    const found = securityCollection(database).find(filter);
    expect(JSON.stringify(await found.explain("queryPlanner"))).not.toContain("COLLSCAN");
    expect((await securityCollection(database).find(filter).toArray()).map(({ _id }) => _id)).toEqual([1]);
  }
});

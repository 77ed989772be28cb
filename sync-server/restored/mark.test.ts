import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { moveCursor } from "#server/platform/ingest/cursor.ts";
import { readRestored, restoredCollection } from "#server/platform/restored/state.ts";
import { rowSeals, useSeals } from "#server/platform/seals/row-seals.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { markRestored } from "./mark.ts";

const TAKEN = new Date("2030-05-01T00:00:00Z");
const RESTORED = new Date("2030-05-02T00:00:00Z");
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "restored", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

test("a database that was never restored says nothing of it", async () => {
  expect(await readRestored(database, null)).toBeNull();
});

test("a mark needs no key, names the backup's ledger, and gives way to a later restore", async () => {
  await moveCursor({ database, clock: { now: () => TAKEN } }, null, { cursor: "5", ledger: 41 }, null);
  await markRestored(database, { takenAt: TAKEN, restoredAt: TAKEN });
  await markRestored(database, { takenAt: TAKEN, restoredAt: RESTORED });
  expect(await readRestored(database, null)).toMatchObject({
    takenAt: TAKEN,
    restoredAt: RESTORED,
    ledger: 41,
    phase: "marked",
  });
});

test("a phase that somebody wrote past the server counts as none that was come to", async () => {
  useSeals(database, rowSeals(Buffer.alloc(32, 1)));
  await restoredCollection(database).updateOne({ _id: "restored" }, { $set: { phase: "done" } });
  expect((await readRestored(database, null))?.phase).toBe("marked");
});

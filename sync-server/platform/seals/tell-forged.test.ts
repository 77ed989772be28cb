import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { fencedBy } from "#server/platform/jobs/leased-loop.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { tellForged } from "./tell-forged.ts";

let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "forged", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

test("what a job finds forged within its own transaction is told, and holds the transaction up for nothing", async () => {
  const leases = openLeases(database, 60_000);
  const lease = await leases.acquire("looking");
  if (!lease) throw new Error("nobody holds the lease");
  const fenced = fencedBy(leases, lease, database);
  const runtime = { database: fenced, clock: { now: () => new Date() }, log: createLog("silent") };
  let runs = 0;
  await fenced.transaction(async (session) => {
    runs += 1;
    await tellForged(runtime, "protections of user 7", { userId: 7 });
    await database.collection("looked_at").insertOne({ userId: 7 }, { session });
  });
  expect(runs).toBe(1);
  expect(await database.collection("looked_at").countDocuments()).toBe(1);
  expect(await database.collection("system_issues").countDocuments({ status: "active" })).toBe(1);
  await leases.release(lease);
}, 20_000);

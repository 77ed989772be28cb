import { Collection } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openSeals } from "#server/platform/vault/sealing-key.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { plantStakes } from "#tests/support/planted-stakes.ts";
import { TestClock } from "#tests/support/app.ts";
import { testVault } from "#tests/support/vault.ts";
import { openStakes } from "./settle-stakes.ts";
import { stakeCollection, stakingIndexes } from "./store.ts";

const MANY = 1200;
const CLAIMED = 600;
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "stakes", 10_000);
  await openSeals(database, openKeyRing(testVault(), new TestClock()));
  await stakingIndexes.run(database, new Date());
  await plantStakes(database, { from: 0, to: MANY, start: new Date(0) });
  const stakes = stakeCollection(database);
  await stakes.updateOne({ id: 3 }, { $set: { status: "pending" } });
  await stakes.updateOne({ id: 5 }, { $set: { status: "withdrawing", claimId: 9 } });
}, 60_000);
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

async function open(): Promise<number[]> {
  const parts: number[] = [];
  for await (const part of openStakes({ database })) parts.push(...part.map(({ id }) => id));
  return parts;
}

test("each stake of which a payment is under way is found once, and nothing is looked at of the others", async () => {
  const find = vi.spyOn(Collection.prototype, "find");
  expect(await open()).toEqual([3, 5]);
  const asked = find.mock.calls.map(([filter, options]) => ({ filter, options }));
  find.mockRestore();
  for (const { filter, options } of asked) {
    const plan = await stakeCollection(database)
      .find({ ...filter }, { ...options })
      .explain("executionStats");
    expect(plan["executionStats"].totalDocsExamined, JSON.stringify(filter)).toBeLessThanOrEqual(1);
  }
});

test("more of them than are read at once are all found", async () => {
  const stakes = stakeCollection(database);
  for (let id = MANY - CLAIMED + 1; id <= MANY; id += 1)
    await stakes.updateOne({ id }, { $set: { claimId: 10_000 - id } });
  const found = await open();
  expect(found).toHaveLength(CLAIMED + 2);
  expect(new Set(found).size).toBe(found.length);
});

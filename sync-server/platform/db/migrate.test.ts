import { afterAll, beforeAll, expect, test } from "vitest";
import { ENTITIES } from "#schemas/entities.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { type Database, openDatabase } from "./database.ts";
import { accountIndexes, entityIndexes } from "./indexes.ts";
import { migrate, type Migration } from "./migrate.ts";

const clock = { now: () => new Date() };
let mongo: TestMongo;
let databaseCount = 0;
const opened: Database[] = [];

async function emptyDatabase(): Promise<Database> {
  databaseCount += 1;
  const database = await openDatabase(mongo.url, `migrate_${databaseCount}`, 10_000);
  opened.push(database);
  return database;
}

beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await mongo.stop();
});

test("from empty, every unique field group of every entity gets its index; a second run does nothing", async () => {
  const database = await emptyDatabase();
  expect(await migrate(database, [accountIndexes, entityIndexes], clock)).toEqual([1, 2]);
  for (const { collection, unique } of ENTITIES) {
    const indexes = await database.collection(collection).indexes();
    const uniqueKeys = indexes.filter((index) => index.unique).map((index) => Object.keys(index.key).join("+"));
    expect(uniqueKeys, collection).toEqual(expect.arrayContaining(unique.map((fields) => fields.join("+"))));
  }
  expect(await migrate(database, [accountIndexes, entityIndexes], clock)).toEqual([]);
});

test("the database itself refuses a second user of one name", async () => {
  const database = await emptyDatabase();
  await migrate(database, [entityIndexes, accountIndexes], clock);
  const user = (id: number, usernameKey: string) => ({
    id,
    username: `u${id}`,
    email: `${id}@b.c`,
    uniqueUserId: `i${id}`,
    usernameKey,
    uniqueUserIdKey: `i${id}`,
  });
  await database.collection("users").insertOne(user(1, "ana"));
  await expect(database.collection("users").insertOne(user(2, "ana"))).rejects.toMatchObject({ code: 11_000 });
});

test("of two processes that start together, one runs each migration and the other waits for it", async () => {
  const database = await emptyDatabase();
  const runs: number[] = [];
  const slow: Migration = {
    number: 1,
    name: "slow",
    run: async (store) => {
      runs.push(1);
      await store.collection("slow").insertOne({ done: true });
    },
  };
  const ran = await Promise.all([migrate(database, [slow], clock), migrate(database, [slow], clock)]);
  expect(runs).toEqual([1]);
  expect(ran.flat()).toEqual([1]);
});

test("a migration that fails is not recorded and runs again at the next start", async () => {
  const database = await emptyDatabase();
  let isBroken = true;
  const migration: Migration = {
    number: 1,
    name: "fails once",
    run: async () => {
      if (isBroken) throw new Error("power cut");
    },
  };
  await expect(migrate(database, [migration], clock)).rejects.toThrow("power cut");
  isBroken = false;
  expect(await migrate(database, [migration], clock)).toEqual([1]);
});

test("one that loses its lease while it runs goes on where nobody else did it meanwhile", async () => {
  const database = await emptyDatabase();
  let runs = 0;
  const migration: Migration = {
    number: 1,
    name: "keeps the database from renewing anything",
    run: async () => {
      runs += 1;
      // As if another process had taken it over, and died of it.
      const lost = { holder: "dead", until: new Date(0) };
      if (runs === 1)
        await database.collection<{ _id: string }>("leases").updateOne({ _id: "migrations" }, { $set: lost });
    },
  };
  expect(await migrate(database, [migration], clock)).toEqual([1]);
  expect(runs).toBe(2);
  expect(await migrate(database, [migration], clock)).toEqual([]);
});

test("a lease that a dead process left behind is taken over", async () => {
  const database = await emptyDatabase();
  await database
    .collection<{ _id: string }>("leases")
    .insertOne(Object.assign({ _id: "migrations" }, { holder: "dead", expiresAt: new Date(0) }));
  expect(await migrate(database, [entityIndexes], clock)).toEqual([1]);
});

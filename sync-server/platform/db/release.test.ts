import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError } from "#server/config.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate, type Migration } from "./migrate.ts";
import { appVersion } from "#server/platform/app-version.ts";

const clock = { now: () => new Date() };
let mongo: TestMongo;
let databaseCount = 0;
const opened: Database[] = [];

async function emptyDatabase(): Promise<Database> {
  databaseCount += 1;
  const database = await openDatabase(mongo.url, `release_${databaseCount}`, 10_000);
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

function aMigration(number: number): Migration {
  return { number, name: `number ${number}`, run: async () => undefined };
}

/** Starts a version on a database, as far as its migrations go. */
function start(database: Database, version: string, numbers: readonly number[], upgradesFrom = "0.1.0") {
  return migrate(database, numbers.map(aMigration), clock, undefined, { version, upgradesFrom });
}

async function stored(database: Database): Promise<unknown> {
  const names = ["migrations", "versions"] as const;
  return Promise.all(names.map((name) => database.collection(name).find().toArray()));
}

test("each migration says by which version it was run, and the database which versions it has seen", async () => {
  const database = await emptyDatabase();
  await start(database, "0.2.0", [1]);
  await start(database, "0.3.0", [1, 2]);
  expect(await stored(database)).toMatchObject([
    [
      { _id: 1, appVersion: "0.2.0" },
      { _id: 2, appVersion: "0.3.0" },
    ],
    [{ _id: "0.2.0" }, { _id: "0.3.0" }],
  ]);
});

test("a database that a newer version changed is refused in one sentence with the way back, and left as it is", async () => {
  const database = await emptyDatabase();
  await start(database, "0.10.0", [1, 2]);
  const before = await stored(database);
  const refusal = start(database, "0.9.0", [1]);
  await expect(refusal).rejects.toBeInstanceOf(ConfigError);
  await expect(refusal).rejects.toThrow(
    /^This is Astrolabe 0\.9\.0, and the database was changed by 0\.10\.0: start that one, or restore the backup from before/,
  );
  // Without a migration of its own, too: what it stores may have another form.
  await expect(start(database, "0.9.0", [1, 2])).rejects.toThrow("changed by 0.10.0");
  expect(await stored(database)).toEqual(before);
});

test("migrations that nobody here knows are a newer version's, whatever it called itself", async () => {
  const database = await emptyDatabase();
  await start(database, "0.2.0", [1, 2]);
  await expect(start(database, "0.2.0", [1])).rejects.toThrow("the database was changed by a version after it");
});

test("a database older than what a version goes on from is refused, and says what to start first", async () => {
  const database = await emptyDatabase();
  await migrate(database, [aMigration(1)], clock);
  const skipping = start(database, "0.5.0", [1, 2], "0.3.0");
  await expect(skipping).rejects.toThrow(
    /^This is Astrolabe 0\.5\.0, which goes on from 0\.3\.0 or later, and the database is of 0\.1\.0: start 0\.3\.0 on it first/,
  );
  await start(database, "0.3.0", [1]);
  expect(await start(database, "0.5.0", [1, 2], "0.3.0")).toEqual([2]);
});

test("of versions that differ in their last number any follows any, and an empty database takes any", async () => {
  const database = await emptyDatabase();
  await start(database, "1.4.2", [1], "1.4.0");
  await start(database, "1.4.0", [1]);
  await start(database, "1.4.10", [1]);
  await expect(start(database, "1.3.9", [1])).rejects.toThrow("changed by 1.4.10");
});

test("the version is a semantic one", () => {
  expect(appVersion()).toMatch(/^\d+\.\d+\.\d+$/);
});

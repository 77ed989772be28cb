import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIGRATIONS } from "#server/all-migrations.ts";
import { DATABASE_NAME } from "#server/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { startMongo, TEMPLATE } from "./embedded.ts";

let folder = "";

/** Brings one database up to date before all tests, so that each app begins with a copy of it instead of doing the same again. */
export async function setup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-template-"));
  const keepAs = join(folder, "data");
  const mongo = await startMongo({ keepAs });
  const database = await openDatabase(mongo.url, DATABASE_NAME, 10_000);
  await migrate(database, MIGRATIONS, { now: () => new Date() });
  await database.close();
  await mongo.stop();
  process.env[TEMPLATE] = keepAs;
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

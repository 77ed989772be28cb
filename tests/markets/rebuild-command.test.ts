import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DATABASE_NAME } from "#server/config.ts";
import { offerCollection, readState } from "#server/markets/market-store.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { randomFrom } from "#tests/faults/stellar/random.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { letLive } from "./follow.ts";
import { aProcess, expectStored } from "./recording.ts";
import { Town } from "./town.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const SCRIPT = join(import.meta.dirname, "../../sync-server/markets/cli/rebuild-markets.ts");
let mongo: TestMongo;
let database: Database;
let town: Town;
let folder: string;

beforeAll(async () => {
  mongo = await startMongo();
  folder = await mkdtemp(join(tmpdir(), "astrolabe-rebuild-"));
  database = await openDatabase(mongo.url, DATABASE_NAME, 10_000);
  town = await Town.open("command", { people: 4, assets: 3 });
  await letLive(town, randomFrom(51), 12);
});
afterAll(async () => {
  await town.stop();
  await database.close();
  await mongo.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(): Promise<string> {
  const env = { PATH: process.env["PATH"], MONGODB_URL: mongo.url, DATA_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { env });
  return stdout;
}

test("the command has a server that runs read everything anew, and says when that is done", async () => {
  expect(await run()).toContain("no market data yet");
  const server = aProcess(town, database);
  await server.record();
  const { generation = 0 } = (await readState(database)) ?? {};
  await offerCollection(database).deleteMany({});
  let isDone = false;
  const said = run().finally(() => {
    isDone = true;
  });
  // The server goes on with the network meanwhile.
  const random = randomFrom(52);
  const live = async (): Promise<void> => {
    if (isDone) return;
    await letLive(town, random, 1);
    await server.record();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return live();
  };
  await live();
  expect(await said).toMatch(/The markets are as of ledger \d+ \(generation \d+\)/);
  expect((await readState(database))?.generation).toBe(generation + 1);
  await expectStored(database, town);
});

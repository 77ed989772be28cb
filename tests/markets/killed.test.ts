import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PASSPHRASE } from "#server/embedded/stellar/test-network.ts";
import { readState } from "#server/markets/market-store.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { integerFrom, randomFrom } from "#tests/faults/stellar/random.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { letLive } from "./follow.ts";
import { aProcess, expectSame, expectStored, soon } from "./recording.ts";
import { seeds } from "./seeds.ts";
import { Town } from "./town.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

/** One while it builds the index and one while it records; more with KILLS. */
const KILLS = Number(process.env["KILLS"] ?? 2);
const NAME = "markets-killed";
let mongo: TestMongo;
let database: Database;
let town: Town;
let child: ChildProcess | null = null;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, NAME, 10_000);
  town = await Town.open("killed", { people: 5, assets: 3 });
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await town.stop();
  await database.close();
  await mongo.stop();
});

async function start(): Promise<ChildProcess> {
  const listed = town.listed.slice(1).map(({ name }) => assetKey(name));
  const started = fork(join(import.meta.dirname, "recording-child.fixture.ts"), [
    mongo.url,
    NAME,
    town.network.url,
    PASSPHRASE,
    listed.join(","),
  ]);
  await once(started, "message");
  return started;
}

/** Whether everything up to the newest ledger is recorded. */
async function isWhole(): Promise<boolean> {
  const state = await readState(database);
  return state?.phase === "live" && state.ledger === town.ledger;
}

test.each(seeds("KILL_SEED", 1))(
  "a recorder that is killed again and again (seed %i) misses nothing and repeats nothing",
  async (seed) => {
    const random = randomFrom(seed);
    const watching = aProcess(town, database);
    await watching.follower.start();
    for (let kill = 0; kill < KILLS; kill += 1) {
      child = await start();
      // Some are killed while they build the index, the others while they record.
      if (kill % 2 === 1) await soon(isWhole);
      for (let ledgers = integerFrom(random, 3, 12); ledgers > 0; ledgers -= 1) {
        await letLive(town, random, 1);
        // Not to wait for anything: it is to be killed wherever it happens to be.
        await delay(integerFrom(random, 0, 15));
      }
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    child = await start();
    await soon(isWhole);
    await letLive(town, random, 5);
    await soon(isWhole);
    const stored = await expectStored(database, town);
    await soon(() => watching.follower.memory?.ledger === town.ledger);
    expectSame(watching.follower.memory, stored, town);
    expect(stored.sequence).toBeGreaterThan(0);
    await watching.follower.stop();
  },
);

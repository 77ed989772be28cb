import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { checkAndTell } from "#server/markets/keep-checked.ts";
import { readState } from "#server/markets/market-store.ts";
import { Recorder } from "#server/markets/recorder.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { mayTouchMarkets } from "#server/platform/network/market-results.ts";
import { randomFrom } from "#tests/faults/stellar/random.ts";
import { letLive } from "#tests/markets/follow.ts";
import { aProcess, expectStored, NEVER } from "#tests/markets/recording.ts";
import { Town } from "#tests/markets/town.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";

// Every step of these asks a network and a database, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const random = randomFrom(44);
let mongo: TestMongo;
let database: Database;
let town: Town;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "markets-unreadable", 10_000);
  town = await Town.open("unreadable", { people: 4, assets: 3 });
  await letLive(town, random, 20);
});
afterAll(async () => {
  await town.stop();
  await database.close();
  await mongo.stop();
});

/** The network as a protocol would tell of it that is newer than we are: some of its transactions are in no form that is known. */
function unreadable(garble: (transaction: NetworkTransaction) => Partial<NetworkTransaction>): Town["rpc"] {
  return {
    ...town.rpc,
    transactions: async (cursor, limit) => {
      const page = await town.rpc.transactions(cursor, limit);
      const transactions = page.transactions.map((each) =>
        mayTouchMarkets(each) ? { ...each, ...garble(each) } : each,
      );
      return { ...page, transactions };
    },
  };
}

function unknownVersion({ metaXdr }: NetworkTransaction): Partial<NetworkTransaction> {
  const bytes = Buffer.from(metaXdr, "base64");
  bytes.writeInt32BE(99, 0);
  return { metaXdr: bytes.toString("base64") };
}

test.each([
  ["metadata of an unknown version", unknownVersion],
  ["a result that ends too early", () => ({ resultXdr: "AAAA" })],
])("%s stops no index: what it did is found at Horizon", async (_name, garble) => {
  const process = aProcess(town, database);
  await process.record();
  await letLive(town, random, 6);
  const listing = () => Promise.resolve({ assets: town.listed.slice(1).map(({ name }) => name) });
  const snapshots = { ...town.markets, ...town.snapshots };
  const recorder = new Recorder({ network: unreadable(garble), snapshots, listing, heir: process.follower });
  for (let found = "more"; found === "more";) found = await recorder.step(process.runtime, NEVER);
  expect(await readState(database)).toMatchObject({ phase: "live", ledger: town.ledger, isCheckAsked: true });
  const issues = database.collection("system_issues");
  expect(await issues.countDocuments({ checkId: "markets-unread", status: "active" })).toBe(1);
  // As the job does that looks for what was asked.
  const differences = await checkAndTell(process.runtime, snapshots, NEVER);
  expect(differences?.length).toBeGreaterThan(0);
  const again = aProcess(town, database);
  await again.record();
  await expectStored(database, town);
  expect(await checkAndTell(again.runtime, snapshots, NEVER)).toEqual([]);
  expect(await issues.countDocuments({ status: "active" })).toBe(0);
});

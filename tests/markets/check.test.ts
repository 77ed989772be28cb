import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startOf } from "#server/markets/candles.ts";
import { checkIndex } from "#server/markets/check-index.ts";
import { checkAndTell } from "#server/markets/keep-checked.ts";
import { candleCollection, offerCollection, poolCollection, readState } from "#server/markets/market-store.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { randomFrom } from "#tests/faults/stellar/random.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { letLive } from "./follow.ts";
import { aProcess, expectStored, NEVER } from "./recording.ts";
import { Town } from "./town.ts";

// Every step of these asks a network and a database, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const random = randomFrom(31);
let mongo: TestMongo;
let database: Database;
let town: Town;
let recording: ReturnType<typeof aProcess>;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "markets-check", 10_000);
  town = await Town.open("check", { people: 5, assets: 3 });
  await letLive(town, random, 40);
  recording = aProcess(town, database);
  await recording.record();
});
afterAll(async () => {
  await town.stop();
  await database.close();
  await mongo.stop();
});

function source() {
  return { ...town.markets, ...town.snapshots };
}

function issue() {
  return database.collection("system_issues").findOne({ checkId: "markets-differ", status: "active" });
}

test("an index that is right raises no alarm, however the market moves while it is compared", async () => {
  expect(await checkIndex(recording.runtime, source(), NEVER)).toEqual([]);
  const moving = {
    ...source(),
    offers: async (...asked: Parameters<typeof town.snapshots.offers>) => {
      const page = await town.snapshots.offers(...asked);
      await letLive(town, random, 1);
      await recording.record();
      return page;
    },
    pool: async (...asked: Parameters<typeof town.snapshots.pool>) => {
      await letLive(town, random, 1);
      const answer = await town.snapshots.pool(...asked);
      await recording.record();
      return answer;
    },
  };
  expect(await checkIndex(recording.runtime, moving, NEVER)).toEqual([]);
});

test("what differs is found, opens an issue and is put right", async () => {
  const { generation = 0 } = (await readState(database)) ?? {};
  const [changed, removed] = await offerCollection(database).find({ generation }).toArray();
  const pool = await poolCollection(database).findOne({ generation });
  if (!changed || !removed || !pool) throw new Error("there is too little to differ");
  await offerCollection(database).updateOne({ _id: changed._id }, { $set: { amount: "1" } });
  await offerCollection(database).deleteOne({ _id: removed._id });
  await offerCollection(database).insertOne({ ...changed, _id: `${generation} 999999`, offerId: "999999" });
  await poolCollection(database).updateOne({ _id: pool._id }, { $set: { reserveA: "7" } });
  const found = await checkAndTell(recording.runtime, source(), NEVER);
  const expected = [changed.offerId, removed.offerId, "999999", pool.poolId];
  expect(found?.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  expect(await issue()).toMatchObject({ severity: "error", metadata: { count: 4 } });
  await recording.record();
  // The rebuilding is noticed with the next ledger.
  await letLive(town, random, 1);
  await recording.record();
  expect((await readState(database))?.generation).toBeGreaterThan(generation);
  await expectStored(database, town);
  expect(await checkAndTell(recording.runtime, source(), NEVER)).toEqual([]);
  expect(await issue()).toBeNull();
});

test("a candle that lacks a trade is found", async () => {
  const { closedAt } = await town.markets.head();
  const at = { $lt: new Date(startOf("5m", closedAt.getTime())) };
  const own = await candleCollection(database).findOne({ size: "5m", at }, { sort: { at: -1 } });
  if (!own) throw new Error("nothing was traded");
  await candleCollection(database).updateOne({ _id: own._id }, { $set: { trades: own.trades + 1 } });
  const found = await checkIndex(recording.runtime, source(), NEVER);
  expect(found).toEqual([{ kind: "candle", id: `${own.pair} ${own.at.getTime()}` }]);
});

test("a comparison that waits for the index ends when it is to", async () => {
  const ending = new AbortController();
  const ahead = {
    ...source(),
    offers: async (...asked: Parameters<typeof town.snapshots.offers>) => {
      const page = await town.snapshots.offers(...asked);
      setTimeout(() => ending.abort(), 50);
      return { ...page, ledger: town.ledger + 1 };
    },
  };
  await expect(checkIndex(recording.runtime, ahead, ending.signal)).rejects.toThrow("aborted");
});

test("a Horizon that does not answer is no difference", async () => {
  const away = { ...source(), pool: () => Promise.reject(new NetworkError("no Horizon answered")) };
  await expect(checkIndex(recording.runtime, away, NEVER)).rejects.toThrow(NetworkError);
});

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askRebuild } from "#server/markets/build-index.ts";
import { watchLag } from "#server/markets/lag-watch.ts";
import { quotePayment } from "#server/markets/quote-payment.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { randomFrom } from "#tests/faults/stellar/random.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { letLive } from "./follow.ts";
import { aProcess, soon } from "./recording.ts";
import { Town } from "./town.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let mongo: TestMongo;
let database: Database;
let town: Town;
let running: ReturnType<typeof aProcess>;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "markets-behind", 10_000);
  town = await Town.open("behind", { people: 4, assets: 3 });
  await letLive(town, randomFrom(41), 25);
  running = aProcess(town, database);
  await running.record();
  await running.follower.start();
});
afterAll(async () => {
  await running.follower.stop();
  await town.stop();
  await database.close();
  await mongo.stop();
});

function anyQuote(feed: ReturnType<typeof running.feedWith>) {
  const [send, receive] = town.listed.map(({ name }) => assetKey(name));
  return () =>
    quotePayment(feed, { direction: "send", send: send ?? "", receive: receive ?? "", amount: "0.01" }, null);
}

test("an index four ledgers behind promises no price; one that is three behind does", () => {
  let lag = 3;
  const feed = running.feedWith(() => lag);
  expect(anyQuote(feed)()).toMatchObject({ state: "live", ledger: town.ledger });
  lag = 4;
  expect(anyQuote(feed)).toThrow("4 ledgers behind");
  expect(feed.place().state).toBe("behind");
  feed.stop();
});

test("how far it is behind is what the nodes say, and asked where nobody hears from them", async () => {
  let [newest, sequence] = [town.ledger, town.ledger];
  const network = {
    nodes: () => [{ origin: "x", state: "fresh" as const, latestLedger: newest, problem: null }],
    head: () => Promise.resolve({ sequence, closedAt: new Date() }),
  };
  const watch = watchLag(network, running.follower, () => undefined, 1000);
  expect(watch.lag()).toBe(0);
  newest += 2;
  expect(watch.lag()).toBe(2);
  sequence += 9;
  await soon(() => watch.lag() === 9);
  watch.stop();
});

test("while an index is built nothing is quoted, and afterwards it is", async () => {
  const feed = running.feedWith(() => 0);
  await askRebuild(database);
  await letLive(town, randomFrom(42), 1);
  await running.record();
  await soon(() => running.follower.memory?.ledger === town.ledger);
  expect(anyQuote(feed)()).toMatchObject({ state: "live" });
  const other = aProcess(town, database);
  const none = other.feedWith(() => 0);
  expect(none.place().state).toBe("building");
  expect(anyQuote(none)).toThrow("being read in");
  none.stop();
  feed.stop();
});

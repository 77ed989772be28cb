import { afterAll, beforeAll, expect, type MockInstance, test, vi } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { type Database, openDatabase } from "./database.ts";

let mongo: TestMongo;
let database: Database;
let other: Database;
let opened: MockInstance<Database["db"]["watch"]>;

beforeAll(async () => {
  mongo = await startMongo();
  [database, other] = [
    await openDatabase(mongo.url, "changes", 10_000),
    await openDatabase(mongo.url, "changes", 10_000),
  ];
  opened = vi.spyOn(database.db, "watch");
});
afterAll(async () => {
  await Promise.all([database.close(), other.close()]);
  await mongo.stop();
});

/** Counts what a listener hears of, once it listens for certain: it is told that first. */
async function listen(collections: readonly string[]) {
  const heard = { times: 0, stop: (): void => undefined };
  heard.stop = database.changes.on(collections, () => {
    heard.times += 1;
  });
  await eventually(async () => heard.times > 0);
  return heard;
}

test("whoever listens hears of each kind of change, by whichever process, and of no other collection", async () => {
  const [orders, stakes] = [await listen(["orders"]), await listen(["stakes", "offers"])];
  const before = stakes.times;
  for (const write of [
    () => other.collection("orders").insertOne({ n: 1 }),
    () =>
      other.transaction((session) => other.collection("orders").updateOne({ n: 1 }, { $inc: { n: 1 } }, { session })),
    () => other.collection("orders").replaceOne({}, { n: 3 }),
    () => other.collection("orders").deleteOne({}),
  ]) {
    const known = orders.times;
    await write();
    await eventually(async () => orders.times > known);
  }
  expect(stakes.times).toBe(before);
  await other.collection("offers").insertOne({});
  await eventually(async () => stakes.times > before);
  orders.stop();
  stakes.stop();
});

test("who comes later to other collections hears of them, and those before hear on", async () => {
  const first = await listen(["a"]);
  const later = await listen(["b"]);
  for (const [name, heard] of [
    ["a", first],
    ["b", later],
  ] as const) {
    const known = heard.times;
    await other.collection(name).insertOne({});
    await eventually(async () => heard.times > known);
  }
  later.stop();
  const known = later.times;
  database.changes.tellAll();
  expect(later.times).toBe(known);
  first.stop();
});

test("after its stream broke off everybody is told that they may have missed something", async () => {
  const heard = await listen(["kept"]);
  const known = heard.times;
  await opened.mock.results.at(-1)?.value.close();
  await eventually(async () => heard.times > known);
  const again = heard.times;
  await other.collection("kept").insertOne({});
  await eventually(async () => heard.times > again);
  heard.stop();
});

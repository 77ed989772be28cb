import type { Db, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
  db = client.db("replaced");
});
afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

test("a cursor whose collection is dropped or renamed meanwhile says so once, and is gone", async () => {
  const doomed = db.collection<{ _id: number }>("doomed");
  for (const change of [() => doomed.drop(), () => doomed.rename("moved")]) {
    await doomed.insertMany(Array.from({ length: 20 }, (_, index) => ({ _id: index })));
    const { cursor } = await db.command({ find: "doomed", batchSize: 5 }, { promoteLongs: false });
    await change();
    const more = { getMore: cursor.id, collection: "doomed" };
    await expect(db.command(more)).rejects.toMatchObject({ code: 175, codeName: "QueryPlanKilled" });
    await expect(db.command(more)).rejects.toMatchObject({ code: 43, codeName: "CursorNotFound" });
  }
});

test("a document that a pipeline makes larger than 16 MB is computed with, but not answered", async () => {
  const large = db.collection<{ _id: number; bytes: Buffer }>("large");
  await large.insertOne({ _id: 1, bytes: Buffer.alloc(9 * 1024 * 1024) });
  const twice = { $set: { copy: "$bytes" } };
  await expect(large.aggregate([twice]).toArray()).rejects.toMatchObject({ code: 10334 });
  const size = large.aggregate([twice, { $project: { _id: 0, size: { $binarySize: "$copy" } } }]);
  expect(await size.toArray()).toEqual([{ size: 9 * 1024 * 1024 }]);
});

test("$out leaves the old collection as it is when a document does not fit, and no view goes for it", async () => {
  const prices = db.collection<{ _id: number; price: number }>("prices");
  await prices.insertMany([1, 2, 3].map((price) => ({ _id: price, price })));
  await prices.createIndex({ price: 1 }, { unique: true });
  await db.createCollection("shown", { viewOn: "prices", pipeline: [{ $match: { price: 2 } }] });
  const level = prices.aggregate([{ $set: { price: 5 } }, { $out: "prices" }]);
  await expect(level.toArray()).rejects.toMatchObject({ code: 11000 });
  const over = prices.aggregate([{ $out: "shown" }]);
  await expect(over.toArray()).rejects.toMatchObject({ code: 166 });
  expect(await db.collection("shown").find().toArray()).toEqual([{ _id: 2, price: 2 }]);
  await prices.aggregate([{ $set: { price: { $add: ["$price", 1] } } }, { $out: "prices" }]).toArray();
  expect((await prices.find().sort({ price: 1 }).toArray()).map(({ price }) => price)).toEqual([2, 3, 4]);
  expect(await prices.indexes()).toMatchObject([{ name: "_id_" }, { name: "price_1", unique: true }]);
  const names = (await db.listCollections().toArray()).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("tmp."))).toEqual([]);
});

test("a collection is not renamed to itself, nor does a rename that waits take its target first", async () => {
  const source = db.collection<{ _id: number }>("source");
  const target = db.collection<{ _id: number }>("target");
  await source.insertOne({ _id: 1 });
  await target.insertOne({ _id: 2 });
  const admin = client.db("admin");
  const rename = { renameCollection: source.namespace, to: target.namespace, dropTarget: true };
  await expect(admin.command({ ...rename, to: source.namespace })).rejects.toMatchObject({ code: 20 });
  await client.withSession(async (session) => {
    session.startTransaction();
    await source.insertOne({ _id: 3 }, { session });
    await expect(admin.command({ ...rename, maxTimeMS: 50 })).rejects.toMatchObject({ code: 50 });
    await session.abortTransaction();
  });
  expect(await source.find().toArray()).toEqual([{ _id: 1 }]);
  expect(await target.find().toArray()).toEqual([{ _id: 2 }]);
});

test.for<[string, object, number]>([
  ["itself", { viewOn: "self" }, 5],
  ["itself by a join", { viewOn: "prices", pipeline: [{ $lookup: { from: "self", pipeline: [], as: "more" } }] }, 5],
  ["itself by another view", { viewOn: "outer" }, 5],
  ["a stage that there is not", { viewOn: "prices", pipeline: [{ $nothing: 1 }] }, 40324],
  ["a stage that writes", { viewOn: "prices", pipeline: [{ $out: "prices" }] }, 167],
])("a view of %s is refused", async ([, options, code]) => {
  await db.command({ create: "outer", viewOn: "self", pipeline: [] }).catch(() => {});
  await expect(db.command({ create: "self", ...options })).rejects.toMatchObject({ code });
});

test("a pipeline's time ends within its joins, too", async () => {
  const all = db.collection<{ _id: number }>("numbers");
  await all.insertMany(Array.from({ length: 2000 }, (_, index) => ({ _id: index })));
  const join = { $lookup: { from: "numbers", pipeline: [{ $match: { $expr: { $gt: ["$_id", 0] } } }], as: "all" } };
  const counted = all.aggregate([join, { $unwind: "$all" }, { $count: "n" }], { maxTimeMS: 20 });
  await expect(counted.toArray()).rejects.toMatchObject({ code: 50 });
});

import {
  Binary,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  BSONRegExp,
  Timestamp,
  UUID,
} from "mongodb";
import type { Db, Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
  db = client.db("crud");
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

test("every BSON type comes back as it went in, field order too", async () => {
  const types = db.collection("types", { promoteValues: false, promoteLongs: false, bsonRegExp: true });
  const document = {
    _id: new ObjectId(),
    int: new Int32(1),
    long: Long.fromString("9007199254740993"),
    double: new Double(1),
    negativeZero: new Double(-0),
    decimal: Decimal128.fromString("1.10"),
    date: new Date(-1),
    binary: new Binary(Buffer.from([0, 255]), 5),
    uuid: new UUID(),
    regex: new BSONRegExp("^a", "im"),
    timestamp: new Timestamp({ t: 7, i: 9 }),
    code: new Code("f()"),
    scoped: new Code("f()", { a: new Int32(1) }),
    min: new MinKey(),
    max: new MaxKey(),
    nothing: null,
    nested: { z: [new Int32(1), "ä\u{1f600}", { "": true }], a: {} },
  };
  await types.insertOne(document);
  const raw = await db.collection("types", { raw: true }).findOne({});
  const { serialize } = await import("bson");
  expect(Buffer.compare(Buffer.from(serialize(document)), Buffer.from(rawBytes(raw)))).toBe(0);
  await types.updateOne({}, { $set: { "nested.b": new Double(2) } });
  const after = await types.findOne({});
  expect(after?.["double"]).toEqual(new Double(1));
  expect(after?.["long"]).toEqual(document.long);
  expect(Object.keys(after?.["nested"])).toEqual(["z", "a", "b"]);
});

function rawBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error("not raw");
}

test("integer-like field names keep their places through an update", async () => {
  const names = db.collection<Document & { _id: number }>("names", { raw: true });
  await db.command({
    insert: "names",
    documents: [
      new Map<string, unknown>([
        ["_id", 1],
        ["b", 1],
        ["10", 1],
        ["2", 1],
      ]),
    ],
  });
  await names.updateOne({ _id: 1 }, { $set: { c: 1 } });
  const bytes = Buffer.from(rawBytes(await names.findOne({}))).toString("latin1");
  expect(bytes.indexOf("b\0")).toBeLessThan(bytes.indexOf("10\0"));
  expect(bytes.indexOf("10\0")).toBeLessThan(bytes.indexOf("2\0"));
});

test("a duplicate key is MongoDB's 11000, with pattern, value and message", async () => {
  const users = db.collection("users");
  await users.createIndex({ name: 1, realm: -1 }, { unique: true });
  await users.insertOne({ name: "ann", realm: 1 });
  await expect(users.insertOne({ name: "ann", realm: 1 })).rejects.toMatchObject({
    code: 11000,
    message:
      'E11000 duplicate key error collection: crud.users index: name_1_realm_-1 dup key: { name: "ann", realm: 1 }',
    keyPattern: { name: 1, realm: -1 },
    keyValue: { name: "ann", realm: 1 },
  });
  await users.insertOne({ name: "ann", realm: 2 });
  await expect(users.updateOne({ realm: 2 }, { $set: { realm: 1 } })).rejects.toMatchObject({ code: 11000 });
  const bulk = users.insertMany([{ name: "x" }, { name: "x" }, { name: "y" }], { ordered: false });
  await expect(bulk).rejects.toMatchObject({ code: 11000, insertedCount: 2 });
});

test("counters made by upserting findOneAndUpdate never hand out a number twice", async () => {
  const counters = db.collection<{ _id: string; next: number }>("counters");
  const take = (): Promise<{ next: number } | null> =>
    counters.findOneAndUpdate({ _id: "things" }, { $inc: { next: 1 } }, { upsert: true, returnDocument: "after" });
  const taken = await Promise.all(Array.from({ length: 50 }, take));
  expect(new Set(taken.map((document) => document?.next)).size).toBe(50);
  expect((await counters.findOne({}))?.next).toBe(50);
});

test("update operators do as MongoDB's do", async () => {
  const items = db.collection<Document & { _id: number; list: number[] }>("items");
  await items.insertOne({
    _id: 1,
    n: 1,
    list: [1, 2, 3],
    docs: [
      { k: 1, v: 1 },
      { k: 2, v: 2 },
    ],
    gone: 1,
  });
  const several: Document = {
    $inc: { n: 2 },
    $push: { list: { $each: [9, 0], $slice: -4, $sort: 1 } },
    $unset: { gone: "" },
    $rename: { docs: "kept" },
  };
  await items.updateOne({ _id: 1 }, several);
  await items.updateOne({ _id: 1 }, { $set: { "kept.$[item].v": 20 } }, { arrayFilters: [{ "item.k": 2 }] });
  await items.updateOne({ _id: 1, "kept.k": 1 }, { $inc: { "kept.$.v": 9 } });
  expect(await items.findOne({})).toEqual({
    _id: 1,
    n: 3,
    list: [1, 2, 3, 9],
    kept: [
      { k: 1, v: 10 },
      { k: 2, v: 20 },
    ],
  });
  await items.updateOne({ _id: 1 }, [{ $set: { total: { $sum: "$kept.v" } } }, { $unset: ["kept", "list"] }]);
  expect(await items.findOne({})).toEqual({ _id: 1, n: 3, total: 30 });
  await items.updateOne(
    { _id: 1 },
    { $max: { n: 2, m: 5 }, $min: { total: 7 }, $addToSet: { set: { $each: [1, 1, 2] } } },
  );
  expect(await items.findOne({})).toEqual({ _id: 1, n: 3, total: 7, m: 5, set: [1, 2] });
  await items.updateOne({ _id: 2, kind: "a" }, { $setOnInsert: { made: true }, $set: { n: 1 } }, { upsert: true });
  expect(await items.findOne({ _id: 2 })).toEqual({ _id: 2, kind: "a", made: true, n: 1 });
  await expect(items.updateOne({ _id: 1 }, { $set: { _id: 3 } })).rejects.toMatchObject({ code: 66 });
  await expect(items.updateOne({ _id: 1 }, { $set: { a: 1, "a.b": 1 } })).rejects.toMatchObject({ code: 40 });
  await expect(items.updateOne({ _id: 2 }, { $inc: { made: 1 } })).rejects.toMatchObject({ code: 14 });
});

test("null, missing and types are told apart as in MongoDB", async () => {
  const values = db.collection<Document & { _id: number }>("values");
  await values.insertMany([
    { _id: 1 },
    { _id: 2, a: null },
    { _id: 3, a: 5 },
    { _id: 4, a: new Double(5) },
    { _id: 5, a: Decimal128.fromString("5.00") },
    { _id: 6, a: "5" },
    { _id: 7, a: [1, 5] },
    { _id: 8, a: { b: 1 } },
    { _id: 9, a: [] },
  ]);
  const ids = async (filter: object): Promise<number[]> =>
    (await values.find(filter).sort({ _id: 1 }).toArray()).map((value) => value._id);
  for (const index of [false, true]) {
    if (index) await values.createIndex({ a: 1 });
    expect(await ids({ a: null })).toEqual([1, 2]);
    expect(await ids({ a: { $exists: false } })).toEqual([1]);
    expect(await ids({ a: 5 })).toEqual([3, 4, 5, 7]);
    expect(await ids({ a: Long.fromNumber(5) })).toEqual([3, 4, 5, 7]);
    expect(await ids({ a: { $gt: 1, $lt: 3 } })).toEqual([7]);
    expect(await ids({ a: { $ne: 5 } })).toEqual([1, 2, 6, 8, 9]);
    expect(await ids({ a: [] })).toEqual([9]);
    expect(await ids({ a: [1, 5] })).toEqual([7]);
    expect(await ids({ "a.b": 1 })).toEqual([8]);
    expect(await ids({ a: { $type: "array" } })).toEqual([7, 9]);
    expect((await values.find().sort({ a: 1, _id: 1 }).toArray()).map((value) => value._id)).toEqual([
      9, 1, 2, 7, 3, 4, 5, 6, 8,
    ]);
    expect((await values.find().sort({ a: -1, _id: 1 }).toArray()).map((value) => value._id)).toEqual([
      8, 6, 3, 4, 5, 7, 1, 2, 9,
    ]);
  }
});

test("a cursor walks thousands of documents in batches, and a lost one is error 43", async () => {
  const many = db.collection<{ _id: number }>("many");
  await many.insertMany(Array.from({ length: 3000 }, (_, index) => ({ _id: index })));
  const seen = await many.find({}, { batchSize: 700 }).sort({ _id: -1 }).toArray();
  expect(seen.map((item) => item._id)).toEqual(Array.from({ length: 3000 }, (_, index) => 2999 - index));
  await expect(db.command({ getMore: Long.fromNumber(42), collection: "many" })).rejects.toMatchObject({
    code: 43,
    codeName: "CursorNotFound",
  });
  expect(await many.countDocuments({ _id: { $gte: 10, $lt: 20 } })).toBe(10);
  expect(await many.estimatedDocumentCount()).toBe(3000);
});

test("pipelines group, join and unwind", async () => {
  const orders = db.collection("orders");
  await db.collection<{ _id: string; name: string }>("owners").insertMany([
    { _id: "a", name: "Ann" },
    { _id: "b", name: "Bob" },
  ]);
  await orders.insertMany([
    { owner: "a", total: 5, tags: ["x", "y"] },
    { owner: "b", total: 7, tags: [] },
    { owner: "a", total: 6 },
  ]);
  const sums = await orders
    .aggregate([
      { $group: { _id: "$owner", sum: { $sum: "$total" }, mean: { $avg: "$total" } } },
      { $lookup: { from: "owners", localField: "_id", foreignField: "_id", as: "who" } },
      { $project: { sum: 1, mean: 1, name: { $first: "$who.name" } } },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  expect(sums).toEqual([
    { _id: "a", sum: 11, mean: 5.5, name: "Ann" },
    { _id: "b", sum: 7, mean: 7, name: "Bob" },
  ]);
  expect(await orders.aggregate([{ $unwind: "$tags" }, { $sortByCount: "$tags" }]).toArray()).toHaveLength(2);
  await expect(orders.aggregate([{ $nonsense: 1 }]).toArray()).rejects.toMatchObject({ code: 40324 });
});

test("what is not served is a named error", async () => {
  await expect(db.command({ mapReduce: "x" })).rejects.toMatchObject({
    code: 59,
    codeName: "CommandNotFound",
    message: "no such command: 'mapReduce'",
  });
  await expect(
    db
      .collection("x")
      .find({ a: { $near: [1, 2] } })
      .toArray(),
  ).rejects.toMatchObject({ code: 2 });
  await expect(db.collection("x").createIndex({ a: "text" })).rejects.toMatchObject({ code: 67 });
});

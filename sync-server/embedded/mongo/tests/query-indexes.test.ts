import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Decimal128, Timestamp } from "mongodb";
import type { Collection, Db, Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import { encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let db: Db;

type Row = { _id: number } & Record<string, unknown>;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server, { writeConcern: { w: 1 } });
  db = client.db("indexes");
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

async function filled(name: string, rows: readonly Row[]): Promise<Collection<Row>> {
  const collection = db.collection<Row>(name);
  await collection.insertMany([...rows]);
  return collection;
}

async function winner(collection: Collection<Row>, filter: Document, options: Document = {}): Promise<Document> {
  return (await collection.find(filter, options).explain("queryPlanner"))["queryPlanner"].winningPlan;
}

async function ids(collection: Collection<Row>, filter: Document, options: Document = {}): Promise<number[]> {
  return (await collection.find(filter, options).toArray()).map((row) => row._id);
}

test("min and max bound the hinted index; returnKey shows its entries, showRecordId where a document lies", async () => {
  const rows = await filled("bounds", [
    { _id: 1, a: 1, b: "x" },
    { _id: 2, a: 2, b: "y" },
    { _id: 3, a: 3, b: ["p", "q"] },
    { _id: 4, a: 4 },
  ]);
  await rows.createIndex({ a: 1 });
  await rows.createIndex({ b: -1 });
  expect(await ids(rows, {}, { min: { a: 2 }, max: { a: 4 }, hint: { a: 1 } })).toEqual([2, 3]);
  expect(await ids(rows, { a: { $ne: 2 } }, { min: { a: 2 }, hint: "a_1" })).toEqual([3, 4]);
  expect(await ids(rows, {}, { max: { a: 3 }, hint: { a: 1 }, sort: { a: -1 } })).toEqual([2, 1]);
  expect(await ids(rows, {}, { min: { b: "y" }, max: { b: "q" }, hint: { b: -1 } })).toEqual([2, 1]);
  const refusal = (options: Document): Promise<unknown> => rows.find({}, options).toArray();
  await expect(refusal({ min: { a: 2 } })).rejects.toMatchObject({ code: 51173 });
  await expect(refusal({ min: { a: 2 }, hint: { $natural: 1 } })).rejects.toMatchObject({ code: 51173 });
  await expect(refusal({ min: { b: 2 }, hint: { a: 1 } })).rejects.toMatchObject({ code: 51174 });
  await expect(refusal({ min: { a: 4 }, max: { a: 2 }, hint: { a: 1 } })).rejects.toMatchObject({ code: 51175 });
  await expect(refusal({ hint: "nothing" })).rejects.toMatchObject({ code: 2 });
  expect(await rows.find({ b: "q" }, { returnKey: true }).toArray()).toEqual([{ b: "q" }]);
  expect(await rows.find({ c: 1 }, { returnKey: true }).toArray()).toEqual([]);
  expect(await rows.find({ _id: 2 }, { showRecordId: true }).toArray()).toEqual([
    { _id: 2, a: 2, b: "y", $recordId: 2 },
  ]);
});

test("$natural gives the order of insertion, as a hint and as a sort", async () => {
  const rows = await filled("natural", [{ _id: 3 }, { _id: 1 }, { _id: 2 }]);
  expect(await ids(rows, {}, { hint: { $natural: -1 } })).toEqual([2, 1, 3]);
  expect(await ids(rows, {}, { sort: { $natural: -1 } })).toEqual([2, 1, 3]);
  expect(await ids(rows, {}, { sort: { $natural: 1 } })).toEqual([3, 1, 2]);
  await expect(ids(rows, {}, { sort: { $natural: 1, a: 1 } })).rejects.toMatchObject({ code: 2 });
});

test("an index serves texts under its own collation only, and sorts by it", async () => {
  const words = ["b", "A", "á", "a", "B", "☃", "ab", "Äb"];
  const rows = await filled(
    "words",
    words.map((word, index) => ({ _id: index, word, n: index % 2 })),
  );
  const collation = { locale: "en", strength: 2 };
  await rows.createIndex({ word: 1, n: 1 }, { collation });
  const served = await winner(rows, { word: "a" }, { collation });
  expect(served).toMatchObject({ inputStage: { stage: "IXSCAN" } });
  expect(await winner(rows, { word: "a" })).toMatchObject({ stage: "COLLSCAN" });
  expect(await winner(rows, { word: "a" }, { collation: { locale: "en" } })).toMatchObject({ stage: "COLLSCAN" });
  expect(await winner(rows, { word: 5 })).toMatchObject({ inputStage: { stage: "IXSCAN" } });
  expect(await ids(rows, { word: "a" }, { collation, sort: { _id: 1 } })).toEqual([1, 3]);
  expect(await ids(rows, { word: { $gt: "a", $lt: "b" } }, { collation, sort: { _id: 1 } })).toEqual([2, 6, 7]);
  expect(await ids(rows, { word: /^a/ }, { collation, sort: { _id: 1 } })).toEqual([3, 6]);
  const sorted = { collation, sort: { word: 1, n: -1 }, hint: { word: 1, n: 1 } } as const;
  const bySort = await ids(rows, {}, sorted);
  expect(bySort).toEqual(await ids(rows, {}, { ...sorted, hint: { $natural: 1 } }));
  expect(await ids(rows, {}, { collation, sort: { word: 1, n: 1 } })).toEqual([5, 1, 3, 2, 6, 7, 0, 4]);
  expect(await winner(rows, {}, { collation, sort: { word: 1 } })).toMatchObject({ stage: "FETCH" });
});

test("a unique index holds under its collation, whatever its keys share", async () => {
  const rows = db.collection<Row>("names");
  await rows.createIndex({ name: 1 }, { unique: true, collation: { locale: "en", strength: 2 } });
  await rows.insertMany([
    { _id: 1, name: "ann" },
    { _id: 2, name: "änn" },
    { _id: 3, name: ["x", "é", "e"] },
  ]);
  await expect(rows.insertOne({ _id: 4, name: "ANN" })).rejects.toMatchObject({ code: 11000 });
  await expect(rows.updateOne({ _id: 2 }, { $set: { name: "Ann" } })).rejects.toMatchObject({ code: 11000 });
  await rows.updateOne({ _id: 1 }, { $set: { name: "Ann" } });
  await rows.updateOne({ _id: 3 }, { $set: { name: "é" } });
  await rows.insertOne({ _id: 4, name: "E" });
  await expect(rows.insertOne({ _id: 5, name: "e" })).rejects.toMatchObject({ code: 11000 });
  await rows.deleteOne({ _id: 1 });
  await rows.insertOne({ _id: 6, name: "ANN" });
});

test("a collection's own collation counts wherever a command names none", async () => {
  await db.createCollection("own", { collation: { locale: "en", strength: 2 } });
  const rows = await filled("own", [
    { _id: 1, a: "x" },
    { _id: 2, a: "X" },
  ]);
  await rows.createIndex({ a: 1 });
  expect((await rows.indexes()).at(-1)?.["collation"]).toMatchObject({ locale: "en", strength: 2, version: "57.1" });
  expect(await ids(rows, { a: "x" })).toEqual([1, 2]);
  expect(await ids(rows, { a: "x" }, { collation: { locale: "simple" } })).toEqual([1]);
  expect(await rows.distinct("a")).toEqual(["x"]);
  expect((await rows.updateMany({ a: "X" }, { $set: { n: 1 } })).matchedCount).toBe(2);
  expect((await rows.deleteMany({ a: "x" })).deletedCount).toBe(2);
});

test("ranges, prefixes, $in, $or and expressions use an index; sorts come out of it, merged where they must be", async () => {
  const rows = await filled(
    "plans",
    Array.from({ length: 40 }, (_, index) => ({ _id: index, a: index % 4, b: index, t: `t${index % 10}` })),
  );
  await rows.createIndex({ a: 1, b: 1 });
  await rows.createIndex({ t: 1 });
  const scan = { inputStage: { stage: "IXSCAN", indexName: "a_1_b_1" } };
  expect(await winner(rows, { a: { $in: [1, 3] } }, { sort: { b: -1 } })).toMatchObject({ stage: "FETCH", ...scan });
  expect(await ids(rows, { a: { $in: [1, 3] } }, { sort: { b: -1 }, limit: 4 })).toEqual([39, 37, 35, 33]);
  expect(await ids(rows, { a: { $in: [3, 1] } }, { sort: { a: -1, b: -1 }, limit: 2 })).toEqual([39, 35]);
  expect(await winner(rows, { $expr: { $eq: ["$a", 2] } })).toMatchObject(scan);
  expect(await ids(rows, { $expr: { $and: [{ $eq: ["$a", 2] }, { $gt: [10, "$b"] }] } })).toEqual([2, 6]);
  expect(await ids(rows, { $expr: { $gte: ["$a", "$$low"] } }, { let: { low: 3 }, limit: 2 })).toEqual([3, 7]);
  expect(await winner(rows, { t: /^t1/ })).toMatchObject({ inputStage: { indexName: "t_1" } });
  expect(await winner(rows, { $and: [{ $or: [{ a: 1 }, { t: "t2" }] }, { b: { $gt: 1 } }] })).toMatchObject({
    inputStage: { stage: "OR" },
  });
  await rows.updateOne({ _id: 0 }, { $set: { a: [0, 2] } });
  expect(await ids(rows, { $expr: { $eq: ["$a", 2] } }, { limit: 1 })).toEqual([2]);
});

test("what an index cannot be is refused, and what is there already is found again", async () => {
  const rows = db.collection<Row>("specs");
  await rows.createIndex({ a: 1 });
  expect(await rows.createIndex({ a: 1 })).toBe("a_1");
  const refusal = (key: Document, options: Document = {}): Promise<string> =>
    rows.createIndex(Object.fromEntries(Object.entries(key)), options);
  await expect(refusal({ a: 1 }, { name: "other" })).rejects.toMatchObject({ code: 85 });
  await expect(refusal({ b: 1 }, { name: "a_1" })).rejects.toMatchObject({ code: 86 });
  await expect(refusal({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 86 });
  await expect(refusal({ a: 1 }, { expireAfterSeconds: 5 })).rejects.toMatchObject({ code: 85 });
  await expect(refusal({ a: 0 })).rejects.toMatchObject({ code: 67 });
  await expect(refusal({ a: "hashed" })).rejects.toMatchObject({ code: 67 });
  await expect(refusal({ "$**": 1 })).rejects.toMatchObject({ code: 67 });
  await expect(refusal({ b: 1 }, { partialFilterExpression: { a: { $ne: 1 } } })).rejects.toMatchObject({ code: 67 });
  await expect(refusal({ b: 1, c: 1 }, { expireAfterSeconds: 5 })).rejects.toMatchObject({ code: 67 });
  await expect(refusal({ _id: 1 }, { sparse: true })).rejects.toMatchObject({ code: 197 });
  for (let index = 2; index < 64; index += 1) await rows.createIndex({ [`f${index}`]: 1 });
  await expect(refusal({ last: 1 })).rejects.toMatchObject({ code: 67 });
});

test("wishes that find cannot meet are refused by name", async () => {
  const rows = await filled(
    "wishes",
    Array.from({ length: 3000 }, (_, index) => ({ _id: index, text: "x".repeat(50) })),
  );
  const refusal = (command: Document): Promise<Document> => db.command({ find: "wishes", ...command });
  await expect(refusal({ tailable: true })).rejects.toMatchObject({ code: 2 });
  await expect(refusal({ awaitData: true })).rejects.toMatchObject({ code: 9 });
  await expect(refusal({ colation: {} })).rejects.toMatchObject({ code: 40415 });
  await expect(refusal({ readConcern: { level: "loud" } })).rejects.toMatchObject({ code: 2 });
  const future = new Timestamp({ t: 4_000_000_000, i: 1 });
  await expect(refusal({ readConcern: { afterClusterTime: future } })).rejects.toMatchObject({ code: 72 });
  await expect(refusal({ readConcern: { level: "local", atClusterTime: future } })).rejects.toMatchObject({ code: 72 });
  const past = new Timestamp({ t: 1, i: 1 });
  await expect(refusal({ readConcern: { level: "snapshot", atClusterTime: past } })).rejects.toMatchObject({
    code: 239,
  });
  expect(await refusal({ readConcern: { level: "local", afterClusterTime: past }, limit: 1 })).toMatchObject({ ok: 1 });
  await expect(
    refusal({ maxTimeMS: 1, filter: { $expr: { $eq: [{ $range: [0, 3000] }, "$text"] } } }),
  ).rejects.toMatchObject({ code: 50, codeName: "MaxTimeMSExpired" });
  expect(await rows.find({}, { maxTimeMS: 60_000 }).toArray()).toHaveLength(3000);
});

test("numbers of all types meet in one index", async () => {
  const rows = await filled("numbers", [
    { _id: 1, n: 1 },
    { _id: 2, n: 1.5 },
    { _id: 3, n: Decimal128.fromString("1.5") },
    { _id: 4, n: 2n },
  ]);
  await rows.createIndex({ n: 1 });
  expect(await ids(rows, { n: 1.5 })).toEqual([2, 3]);
  expect(await ids(rows, { n: { $gt: 1, $lte: 2 } }, { sort: { n: -1, _id: 1 } })).toEqual([4, 2, 3]);
});

test("keys made under another version of a collation's order are made anew at the next start", async () => {
  const own = temporaryFolder();
  const collation = { locale: "en", strength: 1 };
  const first = await startServer(own);
  const before = await connect(first);
  const rows = before.db("old").collection<Row>("rows");
  await rows.insertMany([
    { _id: 1, word: "b" },
    { _id: 2, word: "Á" },
  ]);
  await rows.createIndex({ word: 1 }, { collation, name: "byWord" });
  await before.close();
  await stopServer(first);
  spoilKeys(join(own, "mongo.sqlite"));
  const second = await startServer(own);
  const later = await connect(second);
  const again = later.db("old").collection<Row>("rows");
  expect(await ids(again, { word: "a" }, { collation, hint: "byWord" })).toEqual([2]);
  expect(await ids(again, {}, { collation, hint: "byWord", sort: { word: 1 } })).toEqual([2, 1]);
  await later.close();
  await stopServer(second);
  removeFolder(own);
});

/** Leaves the collated index without keys and says that another version made them. */
function spoilKeys(path: string): void {
  const sql = new DatabaseSync(path);
  for (const { id, body } of sql.prepare("SELECT id, body FROM indexes").all()) {
    if (!(body instanceof Uint8Array)) throw new Error("an index has no body");
    const stored = decodeDoc(Buffer.from(body));
    if (!stored.has("keys")) continue;
    sql.prepare("UPDATE indexes SET body = ? WHERE id = ?").run(encodeDoc(stored.set("keys", "0/older")), id ?? null);
    sql.exec(`DELETE FROM i${String(id)}`);
  }
  sql.close();
}

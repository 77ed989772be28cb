import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { BSON } from "mongodb";
import type { Collection, Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, eventually, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

type Item = { _id: number; a: number; text?: string };

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let items: Collection<Item>;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
  items = client.db("stats").collection<Item>("items");
  await items.createIndex({ a: 1 });
  await items.insertMany(Array.from({ length: 1000 }, (_, n) => ({ _id: n, a: n % 10, text: "x".repeat(n) })));
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

function admin(command: Document): Promise<Document> {
  return client.db("admin").command(command);
}

async function findOperation(wanted: Document): Promise<Document> {
  return eventually(async () => (await admin({ currentOp: 1, ...wanted }))["inprog"][0]);
}

test("sizes are those of the documents, and follow what is written", async () => {
  const bytes = async (): Promise<number> =>
    (await items.find().toArray()).reduce((sum, item) => sum + BSON.calculateObjectSize(item), 0);
  const before = await client.db("stats").command({ collStats: "items" });
  expect(before).toMatchObject({ ns: "stats.items", count: 1000, nindexes: 2, size: await bytes() });
  expect(before["storageSize"]).toBeGreaterThan(before["size"]);
  expect(before["totalSize"]).toBe(before["storageSize"] + before["totalIndexSize"]);
  await items.updateMany({ a: 3 }, { $set: { text: "short" } });
  const after = await client.db("stats").command({ dbStats: 1 });
  expect(after).toMatchObject({ collections: 1, objects: 1000, indexes: 2, dataSize: await bytes() });
  expect(after["dataSize"]).toBeLessThan(before["size"]);
  const scaled = await client.db("stats").command({ collStats: "items", scale: 1024 });
  expect(scaled["size"]).toBe(Math.floor((await bytes()) / 1024));
});

test("stages tell of a collection and its indexes; elsewhere than first they are refused", async () => {
  await items.find({ a: 4 }).toArray();
  const [told] = await items.aggregate([{ $indexStats: {} }, { $match: { name: "a_1" } }]).toArray();
  expect(told).toMatchObject({ key: { a: 1 }, accesses: { ops: expect.any(Number) } });
  const before = Number(told?.["accesses"].ops);
  await items.find({ a: 5 }).toArray();
  const [again] = await items.aggregate([{ $indexStats: {} }, { $match: { name: "a_1" } }]).toArray();
  expect(Number(again?.["accesses"].ops)).toBe(before + 1);
  expect(await items.aggregate([{ $collStats: { count: {} } }]).toArray()).toMatchObject([{ count: 1000 }]);
  await expect(items.aggregate([{ $limit: 1 }, { $indexStats: {} }]).toArray()).rejects.toMatchObject({ code: 40602 });
  await expect(
    client
      .db("stats")
      .aggregate([{ $currentOp: {} }])
      .toArray(),
  ).rejects.toMatchObject({ code: 73 });
});

test("a write that waits for a transaction is seen, and ends when somebody ends it", async () => {
  const session = client.startSession();
  session.startTransaction();
  await items.updateOne({ _id: 1 }, { $set: { a: -1 } }, { session });
  const waiting = items.updateOne({ _id: 1 }, { $set: { a: -2 } }).catch((error: unknown) => error);
  const operation = await findOperation({ op: "update", waitingForLock: true });
  expect(operation).toMatchObject({ ns: "stats.items", active: true, command: { update: "items" } });
  expect((await admin({ currentOp: 1, $all: true }))["inprog"]).toContainEqual(
    expect.objectContaining({ type: "idleSession", desc: "inactive transaction" }),
  );
  await admin({ killOp: 1, op: operation["opid"] });
  expect(await waiting).toMatchObject({ code: 11601, codeName: "Interrupted" });
  await session.commitTransaction();
  await session.endSession();
  expect((await items.findOne({ _id: 1 }))?.a).toBe(-1);
});

test("a change stream that waits ends when somebody ends it", async () => {
  const stream = items.watch();
  const next = stream.next().catch((error: unknown) => error);
  const operation = await findOperation({ op: "getmore", ns: "stats.items" });
  await admin({ killOp: 1, op: operation["opid"] });
  expect(await next).toMatchObject({ code: 11601, codeName: "Interrupted" });
  await stream.close();
});

test("an index is made unique once nothing stands against it", async () => {
  const pairs = client.db("stats").collection<Item>("pairs");
  await pairs.createIndex({ a: 1 });
  await pairs.insertMany([
    { _id: 1, a: 1 },
    { _id: 2, a: 1 },
  ]);
  const change = (index: Document): Promise<Document> =>
    client.db("stats").command({ collMod: "pairs", index: { keyPattern: { a: 1 }, ...index } });
  await expect(change({ unique: true })).rejects.toMatchObject({ code: 72 });
  expect(await change({ prepareUnique: true })).toMatchObject({ prepareUnique_old: false, prepareUnique_new: true });
  await expect(pairs.insertOne({ _id: 3, a: 1 })).rejects.toMatchObject({ code: 11000 });
  await expect(change({ unique: true })).rejects.toMatchObject({
    code: 359,
    errorResponse: { violations: [{ ids: [1, 2] }] },
  });
  await pairs.deleteOne({ _id: 2 });
  expect(await change({ unique: true })).toMatchObject({ unique_new: true });
  expect((await pairs.indexes()).find((index) => index.name === "a_1")).toMatchObject({ unique: true });
  await expect(change({ nonsense: true })).rejects.toMatchObject({ code: 40415 });
});

test("validate finds what is not as it should be", async () => {
  const own = temporaryFolder();
  const first = await startServer(own);
  const before = await connect(first);
  const notes = before.db("sound").collection<Item>("notes");
  await notes.createIndex({ a: 1 });
  await notes.insertMany(Array.from({ length: 2500 }, (_, n) => ({ _id: n, a: n })));
  const whole = await before.db("sound").command({ validate: "notes" });
  expect(whole).toMatchObject({ valid: true, nrecords: 2500, keysPerIndex: { _id_: 2500, a_1: 2500 }, errors: [] });
  await before.close();
  await stopServer(first);
  damage(join(own, "mongo.sqlite"));
  const second = await startServer(own);
  const after = await connect(second);
  const broken = await after.db("sound").command({ validate: "notes" });
  expect(broken).toMatchObject({ valid: false, indexDetails: { _id_: { valid: true }, a_1: { valid: false } } });
  expect(broken["errors"]).toEqual([
    expect.stringMatching(/misses a key/),
    expect.stringMatching(/that row .* does not/),
  ]);
  await after.close();
  await stopServer(second);
  removeFolder(own);
});

/** Takes one key out of the index on `a` and gives it one of a row that there is not. */
function damage(file: string): void {
  const sql = new DatabaseSync(file);
  const tables = sql.prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'i[0-9]*' ORDER BY rowid").all();
  const name = String(tables.at(-1)?.["name"]);
  sql.exec(`DELETE FROM ${name} WHERE row = 77; UPDATE ${name} SET row = 99999 WHERE row = 78`);
  sql.exec(`INSERT INTO ${name} SELECT k, 78 FROM ${name} WHERE row = 99999`);
  sql.close();
}

test("parameters are told, and those that cannot change are not changed", async () => {
  expect(await admin({ getParameter: 1, transactionLifetimeLimitSeconds: 1 })).toMatchObject({
    transactionLifetimeLimitSeconds: 60,
  });
  await expect(admin({ setParameter: 1, transactionLifetimeLimitSeconds: 5 })).rejects.toMatchObject({ code: 20 });
  await expect(client.db("stats").command({ getParameter: 1, quiet: 1 })).rejects.toMatchObject({ code: 13 });
  expect((await admin({ getCmdLineOpts: 1 }))["parsed"]).toMatchObject({ storage: { dbPath: folder } });
});

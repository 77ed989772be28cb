import { networkInterfaces } from "node:os";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, eventually, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

type Item = { _id: number; n: number };

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

test.for([
  "replicaSet=rs0",
  "directConnection=true",
  "replicaSet=rs0&retryWrites=false&retryReads=false",
  "replicaSet=rs0&w=majority&journal=true&readConcernLevel=majority&readPreference=primaryPreferred",
  "directConnection=true&compressors=zlib,snappy&maxPoolSize=1",
  "directConnection=true&serverMonitoringMode=poll&heartbeatFrequencyMS=500",
])("a client connects with ?%s", async (query) => {
  const own = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?${query}`).connect();
  const items = own.db("ways").collection<Item>("items");
  await items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { upsert: true });
  expect((await items.findOne({ _id: 1 }))?.n).toBeGreaterThan(0);
  await own.close();
});

test.for([
  ["loadBalanced=true", /load balancing mode, but the server does not support/],
  ["replicaSet=another", /Server selection timed out/i],
])("a client that expects something else is told so: ?%s", async ([query, message]) => {
  const own = new MongoClient(`mongodb://127.0.0.1:${server.port}/?${query}`, { serverSelectionTimeoutMS: 500 });
  await expect(own.db("x").command({ ping: 1 })).rejects.toThrow(message);
  await own.close();
});

test("bound to all addresses, each client is told the one that it came by", async () => {
  const own = temporaryFolder();
  const wide = await startServer(own, "--host", "0.0.0.0");
  expect(wide.complaints()).toBe("Whoever reaches 0.0.0.0 reads and writes all of it; --user names who may.\n");
  const outer = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal);
  for (const address of ["127.0.0.1", outer?.address ?? "127.0.0.1"]) {
    const other = await new MongoClient(`mongodb://${address}:${wide.port}/?replicaSet=rs0`).connect();
    expect((await other.db("admin").command({ hello: 1 }))["me"]).toBe(`${address}:${wide.port}`);
    await other.close();
  }
  await stopServer(wide);
  removeFolder(own);
});

test("writes in bulk, to one collection and to several", async () => {
  const items = client.db("bulk").collection<Item>("items");
  const one = await items
    .bulkWrite(
      [
        { insertOne: { document: { _id: 1, n: 1 } } },
        { insertOne: { document: { _id: 1, n: 2 } } },
        { updateMany: { filter: {}, update: { $inc: { n: 10 } } } },
        { replaceOne: { filter: { _id: 2 }, replacement: { n: 5 }, upsert: true } },
        { deleteOne: { filter: { _id: 9 } } },
      ],
      { ordered: false },
    )
    .catch((error: unknown) => error);
  expect(one).toMatchObject({ code: 11000, result: { insertedCount: 1, modifiedCount: 1, upsertedCount: 1 } });
  const both = await client.bulkWrite<{ "bulk.items": Item; "bulk.others": Item }>(
    [
      { namespace: "bulk.items", name: "updateOne", filter: { _id: 1 }, update: { $set: { n: 0 } } },
      { namespace: "bulk.others", name: "insertOne", document: { _id: 7, n: 7 } },
      { namespace: "bulk.others", name: "deleteMany", filter: {} },
    ],
    { verboseResults: true },
  );
  expect(both).toMatchObject({ matchedCount: 1, insertedCount: 1, deletedCount: 1 });
  expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 1, n: 0 },
    { _id: 2, n: 5 },
  ]);
});

test("cursors are read in batches, closed early, and not tailed where nothing can be", async () => {
  const items = client.db("cursors").collection<Item>("items");
  await items.insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: n, n })));
  let seen = 0;
  for await (const item of items.find().sort({ _id: 1 }).batchSize(7)) {
    expect(item.n).toBe(seen);
    seen += 1;
    if (seen === 300) break;
  }
  const open = async (): Promise<number> =>
    Number((await client.db("admin").command({ serverStatus: 1 }))["metrics"].cursor.open.total);
  await eventually(async () => ((await open()) === 0 ? true : undefined));
  await expect(items.find({}, { tailable: true }).toArray()).rejects.toThrow(/tailable cursor requested on non capped/);
});

test("a session reads at one moment outside of transactions, its cursor too", async () => {
  const items = client.db("moment").collection<Item>("items");
  await items.insertMany(Array.from({ length: 20 }, (_, n) => ({ _id: n, n: 0 })));
  const session = client.startSession({ snapshot: true });
  const cursor = items.find({}, { session, batchSize: 5 });
  expect(await cursor.next()).toEqual({ _id: 0, n: 0 });
  await items.updateMany({}, { $set: { n: 1 } });
  await items.deleteOne({ _id: 19 });
  expect((await cursor.toArray()).map((item) => item.n)).toEqual(Array.from({ length: 19 }, () => 0));
  expect(await items.countDocuments({ n: 0 }, { session })).toBe(20);
  expect(await items.distinct("n", {}, { session })).toEqual([0]);
  expect(await items.countDocuments({ n: 1 })).toBe(19);
  await expect(items.insertOne({ _id: 99, n: 9 }, { session })).rejects.toMatchObject({ code: 72 });
  await session.endSession();
});

test("a client bound to the stable API is held to it", async () => {
  const strict = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?directConnection=true`, {
    serverApi: { version: "1", strict: true },
  }).connect();
  const items = strict.db("stable").collection<Item>("items");
  await items.insertOne({ _id: 1, n: 1 });
  expect(await items.findOne()).toEqual({ _id: 1, n: 1 });
  await expect(items.distinct("n")).rejects.toMatchObject({ codeName: "APIStrictError" });
  await expect(client.db("stable").command({ ping: 1, apiVersion: "2" })).rejects.toMatchObject({ code: 322 });
  await strict.close();
});

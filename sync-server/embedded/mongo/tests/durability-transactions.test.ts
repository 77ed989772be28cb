import { Long, MongoClient } from "mongodb";
import type { ClientSession, Collection, Db } from "mongodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { RawClient, opMsg } from "./raw-client.ts";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

type Entry = { _id: number; n: number };

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let db: Db;
let entries: Collection<Entry>;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
});
beforeEach(async () => {
  db = client.db("snapshots");
  await db.dropDatabase();
  entries = db.collection<Entry>("entries");
  await entries.createIndex({ n: 1 });
  await entries.insertMany(Array.from({ length: 10 }, (_, n) => ({ _id: n, n })));
});
afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

async function inTransaction(work: (session: ClientSession) => Promise<void>): Promise<void> {
  await client.withSession(async (session) => {
    session.startTransaction();
    await work(session);
    if (session.inTransaction()) await session.abortTransaction();
  });
}

test("a cursor in a transaction goes on showing its snapshot, whatever others write between its batches", async () => {
  const all = Array.from({ length: 1000 }, (_, n) => n);
  await entries.insertMany(all.slice(10).map((n) => ({ _id: n, n })));
  await inTransaction(async (session) => {
    const scan = entries.find({}, { session, batchSize: 100 });
    const byIndex = entries.find({ n: { $gte: 0 } }, { session, batchSize: 100 }).sort({ n: 1 });
    const seen = [[(await scan.next())?.n], [(await byIndex.next())?.n]];
    await entries.updateOne({ _id: 705 }, { $set: { n: 5000 } });
    await entries.deleteOne({ _id: 806 });
    await entries.insertOne({ _id: 1011, n: 904.5 });
    await client.withSession((other) =>
      other.withTransaction(() => entries.updateOne({ _id: 907 }, { $set: { n: -7 } }, { session: other })),
    );
    for (const [index, cursor] of [scan, byIndex].entries())
      for await (const entry of cursor) seen[index]?.push(entry.n);
    expect(seen).toEqual([all, all]);
  });
});

test("an index that goes takes the cursors on it along, and leaves a transaction its snapshot", async () => {
  const all = Array.from({ length: 1000 }, (_, n) => n);
  await entries.insertMany(all.slice(10).map((n) => ({ _id: n, n })));
  await inTransaction(async (session) => {
    const inside = entries.find({ n: { $gte: 0 } }, { session, batchSize: 100 }).sort({ n: 1 });
    const outside = entries.find({ n: { $gte: 0 } }, { batchSize: 100 }).sort({ n: 1 });
    const seen = [(await inside.next())?.n];
    await outside.next();
    await entries.dropIndex("n_1");
    for await (const entry of inside) seen.push(entry.n);
    expect(seen).toEqual(all);
    await expect(outside.toArray()).rejects.toMatchObject({ code: 175, codeName: "QueryPlanKilled" });
  });
});

test("what was dropped or renamed since the snapshot fails in a way that makes drivers start over", async () => {
  for (const change of [() => entries.drop(), () => entries.rename("elsewhere", { dropTarget: true })]) {
    await entries.insertOne({ _id: 100, n: 100 });
    await inTransaction(async (session) => {
      await db.collection("other").findOne({}, { session });
      await change();
      const reading = entries.findOne({ _id: 100 }, { session });
      await expect(reading).rejects.toMatchObject({ code: 246, errorLabels: ["TransientTransactionError"] });
    });
  }
  let attempts = 0;
  await client.withSession((session) =>
    session.withTransaction(async () => {
      attempts += 1;
      await db.collection("other").findOne({}, { session });
      if (attempts === 1) await db.collection("elsewhere").drop();
      expect(await db.collection("elsewhere").findOne({}, { session })).toBeNull();
    }),
  );
  expect(attempts).toBe(2);
});

test("a collection and its indexes come with the transaction that makes them, or not at all", async () => {
  const stream = db.watch([], { showExpandedEvents: true });
  await stream.tryNext();
  const make = async (session: ClientSession): Promise<void> => {
    const made = await db.createCollection<Entry>("made", { session });
    await made.createIndex({ n: 1 }, { unique: true, session });
    await made.insertOne({ _id: 1, n: 1 }, { session });
  };
  await inTransaction(make);
  expect(await db.listCollections({ name: "made" }).toArray()).toEqual([]);
  await client.withSession((session) => session.withTransaction(() => make(session)));
  const made = db.collection<Entry>("made");
  expect((await made.indexes()).map(({ name }) => name)).toEqual(["_id_", "n_1"]);
  await expect(made.insertOne({ _id: 2, n: 1 })).rejects.toMatchObject({ code: 11000 });
  const told: string[] = [];
  for (let count = 0; count < 3; count += 1) told.push((await stream.next()).operationType);
  expect(told).toEqual(["create", "createIndexes", "insert"]);
  await stream.close();
});

test("an index on what is not empty is refused in a transaction, as MongoDB refuses it", async () => {
  await inTransaction(async (session) => {
    await expect(entries.createIndex({ a: 1 }, { session })).rejects.toMatchObject({ code: 263 });
  });
  await inTransaction(async (session) => {
    const fresh = await db.createCollection<Entry>("fresh", { session });
    await fresh.insertMany(
      [
        { _id: 1, n: 1 },
        { _id: 2, n: 1 },
      ],
      { session },
    );
    await expect(fresh.createIndex({ n: 1 }, { unique: true, session })).rejects.toMatchObject({ code: 263 });
  });
});

test("a commit that comes again is known as done, also by a server that was killed since", async () => {
  const lsid = (await client.db("admin").command({ startSession: 1 }))["id"];
  const inside = { lsid, txnNumber: Long.ONE, autocommit: false };
  const commit = { commitTransaction: 1, ...inside, $db: "admin" };
  const raw = new RawClient(server.port);
  const document = { insert: "entries", documents: [{ _id: 20, n: 20 }], ...inside, startTransaction: true };
  expect(await raw.command({ ...document, $db: "snapshots" })).toMatchObject({ ok: 1 });
  expect(await raw.command(commit)).toMatchObject({ ok: 1 });
  expect(await raw.command(commit)).toMatchObject({ ok: 1 });
  raw.close();
  await client.close();
  server.process.kill("SIGKILL");
  await server.ended;
  server = await startServer(folder);
  client = await connect(server);
  const again = new RawClient(server.port);
  expect(await again.command(commit)).toMatchObject({ ok: 1 });
  const unknown = { ...commit, txnNumber: Long.fromNumber(2) };
  expect(await again.command(unknown)).toMatchObject({ code: 251, errorLabels: ["TransientTransactionError"] });
  again.close();
  expect(
    await client
      .db("snapshots")
      .collection("entries")
      .countDocuments({ _id: { $gte: 20 } } as object),
  ).toBe(1);
});

test("a numbered write that comes again while its first coming waits is done once", async () => {
  const session = client.startSession();
  session.startTransaction();
  await entries.updateOne({ _id: 1 }, { $inc: { n: 100 } }, { session });
  const lsid = (await client.db("admin").command({ startSession: 1 }))["id"];
  const updates = [{ q: { _id: 1 }, u: { $inc: { n: 1000 } } }];
  const write = opMsg({ update: "entries", updates, lsid, txnNumber: Long.ONE, $db: "snapshots" });
  const comings = [new RawClient(server.port), new RawClient(server.port)];
  for (const coming of comings) coming.send(write);
  // Both have arrived once a later message on each of their connections would have: the server takes turns.
  for (let turn = 0; turn < 20; turn += 1) await entries.findOne({ _id: 2 });
  await session.commitTransaction();
  await session.endSession();
  for (const coming of comings) {
    expect((await coming.next()).body).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    coming.close();
  }
  expect((await entries.findOne({ _id: 1 }))?.n).toBe(1101);
});

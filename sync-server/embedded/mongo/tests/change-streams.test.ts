import type { ChangeStream, ChangeStreamDocument, Collection, MongoClient, ResumeToken } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, eventually, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

type Thing = { _id: number; n?: number; inner?: { a?: number; b?: number } };

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let things: Collection<Thing>;

async function open(): Promise<void> {
  server = await startServer(folder);
  client = await connect(server);
  things = client.db("live").collection<Thing>("things");
}

beforeAll(open);

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

async function take(stream: ChangeStream<Thing>, count: number): Promise<ChangeStreamDocument<Thing>[]> {
  const events: ChangeStreamDocument<Thing>[] = [];
  while (events.length < count) events.push(await stream.next());
  return events;
}

test("events come in commit order and tell what changed", async () => {
  const stream = things.watch([], { fullDocument: "updateLookup" });
  await stream.tryNext();
  await things.insertOne({ _id: 1, n: 1, inner: { a: 1 } });
  await things.updateOne({ _id: 1 }, { $set: { "inner.b": 2 }, $unset: { n: "" } });
  await things.updateOne({ _id: 1 }, { $set: { "inner.b": 2 } });
  await things.replaceOne({ _id: 1 }, { n: 5 });
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await things.insertOne({ _id: 2 }, { session });
      await things.deleteOne({ _id: 1 }, { session });
    }),
  );
  const events = await take(stream, 5);
  expect(events.map((event) => event.operationType)).toEqual(["insert", "update", "replace", "insert", "delete"]);
  expect(events[1]).toMatchObject({
    ns: { db: "live", coll: "things" },
    documentKey: { _id: 1 },
    updateDescription: { updatedFields: { "inner.b": 2 }, removedFields: ["n"], truncatedArrays: [] },
  });
  expect(events[3]).toMatchObject({ fullDocument: { _id: 2 }, txnNumber: expect.anything(), lsid: expect.anything() });
  expect(events[3]?.clusterTime).toEqual(events[4]?.clusterTime);
  await stream.close();
});

test("a stream resumes where it was after the server was killed, on collection, database and deployment", async () => {
  await things.deleteMany({});
  const stream = things.watch();
  await stream.tryNext();
  await things.insertMany([{ _id: 10 }, { _id: 11 }, { _id: 12 }]);
  const [first] = await take(stream, 1);
  const token: ResumeToken = first?._id;
  await stream.close();
  await things.insertOne({ _id: 13 });
  await client.close();
  server.process.kill("SIGKILL");
  await server.ended;
  await open();
  await things.insertOne({ _id: 14 });
  for (const target of [things, client.db("live"), client]) {
    for (const options of [{ resumeAfter: token }, { startAfter: token }]) {
      const resumed = target.watch<Thing>([], options);
      const keys = (await take(resumed, 4)).map((event) =>
        "documentKey" in event ? event.documentKey._id : undefined,
      );
      expect(keys).toEqual([11, 12, 13, 14]);
      await resumed.close();
    }
  }
  const since = first !== undefined && "clusterTime" in first ? first.clusterTime : undefined;
  const timed = things.watch([], since === undefined ? {} : { startAtOperationTime: since });
  expect((await take(timed, 1))[0]).toMatchObject({ documentKey: { _id: 10 } });
  await timed.close();
});

test("an event is with its watcher as soon as it is there, not when the watcher's time is up", async () => {
  const { operationTime } = await client.db("admin").command({ ping: 1 });
  const inserts = [{ $match: { operationType: "insert" } }];
  const stream = things.watch(inserts, { maxAwaitTimeMS: 600_000, startAtOperationTime: operationTime });
  for (let index = 100; index < 130; index += 1) {
    const next = stream.next();
    await things.insertOne({ _id: index });
    const event = await next;
    // The one before may be at the very time from which the stream starts.
    if (event.operationType === "insert" && event.fullDocument._id < 100) await stream.next();
  }
  await stream.close();
});

test("dropping what is watched ends the stream with an invalidate event", async () => {
  const doomed = client.db("live").collection<Thing>("doomed");
  await doomed.insertOne({ _id: 1 });
  const stream = doomed.watch();
  await stream.tryNext();
  await doomed.drop();
  expect((await take(stream, 2)).map((event) => event.operationType)).toEqual(["drop", "invalidate"]);
  await eventually(() =>
    stream.closed
      ? true
      : stream.tryNext().then(
          () => undefined,
          () => true,
        ),
  );
  await stream.close();
});

test("a stream over a database that is limited to some collections shows each change of these", async () => {
  const db = client.db("limited");
  for (const match of [
    { "ns.coll": "wanted" },
    { "ns.coll": { $in: ["wanted", "other"] } },
    { "ns.coll": { $in: ["wanted"] }, operationType: { $ne: "delete" } },
    { $or: [{ "ns.coll": "wanted" }, { operationType: "invalidate" }] },
  ]) {
    const stream = db.watch<Thing>([{ $match: match }], { fullDocument: "updateLookup" });
    await stream.tryNext();
    await db.collection<Thing>("passed-over").insertOne({ _id: 1 });
    await db.collection<Thing>("wanted").insertOne({ _id: 1 });
    await db.collection<Thing>("passed-over").updateOne({ _id: 1 }, { $set: { n: 2 } });
    await db.collection<Thing>("wanted").updateOne({ _id: 1 }, { $set: { n: 3 } });
    await db.dropDatabase();
    const shown = [await stream.next(), await stream.next()];
    expect(shown).toMatchObject([
      { operationType: "insert", ns: { db: "limited", coll: "wanted" } },
      { operationType: "update", fullDocument: null },
    ]);
    await stream.close();
  }
});

test("a match that a stream's collation reads otherwise passes nothing over", async () => {
  const db = client.db("collated");
  const stream = db.watch([{ $match: { "ns.coll": "WANTED" } }], { collation: { locale: "en", strength: 2 } });
  await stream.tryNext();
  await db.collection("wanted").insertOne({ n: 1 });
  expect(await stream.next()).toMatchObject({ operationType: "insert", ns: { coll: "wanted" } });
  await stream.close();
});

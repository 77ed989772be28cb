import { Timestamp } from "mongodb";
import type { ChangeStream, ChangeStreamDocument, Collection, Db, MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

type Thing = { _id: number; n?: number; bytes?: Buffer; more?: Buffer };

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let db: Db;
let things: Collection<Thing>;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
});
beforeEach(async () => {
  db = client.db("streams");
  await db.dropDatabase();
  things = db.collection<Thing>("things");
});
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

async function now(): Promise<Timestamp> {
  const { operationTime } = await client.db("admin").command({ ping: 1 });
  if (!(operationTime instanceof Timestamp)) throw new TypeError("no operation time");
  return operationTime;
}

test("images are given where they are kept, and told as missing where they are required and are not", async () => {
  await db.createCollection("kept", { changeStreamPreAndPostImages: { enabled: true } });
  const kept = db.collection<Thing>("kept");
  const images = { fullDocument: "required", fullDocumentBeforeChange: "required" } as const;
  const stream = kept.watch([], { ...images, startAtOperationTime: await now() });
  await kept.insertOne({ _id: 1, n: 1 });
  await kept.updateOne({ _id: 1 }, { $set: { n: 2 } });
  await kept.updateOne({ _id: 1 }, { $set: { n: 3 } });
  await kept.deleteOne({ _id: 1 });
  const [, update, , removal] = await take(stream, 4);
  expect(update).toMatchObject({ fullDocument: { n: 2 }, fullDocumentBeforeChange: { n: 1 } });
  expect(removal).toMatchObject({ operationType: "delete", fullDocumentBeforeChange: { n: 3 } });
  await stream.close();

  const since = await now();
  await things.insertOne({ _id: 1, n: 1 });
  await things.updateOne({ _id: 1 }, { $set: { n: 2 } });
  const available = { fullDocument: "whenAvailable", fullDocumentBeforeChange: "whenAvailable" } as const;
  const gentle = things.watch([], { ...available, startAtOperationTime: since });
  expect((await take(gentle, 2))[1]).toMatchObject({ fullDocument: null, fullDocumentBeforeChange: null });
  await gentle.close();
  for (const strict of [{ fullDocument: "required" }, { fullDocumentBeforeChange: "required" }]) {
    const failing = things.watch([{ $match: { operationType: "update" } }], { ...strict, startAtOperationTime: since });
    await expect(failing.next()).rejects.toMatchObject({ code: 47, codeName: "NoMatchingDocument" });
    await failing.close();
  }
});

function dataOf(token: unknown): string {
  if (typeof token !== "object" || token === null || !("_data" in token)) throw new TypeError("no resume token");
  return String(token._data);
}

test("what ends a stream is told to collection, database and deployment each in its way", async () => {
  await things.insertOne({ _id: 1 });
  const since = await now();
  await things.rename("renamed");
  await db.collection("renamed").drop();
  await db.collection("last").insertOne({ n: 1 });
  await db.dropDatabase();
  const options = { startAtOperationTime: since };
  const kinds = async (stream: ChangeStream<Thing>, count: number): Promise<string[]> => {
    const events = await take(stream, count);
    await stream.close();
    return events.map((event) => event.operationType).filter((kind) => kind !== "insert");
  };
  // The insert at that very time is still told.
  expect(await kinds(things.watch([], options), 3)).toEqual(["rename", "invalidate"]);
  const whole = ["rename", "drop", "drop", "dropDatabase"];
  expect(await kinds(db.watch<Thing>([], options), 7)).toEqual([...whole, "invalidate"]);
  expect(await kinds(client.watch<Thing>([], options), 6)).toEqual(whole);
});

test("after an invalidate only startAfter goes on", async () => {
  const stream = things.watch([], { startAtOperationTime: await now() });
  await things.insertOne({ _id: 1 });
  await things.drop();
  const [, , invalidate] = await take(stream, 3);
  expect(invalidate?.operationType).toBe("invalidate");
  await things.insertOne({ _id: 2 });
  const token = invalidate?._id;
  const refused = things.watch([], { resumeAfter: token });
  await expect(refused.next()).rejects.toMatchObject({ code: 260, codeName: "InvalidResumeToken" });
  const resumed = things.watch([], { startAfter: token });
  expect((await take(resumed, 1))[0]).toMatchObject({ operationType: "insert", documentKey: { _id: 2 } });
  await Promise.all([refused.close(), resumed.close(), stream.close()]);
});

test("a token of another past is refused, not taken for a place in this one", async () => {
  const stream = things.watch([], { startAtOperationTime: await now() });
  await things.insertMany([{ _id: 1 }, { _id: 2 }]);
  const [first] = await take(stream, 1);
  await stream.close();
  const data = dataOf(first?._id);
  const earlier = (BigInt(`0x${data.slice(2, 18)}`) - (1n << 32n)).toString(16).toUpperCase().padStart(16, "0");
  for (const token of [`82${earlier}${data.slice(18)}`, `${data.slice(0, 18)}0000FFFFFFFFFF00`]) {
    const resumed = things.watch([], { resumeAfter: { _data: token } });
    await expect(resumed.next()).rejects.toMatchObject({ code: 280 });
    await resumed.close();
  }
});

test("a stream that is to start later passes over what comes before", async () => {
  const time = await now();
  const later = new Timestamp({ t: time.getHighBits() + 1, i: 0 });
  const stream = things.watch([], { startAtOperationTime: later });
  await stream.tryNext();
  let written = 0;
  while ((await now()).lessThan(later)) {
    await things.insertOne({ _id: written });
    written += 1;
  }
  await things.insertOne({ _id: -1 });
  const [first] = await take(stream, 1);
  expect(first?.operationType).toBe("insert");
  expect(first !== undefined && "clusterTime" in first && first.clusterTime?.greaterThanOrEqual(later)).toBe(true);
  await stream.close();
});

test("an event above 16 MB comes in pieces where that is asked for, and each piece can be resumed from", async () => {
  await db.createCollection("large", { changeStreamPreAndPostImages: { enabled: true } });
  const large = db.collection<Thing>("large");
  await large.insertOne({ _id: 1, bytes: Buffer.alloc(9_000_000, 1) });
  const since = await now();
  await large.updateOne({ _id: 1 }, { $set: { n: 1 } });
  await large.insertOne({ _id: 2 });
  const options = {
    fullDocument: "required",
    fullDocumentBeforeChange: "required",
    startAtOperationTime: since,
  } as const;
  const match = { $match: { operationType: "update" } };
  const whole = large.watch([match], options);
  await expect(whole.next()).rejects.toMatchObject({ code: 10334, codeName: "BSONObjectTooLarge" });
  await whole.close();

  const split = { $changeStreamSplitLargeEvent: {} };
  const stream = large.watch([match, split], options);
  const pieces = await take(stream, 2);
  await stream.close();
  expect(pieces.map(({ splitEvent }) => splitEvent)).toEqual([
    { fragment: 1, of: 2 },
    { fragment: 2, of: 2 },
  ]);
  const joined = Object.assign({}, ...pieces);
  expect(joined).toMatchObject({ operationType: "update", documentKey: { _id: 1 }, fullDocument: { n: 1 } });
  expect(joined.fullDocumentBeforeChange.bytes.length()).toBe(9_000_000);

  const { startAtOperationTime: _, ...images } = options;
  const resumed = large.watch([split], { ...images, resumeAfter: pieces[0]?._id });
  const rest = await take(resumed, 2);
  expect(rest[0]?.splitEvent).toEqual({ fragment: 2, of: 2 });
  expect(rest[0]?._id).toEqual(pieces[1]?._id);
  expect(rest[1]).toMatchObject({ operationType: "insert", documentKey: { _id: 2 } });
  await resumed.close();
  await expect(large.watch([split, match], images).next()).rejects.toMatchObject({ code: 7182802 });
});

test("a batch that is full tells the place before what did not fit into it", async () => {
  const since = await now();
  await things.insertMany([1, 2, 3].map((_id) => ({ _id, bytes: Buffer.alloc(9_000_000) })));
  const stream = { $changeStream: { startAtOperationTime: since } };
  const reply = await db.command({ aggregate: "things", pipeline: [stream], cursor: {} });
  const { firstBatch, postBatchResumeToken } = reply["cursor"];
  expect(firstBatch.length).toBe(1);
  const resumed = things.watch([], { resumeAfter: postBatchResumeToken });
  expect((await take(resumed, 1))[0]).toMatchObject({ documentKey: { _id: 2 } });
  await resumed.close();
});

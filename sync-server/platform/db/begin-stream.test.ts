import { afterAll, beforeAll, expect, test } from "vitest";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { beginStream } from "./begin-stream.ts";
import { type Database, openDatabase } from "./database.ts";

/** The database would leave a look unanswered for longer than a test may take. */
const AWAIT_MS = 60_000;
const TEST_MS = 30_000;
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "streams", 10_000, 0);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

test(
  "a stream is open without anything to tell, and tells all that changes from then on",
  async () => {
    const stream = database.collection("things").watch([], { maxAwaitTimeMS: AWAIT_MS });
    const events = await beginStream(stream);
    for (const n of [1, 2, 3]) await database.collection("things").insertOne({ n });
    const told = [await events.next(), await events.next(), await events.next()];
    expect(told.map(({ value }) => "fullDocument" in value && value.fullDocument?.["n"])).toEqual([1, 2, 3]);
    await stream.close();
    await expect(events.next()).rejects.toThrow();
  },
  TEST_MS,
);

test(
  "one that goes on where another was begins with what changed in between",
  async () => {
    const former = database.collection("kept").watch([], { maxAwaitTimeMS: AWAIT_MS });
    await beginStream(former);
    const { resumeToken } = former;
    await former.close();
    await database.collection("kept").insertOne({ n: 1 });
    const stream = database.collection("kept").watch([], { maxAwaitTimeMS: AWAIT_MS, resumeAfter: resumeToken });
    const events = await beginStream(stream);
    expect((await events.next()).value).toMatchObject({ operationType: "insert", fullDocument: { n: 1 } });
    await stream.close();
  },
  TEST_MS,
);

test("one that cannot be opened says so", async () => {
  const stream = database.collection("none").watch([{ $group: { _id: 1 } }]);
  await expect(beginStream(stream)).rejects.toThrow("not permitted in a $changeStream pipeline");
});

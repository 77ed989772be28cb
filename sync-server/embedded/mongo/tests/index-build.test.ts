import type { Collection, MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connect, eventually, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

type Thing = { _id: number; n: number; tags?: number[] };

/** Far more than are taken into an index at once. */
const MANY = 30_000;
const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let things: Collection<Thing>;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
});
beforeEach(async () => {
  things = client.db("builds").collection<Thing>("things");
  await things.drop();
  await things.insertMany(Array.from({ length: MANY }, (_, index) => ({ _id: index, n: index % 100 })));
});
afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

/** The same rows by the index and by reading all of them. */
async function expectWhole(name: string): Promise<void> {
  for (const n of [0, 1, 50, 99, 1000, 1001]) {
    const byIndex = await things.find({ n }, { hint: name, sort: { _id: 1 } }).toArray();
    const byReading = await things.find({ n }, { hint: { $natural: 1 }, sort: { _id: 1 } }).toArray();
    expect(byIndex).toEqual(byReading);
  }
  expect(await client.db("builds").command({ validate: "things" })).toMatchObject({ valid: true });
}

test("an index of many documents is whole whatever is written while it is built, and others are answered", async () => {
  const built = new AbortController();
  const build = things.createIndex({ n: 1 }).finally(() => built.abort());
  let answered = 0;
  for (let at = 0; !built.signal.aborted; at += 1) {
    // Before and behind where the build is.
    await things.updateOne({ _id: (at * 7919) % MANY }, { $set: { n: 1000 } });
    await things.deleteOne({ _id: (at * 104_729 + 1) % MANY });
    await things.insertOne({ _id: MANY + at, n: 1001, ...(at % 5 === 0 && { tags: [at, at] }) });
    const { totalDocsExamined } = (await things.find({ n: -1 }).explain("executionStats"))["executionStats"];
    if (!built.signal.aborted && totalDocsExamined > 0) answered += 1;
  }
  await build;
  expect(answered).toBeGreaterThan(0);
  await expectWhole("n_1");
  expect(await things.indexExists("n_1")).toBe(true);
});

test("a transaction that began before the build and ends within it is in the index", async () => {
  await client.withSession(async (session) => {
    session.startTransaction();
    await client.db("builds").collection<Thing>("others").findOne({}, { session });
    const build = things.createIndex({ n: 1 });
    await things.insertOne({ _id: -1, n: 1000 }, { session });
    await things.updateOne({ _id: MANY - 1 }, { $set: { n: 1001 } }, { session });
    await session.commitTransaction();
    await build;
  });
  await expectWhole("n_1");
  expect(await things.find({ n: 1001 }, { hint: "n_1" }).toArray()).toEqual([{ _id: MANY - 1, n: 1001 }]);
});

test("who asks for the same index waits for it, and one of a collection that is dropped is given up", async () => {
  const both = await Promise.all([things.createIndex({ n: 1 }), things.createIndex({ n: 1 })]);
  expect(both).toEqual(["n_1", "n_1"]);
  await expectWhole("n_1");
  const build = things.createIndex({ n: -1 });
  const outcome = expect(build).rejects.toMatchObject({ code: 276 });
  await things.drop();
  await outcome;
});

test("what a killed server had not finished is no more, and is built when it is asked for again", async () => {
  const build = things.createIndex({ n: 1 }).catch((error: unknown) => error);
  await eventually(async () => ((await things.indexes()).some(({ name }) => name === "n_1") ? true : undefined));
  server.process.kill("SIGKILL");
  await server.ended;
  expect(await build).toBeInstanceOf(Error);
  await client.close();
  server = await startServer(folder);
  client = await connect(server);
  things = client.db("builds").collection<Thing>("things");
  expect((await things.indexes()).map(({ name }) => name)).toEqual(["_id_"]);
  await things.createIndex({ n: 1 });
  await expectWhole("n_1");
});

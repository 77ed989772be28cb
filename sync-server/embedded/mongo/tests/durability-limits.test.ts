import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startMongo } from "#server/embedded/mongo/server.ts";
import type { RunningMongo } from "#server/embedded/mongo/server.ts";
import { RawClient } from "./raw-client.ts";
import { eventually, removeFolder, temporaryFolder } from "./start-server.ts";

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

/** In this very process, so that the clock is ours. */
const folder = temporaryFolder();
const clock = { ms: 1_800_000_000_000 };
const MAX_CONNECTIONS = 12;
const MINUTE_MS = 60_000;
let running: RunningMongo;
let client: MongoClient;

type Entry = { _id: number; at?: Date };

beforeAll(async () => {
  running = await startMongo({
    folder,
    host: "127.0.0.1",
    port: 0,
    maxConnections: MAX_CONNECTIONS,
    log: { maxBytes: 10_000_000, maxEntries: 1000 },
    expiryIntervalMs: 20,
    now: () => clock.ms,
    login: undefined,
    isForTests: false,
    onDiskFailure: (error) => {
      throw error;
    },
  });
  client = await new MongoClient(`mongodb://127.0.0.1:${running.port}/?directConnection=true`).connect();
  await client
    .db("limits")
    .collection<Entry>("entries")
    .insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id })));
});
afterAll(async () => {
  await client.close();
  await running.close();
  removeFolder(folder);
});

async function status(): Promise<{ transactions: number; cursors: number }> {
  const { transactions, metrics } = await client.db("admin").command({ serverStatus: 1 });
  return { transactions: Number(transactions.currentOpen), cursors: Number(metrics.cursor.open.total) };
}

test("a transaction ends after a minute, and its client is told to start over", async () => {
  const entries = client.db("limits").collection<Entry>("entries");
  const session = client.startSession();
  session.startTransaction();
  await entries.insertOne({ _id: 100 }, { session });
  clock.ms += MINUTE_MS - 1000;
  expect(await entries.findOne({ _id: 100 }, { session })).not.toBeNull();
  clock.ms += 2000;
  await eventually(async () => ((await status()).transactions === 0 ? true : undefined));
  await expect(session.commitTransaction()).rejects.toMatchObject({
    code: 251,
    errorLabels: ["TransientTransactionError"],
  });
  await session.endSession();
  expect(await entries.findOne({ _id: 100 })).toBeNull();
});

test("a cursor that nobody asks ends after ten minutes; one that may wait ends with its session", async () => {
  const entries = client.db("limits").collection<Entry>("entries");
  const idle = entries.find({}, { batchSize: 2 });
  const patient = entries.find({}, { batchSize: 2, noCursorTimeout: true });
  await idle.next();
  await patient.next();
  expect((await status()).cursors).toBe(2);
  clock.ms += 9 * MINUTE_MS;
  await idle.next();
  await idle.next();
  clock.ms += 2 * MINUTE_MS;
  await idle.next();
  await idle.next();
  clock.ms += 11 * MINUTE_MS;
  await eventually(async () => ((await status()).cursors === 1 ? true : undefined));
  await expect(idle.toArray()).rejects.toMatchObject({ code: 43 });
  clock.ms += 31 * MINUTE_MS;
  await eventually(async () => ((await status()).cursors === 0 ? true : undefined));
  await expect(patient.toArray()).rejects.toMatchObject({ code: 43 });
});

test("a connection too many is closed, and those that are there are served", async () => {
  const crowd = Array.from({ length: MAX_CONNECTIONS + 3 }, () => new RawClient(running.port));
  const outcomes = await Promise.all(
    crowd.map((one) =>
      one.command({ ping: 1, $db: "admin" }).then(
        () => "served",
        () => "closed",
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "closed").length).toBeGreaterThanOrEqual(3);
  expect(outcomes.filter((outcome) => outcome === "served").length).toBeGreaterThan(0);
  expect(await client.db("admin").command({ ping: 1 })).toMatchObject({ ok: 1 });
  for (const one of crowd) one.close();
  await eventually(async () => {
    const late = new RawClient(running.port);
    const reply = await late.command({ ping: 1, $db: "admin" }).catch(() => undefined);
    late.close();
    return reply;
  });
});

test("all that is past its time goes, however much; what a partial index leaves out stays", async () => {
  const many = client.db("limits").collection<Entry & { keep?: boolean }>("many");
  await many.createIndex({ at: 1 }, { expireAfterSeconds: 60, hidden: true, partialFilterExpression: { keep: false } });
  const at = new Date(clock.ms);
  const later = new Date(clock.ms + 10 * MINUTE_MS);
  const documents = Array.from({ length: 2500 }, (_, _id) => ({ _id, at, keep: _id < 3 }));
  await many.insertMany([...documents, { _id: 5000, at: later, keep: false }]);
  clock.ms += 2 * MINUTE_MS;
  await eventually(async () => ((await many.countDocuments()) === 4 ? true : undefined));
  expect((await many.find({}, { projection: { at: 0 } }).toArray()).map(({ _id }) => _id)).toEqual([0, 1, 2, 5000]);
});

test("a place that the bounded log no longer reaches is told as lost", async () => {
  const entries = client.db("limits").collection<Entry>("many");
  const stream = entries.watch([], { startAtOperationTime: await operationTime() });
  await entries.insertOne({ _id: 9000 });
  const { _id: token } = await stream.next();
  await stream.close();
  const since = await operationTime();
  await entries.insertMany(Array.from({ length: 2500 }, (_, index) => ({ _id: 10_000 + index })));
  for (const options of [{ resumeAfter: token }, { startAfter: token }, { startAtOperationTime: since }]) {
    const late = entries.watch([], options);
    await expect(late.next()).rejects.toMatchObject({ code: 286, codeName: "ChangeStreamHistoryLost" });
    await late.close();
  }
});

async function operationTime() {
  return (await client.db("admin").command({ ping: 1 }))["operationTime"];
}

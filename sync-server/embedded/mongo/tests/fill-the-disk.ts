import { MongoServerError } from "mongodb";
import type { Collection, MongoClient } from "mongodb";
import { expect } from "vitest";
import { connect, startServer, stopServer } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

type Entry = { _id: string; bytes: Buffer };

/** Takes all space away from the server, and gives it back. */
export type Disk = { fill: (server: TestServer) => Promise<void>; free: (server: TestServer) => Promise<void> };

const OUT_OF_DISK_SPACE = 14031;
const CHUNK_BYTES = 100_000;

/** Lets a server over the folder run out of space, and expects it to lose nothing, to go on reading and to recover. */
export async function fillTheDisk(folder: string, disk: Disk): Promise<void> {
  const server = await startServer(folder);
  const client = await connect(server);
  const entries = client.db("full").collection<Entry>("entries");
  await entries.createIndex({ bytes: 1 }, { partialFilterExpression: { _id: "none" } });
  const stream = entries.watch();
  await stream.tryNext();
  const kept = ["first"];
  await entries.insertOne({ _id: "first", bytes: Buffer.alloc(10) });

  await disk.fill(server);
  kept.push(...(await insertUntilFull(entries)));
  await expectFull(entries.insertMany([entry("many-1"), entry("many-2")]));
  await expectFullCommit(client, entries);
  expect(await idsIn(entries)).toEqual(kept);
  expect(await entries.findOne({ _id: "first" })).not.toBeNull();

  await disk.free(server);
  await entries.insertOne(entry("after"));
  await client.withSession((session) =>
    session.withTransaction(() => entries.insertOne(entry("after-transaction"), { session })),
  );
  kept.push("after", "after-transaction");
  expect(await idsIn(entries)).toEqual(kept);
  const told: unknown[] = [];
  while (told.length < kept.length) {
    const event = await stream.next();
    told.push("documentKey" in event ? event.documentKey._id : event.operationType);
  }
  expect(told).toEqual(kept);
  await client.close(true);
  server.process.kill("SIGKILL");
  await server.ended;

  const again = await startServer(folder);
  const reader = await connect(again);
  expect(await idsIn(reader.db("full").collection<Entry>("entries"))).toEqual(kept);
  await reader.close();
  await stopServer(again);
}

function entry(_id: string): Entry {
  return { _id, bytes: Buffer.alloc(CHUNK_BYTES) };
}

async function insertUntilFull(entries: Collection<Entry>): Promise<string[]> {
  const kept: string[] = [];
  for (let index = 0; index < 1000; index += 1) {
    const _id = `filling-${index}`;
    try {
      await entries.insertOne(entry(_id));
      kept.push(_id);
    } catch (error) {
      expect(error).toMatchObject({ code: OUT_OF_DISK_SPACE, codeName: "OutOfDiskSpace" });
      return kept;
    }
  }
  throw new Error("the disk did not get full");
}

async function expectFull(writing: Promise<unknown>): Promise<void> {
  await expect(writing).rejects.toMatchObject({ code: OUT_OF_DISK_SPACE });
}

async function expectFullCommit(client: MongoClient, entries: Collection<Entry>): Promise<void> {
  const bystander = client.startSession();
  bystander.startTransaction();
  await entries.insertOne({ _id: "bystander", bytes: Buffer.alloc(1) }, { session: bystander });
  const session = client.startSession();
  session.startTransaction();
  await entries.insertOne(entry("inside-1"), { session });
  await entries.insertOne(entry("inside-2"), { session });
  await expectFull(session.commitTransaction());
  await session.endSession();
  // What is open when a batch is lost ends with it, and says so in the way that makes drivers start over.
  const next = await entries.insertOne({ _id: "bystander-2", bytes: Buffer.alloc(1) }, { session: bystander }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(next).toBeInstanceOf(MongoServerError);
  expect(next).toMatchObject({ code: 251, errorLabels: ["TransientTransactionError"] });
  await bystander.endSession();
}

async function idsIn(entries: Collection<Entry>): Promise<string[]> {
  const found = await entries.find({}, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}

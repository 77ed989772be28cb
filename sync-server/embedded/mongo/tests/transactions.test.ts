import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Collection, MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

type Account = { _id: number | string; balance: number };

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let accounts: Collection<Account>;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
  accounts = client.db("bank").collection<Account>("accounts");
});

beforeEach(async () => {
  await accounts.deleteMany({});
  await accounts.insertMany([
    { _id: 1, balance: 100 },
    { _id: 2, balance: 100 },
  ]);
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

test("a transaction sees its own snapshot and its own writes, others see neither until it commits", async () => {
  const session = client.startSession();
  session.startTransaction();
  expect(await accounts.countDocuments({}, { session })).toBe(2);
  await accounts.insertOne({ _id: 3, balance: 1 });
  await accounts.updateOne({ _id: 2 }, { $set: { balance: 7 } });
  expect(await accounts.find({}, { session }).sort({ _id: 1 }).toArray()).toEqual([
    { _id: 1, balance: 100 },
    { _id: 2, balance: 100 },
  ]);
  await accounts.updateOne({ _id: 1 }, { $inc: { balance: -5 } }, { session });
  await accounts.insertOne({ _id: 4, balance: 5 }, { session });
  expect(
    await accounts
      .find({ balance: { $lt: 100 } }, { session })
      .sort({ balance: 1 })
      .toArray(),
  ).toEqual([
    { _id: 4, balance: 5 },
    { _id: 1, balance: 95 },
  ]);
  expect(await accounts.findOne({ _id: 4 })).toBeNull();
  await session.commitTransaction();
  await session.endSession();
  expect(await accounts.distinct("balance")).toEqual([95, 7, 1, 5]);
});

test("the second writer of a document gets WriteConflict with the label that makes drivers try again", async () => {
  const first = client.startSession();
  const second = client.startSession();
  first.startTransaction();
  second.startTransaction();
  await accounts.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session: first });
  await expect(accounts.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session: second })).rejects.toMatchObject({
    code: 112,
    codeName: "WriteConflict",
    errorLabels: ["TransientTransactionError"],
  });
  await first.commitTransaction();
  await Promise.all([first.endSession(), second.endSession()]);
});

test("a document written after the snapshot cannot be written in the transaction", async () => {
  const session = client.startSession();
  session.startTransaction();
  await accounts.findOne({ _id: 2 }, { session });
  await accounts.updateOne({ _id: 1 }, { $set: { balance: 1 } });
  await expect(accounts.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session })).rejects.toMatchObject({
    code: 112,
  });
  await session.abortTransaction();
  await session.endSession();
});

test("a write outside transactions waits for the transaction that holds its document", async () => {
  const session = client.startSession();
  session.startTransaction();
  await accounts.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session });
  const waiting = accounts.updateOne({ _id: 1 }, { $inc: { balance: 10 } });
  expect(await Promise.race([waiting.then(() => "done"), accounts.findOne({ _id: 2 }).then(() => "held")])).toBe(
    "held",
  );
  await session.commitTransaction();
  await waiting;
  expect((await accounts.findOne({ _id: 1 }))?.balance).toBe(111);
  await session.endSession();
});

test("a killed client's transaction gives way within seconds", { timeout: 20_000 }, async () => {
  const holder = spawn(process.execPath, [
    "--input-type=module",
    "--eval",
    `import { MongoClient } from "mongodb";
     const client = await new MongoClient(${JSON.stringify(server.url)}).connect();
     const session = client.startSession();
     session.startTransaction();
     await client.db("bank").collection("accounts").updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session });
     console.log("held");`,
  ]);
  await once(holder.stdout, "data");
  holder.kill("SIGKILL");
  await accounts.updateOne({ _id: 1 }, { $inc: { balance: 10 } }, { timeoutMS: 15_000 });
  expect((await accounts.findOne({ _id: 1 }))?.balance).toBe(110);
});

test("a delete of many that waits for a transaction still counts all it removed", async () => {
  const session = client.startSession();
  session.startTransaction();
  await accounts.updateOne({ _id: 2 }, { $inc: { balance: 1 } }, { session });
  const waiting = accounts.deleteMany({});
  await accounts.findOne({ _id: 1 });
  await session.commitTransaction();
  await session.endSession();
  expect((await waiting).deletedCount).toBe(2);
});

test("withTransaction carries concurrent transfers through conflicts without losing money", async () => {
  const transfer = (from: number, to: number): Promise<void> =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts.updateOne({ _id: from }, { $inc: { balance: -1 } }, { session });
        await accounts.updateOne({ _id: to }, { $inc: { balance: 1 } }, { session });
      }),
    );
  await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? transfer(2, 1) : transfer(1, 2))));
  expect(await accounts.find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 1, balance: 96 },
    { _id: 2, balance: 104 },
  ]);
});

test("unique keys hold across transactions, and a key may move within one", async () => {
  const names = client.db("bank").collection<{ _id: number; name: string }>("names");
  await names.createIndex({ name: 1 }, { unique: true });
  await names.insertOne({ _id: 1, name: "ann" });
  await client.withSession(async (session) => {
    session.startTransaction();
    await names.deleteOne({ _id: 1 }, { session });
    await names.insertOne({ _id: 2, name: "ann" }, { session });
    await session.commitTransaction();
    session.startTransaction();
    await expect(names.insertOne({ _id: 3, name: "ann" }, { session })).rejects.toMatchObject({ code: 11000 });
    await session.abortTransaction();
  });
  expect(await names.find().toArray()).toEqual([{ _id: 2, name: "ann" }]);
});

test("an aborted transaction leaves nothing, not even the collection it made", async () => {
  const session = client.startSession();
  session.startTransaction();
  await client.db("bank").collection("fresh").insertOne({ a: 1 }, { session });
  await accounts.deleteMany({}, { session });
  await session.abortTransaction();
  await session.endSession();
  expect(await accounts.countDocuments()).toBe(2);
  expect(await client.db("bank").listCollections({ name: "fresh" }).toArray()).toEqual([]);
});

test("a numbered write sent again is not done again, before and after a restart", async () => {
  const lsid = { id: (await client.db("admin").command({ startSession: 1 }))["id"].id };
  const command = {
    update: "accounts",
    updates: [{ q: { _id: 1 }, u: { $inc: { balance: 1 } } }],
    lsid,
    txnNumber: (await import("mongodb")).Long.ONE,
  };
  const again = async (): Promise<unknown> => sendRaw(server.port, { ...command, $db: "bank" });
  await again();
  await again();
  expect((await accounts.findOne({ _id: 1 }))?.balance).toBe(101);
  await client.close();
  server.process.kill("SIGKILL");
  await server.ended;
  server = await startServer(folder);
  client = await connect(server);
  accounts = client.db("bank").collection<Account>("accounts");
  expect(await again()).toMatchObject({ ok: 1, n: 1, nModified: 1 });
  expect((await accounts.findOne({ _id: 1 }))?.balance).toBe(101);
});

/** Past the driver, which numbers its writes itself. */
async function sendRaw(port: number, command: object): Promise<unknown> {
  const { deserialize, serialize } = await import("bson");
  const { createConnection } = await import("node:net");
  const body = serialize(command);
  const head = Buffer.alloc(21);
  head.writeInt32LE(21 + body.length, 0);
  head.writeInt32LE(2013, 12);
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, "127.0.0.1", () => socket.write(Buffer.concat([head, body])));
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      socket.destroy();
      resolve(deserialize(chunk.subarray(21)));
    });
  });
}

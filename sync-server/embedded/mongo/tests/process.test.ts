import { writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, eventually, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

const folders: string[] = [];
let server: TestServer;
let folder: string;

function newFolder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made;
}

beforeAll(async () => {
  folder = newFolder();
  server = await startServer(folder);
});

afterAll(async () => {
  await stopServer(server);
  for (const one of folders) removeFolder(one);
});

test("a folder in use is refused with one sentence", async () => {
  await expect(startServer(folder)).rejects.toThrow(/^ended with 1: The database .* is in use by another process\.$/);
});

test("foreign and corrupt files are refused and left as they are", async () => {
  const foreign = newFolder();
  writeFileSync(join(foreign, "holiday.jpg"), "x");
  await expect(startServer(foreign)).rejects.toThrow(/^ended with 1: .*holiday\.jpg.*nothing was written/);
  const corrupt = newFolder();
  writeFileSync(
    join(corrupt, "mongo.sqlite"),
    "this is no database at all, only some text that goes on for a while".repeat(20),
  );
  await expect(startServer(corrupt)).rejects.toThrow(/^ended with 1: .* it was left as it is\.$/);
});

test("a malformed message ends its connection and no other", async () => {
  const client = await connect(server);
  for (const bytes of [
    Buffer.from("GET / HTTP/1.1\r\n\r\n"),
    Buffer.alloc(64, 0xff),
    message(Buffer.alloc(40, 7)),
    message(Buffer.from([0, 0, 0, 0, 0, 255, 255, 255, 127])),
  ]) {
    const closed = new Promise<void>((resolve) => {
      const socket = createConnection(server.port, "127.0.0.1", () => socket.write(bytes));
      socket.on("error", () => {});
      socket.on("close", () => resolve());
    });
    await closed;
  }
  expect(await client.db("admin").command({ ping: 1 })).toMatchObject({ ok: 1 });
  await client.close();
});

function message(body: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeInt32LE(16 + body.length, 0);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, body]);
}

test("a document above 16 MB is refused, one just below is kept", async () => {
  const client = await connect(server);
  const big = client.db("sizes").collection<{ _id: number; bytes: Buffer }>("big");
  await big.insertOne({ _id: 1, bytes: Buffer.alloc(16 * 1024 * 1024 - 100) });
  expect((await big.findOne({ _id: 1 }, { promoteBuffers: true }))?.bytes.length).toBe(16 * 1024 * 1024 - 100);
  await big.insertOne({ _id: 2, bytes: Buffer.alloc(9 * 1024 * 1024) });
  await expect(big.updateOne({ _id: 2 }, { $set: { more: Buffer.alloc(9 * 1024 * 1024) } })).rejects.toMatchObject({
    code: 17419,
  });
  await client.close();
});

test("the driver discovers a replica set of one, and counts on sessions", async () => {
  const client = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`).connect();
  const hello = await client.db("admin").command({ hello: 1 });
  expect(hello).toMatchObject({
    setName: "rs0",
    isWritablePrimary: true,
    logicalSessionTimeoutMinutes: 30,
    maxWireVersion: 25,
  });
  expect(await client.db("admin").command({ buildInfo: 1 })).toMatchObject({ version: "8.0.0" });
  await client.close();
});

test("documents past their time go by themselves", async () => {
  const own = newFolder();
  const quick = await startServer(own, "--ttl-seconds", "0.05");
  const client = await connect(quick);
  const notes = client.db("ttl").collection<{ _id: number; at: Date }>("notes");
  await notes.createIndex({ at: 1 }, { expireAfterSeconds: 1 });
  await notes.insertMany([
    { _id: 1, at: new Date(Date.now() - 5000) },
    { _id: 2, at: new Date(Date.now() + 60_000) },
  ]);
  await eventually(async () => ((await notes.countDocuments()) === 1 ? true : undefined));
  expect((await notes.findOne())?._id).toBe(2);
  await client.close();
  await stopServer(quick);
});

test("the process ends by itself when its parent goes, and cleanly on SIGTERM", async () => {
  const orphan = await startServer(newFolder());
  orphan.process.stdin.end();
  expect(await orphan.ended).toBe(0);
  const stopped = await startServer(newFolder());
  expect(await stopServer(stopped)).toBe(0);
});

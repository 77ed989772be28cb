import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { GridFSBucket, MongoClient } from "mongodb";
import type { MongoClientOptions } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

const BACKUP = new URL(import.meta.resolve("#server/embedded/mongo/backup.ts")).pathname;

const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()] as const;
let server: TestServer;
let client: MongoClient;

beforeAll(async () => {
  server = await startServer(folders[0]);
  client = await connect(server);
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  for (const folder of folders) removeFolder(folder);
});

test("a backup made while the server runs starts as a database of its own", async () => {
  const notes = client.db("ops").collection<{ _id: number; text: string }>("notes");
  await notes.createIndex({ text: 1 }, { unique: true });
  await notes.insertMany([
    { _id: 1, text: "a" },
    { _id: 2, text: "b" },
  ]);
  const file = join(folders[1], "copy.sqlite");
  const { stdout } = await promisify(execFile)(process.execPath, [BACKUP, "--to", file, "--data", folders[0]]);
  expect(stdout).toMatch(/^\d+ bytes written to /);
  await expect(promisify(execFile)(process.execPath, [BACKUP, "--to", file, "--data", folders[0]])).rejects.toThrow(
    /is there already/,
  );
  copyFileSync(file, join(folders[2], "mongo.sqlite"));
  const restored = await startServer(folders[2]);
  const other = await connect(restored);
  expect(await other.db("ops").collection("notes").countDocuments()).toBe(2);
  await expect(
    other.db("ops").collection<{ _id: number; text: string }>("notes").insertOne({ _id: 3, text: "a" }),
  ).rejects.toMatchObject({ code: 11000 });
  await other.close();
  await stopServer(restored);
});

test("explain names the index that serves a query, or the scan that has to", async () => {
  const people = client.db("ops").collection("people");
  await people.createIndex({ team: 1, age: -1 });
  const winner = async (filter: object, sort: Record<string, 1 | -1>): Promise<unknown> =>
    (await people.find(filter).sort(sort).explain("queryPlanner"))["queryPlanner"].winningPlan;
  expect(await winner({ team: "x" }, { age: -1 })).toMatchObject({
    stage: "FETCH",
    inputStage: { stage: "IXSCAN", indexName: "team_1_age_-1", direction: "forward" },
  });
  expect(await winner({ team: "x" }, { age: 1 })).toMatchObject({ inputStage: { direction: "backward" } });
  expect(await winner({ age: 3 }, { _id: 1 })).toMatchObject({ inputStage: { indexName: "_id_" } });
  expect(await winner({ age: 3 }, { age: 1 })).toMatchObject({ stage: "SORT", inputStage: { stage: "COLLSCAN" } });
  expect(await winner({ $or: [{ team: "x" }, { _id: 1 }] }, {})).toMatchObject({ inputStage: { stage: "OR" } });
});

test("GridFS stores and gives back a file of some megabytes", async () => {
  const bucket = new GridFSBucket(client.db("files"));
  const bytes = Buffer.alloc(5 * 1024 * 1024, "astrolabe");
  const upload = bucket.openUploadStream("chart.bin");
  upload.end(bytes);
  await new Promise((resolve, reject) => upload.on("finish", resolve).on("error", reject));
  const chunks: Buffer[] = [];
  for await (const chunk of bucket.openDownloadStreamByName("chart.bin")) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test("with a password nothing is served to who does not give it", async () => {
  const guarded = temporaryFolder();
  const locked = await startServer(guarded, "--user", "ann", "--password", "open sesame");
  const open = (options: MongoClientOptions): Promise<MongoClient> =>
    new MongoClient(locked.url, { serverSelectionTimeoutMS: 2000, ...options }).connect();
  const stranger = await open({});
  await expect(stranger.db("x").collection("y").findOne()).rejects.toMatchObject({ code: 13 });
  await stranger.close();
  await expect(open({ auth: { username: "ann", password: "wrong" } })).rejects.toMatchObject({ code: 18 });
  await expect(open({ auth: { username: "bob", password: "open sesame" } })).rejects.toMatchObject({ code: 18 });
  const friend = await open({ auth: { username: "ann", password: "open sesame" } });
  const began = performance.now();
  const guess = (word: number) => open({ auth: { username: "ann", password: `wrong ${word}` } }).catch(() => undefined);
  // Twenty wrong ones are looked at at once, the other ten one after the other.
  await Promise.all(Array.from({ length: 30 }, (_, word) => guess(word)));
  expect(performance.now() - began).toBeGreaterThan(900);
  await friend.db("x").collection<{ _id: number }>("y").insertOne({ _id: 1 });
  expect(await friend.db("x").collection("y").countDocuments()).toBe(1);
  await friend.close();
  await stopServer(locked);
  removeFolder(guarded);
});

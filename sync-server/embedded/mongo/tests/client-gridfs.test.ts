import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { GridFSBucket, MongoClient } from "mongodb";
import type { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

const SIZE = 20 * 1024 * 1024;
const CHUNK = 255 * 1024;

const folder = temporaryFolder();
/** Bytes that say where they are, so that a chunk in a wrong place is seen. */
const bytes = Buffer.alloc(SIZE);
let server: TestServer;
let client: MongoClient;
let bucket: GridFSBucket;
let id: ObjectId;

beforeAll(async () => {
  for (let at = 0; at < SIZE; at += 4) bytes.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
  server = await startServer(folder);
  client = await connect(server);
  bucket = new GridFSBucket(client.db("files"));
  const upload = bucket.openUploadStream("big.bin", { metadata: { kind: "test" } });
  await pipeline(Readable.from(pieces(bytes, 100_003)), upload);
  id = upload.id;
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

function* pieces(source: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < source.length; at += size) yield source.subarray(at, at + size);
}

function digest(data: Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

test("20 MB come back as they went in, in the chunks they were sent in", async () => {
  expect(digest(await buffer(bucket.openDownloadStream(id)))).toBe(digest(bytes));
  expect(digest(await buffer(bucket.openDownloadStreamByName("big.bin")))).toBe(digest(bytes));
  const [file] = await bucket.find({ filename: "big.bin" }).toArray();
  expect(file).toMatchObject({ _id: id, length: SIZE, chunkSize: CHUNK, metadata: { kind: "test" } });
  const chunks = client.db("files").collection("fs.chunks");
  expect(await chunks.countDocuments({ files_id: id })).toBe(Math.ceil(SIZE / CHUNK));
  expect(await chunks.indexExists("files_id_1_n_1")).toBe(true);
});

test.for([
  ["the beginning", 0, 1000],
  ["across chunks", CHUNK - 7, CHUNK * 2 + 9],
  ["exactly one chunk", CHUNK * 3, CHUNK * 4],
  ["the end", SIZE - 12_345, SIZE],
] as const)("a range is read without the rest: %s", async ([, start, end]) => {
  const read = await buffer(bucket.openDownloadStream(id, { start, end }));
  expect(read.length).toBe(end - start);
  expect(digest(read)).toBe(digest(bytes.subarray(start, end)));
});

test("several files of one name are revisions; they are renamed and deleted one by one", async () => {
  const ids: ObjectId[] = [];
  for (const text of ["one", "two", "three"]) {
    const upload = bucket.openUploadStream("note.txt", { chunkSizeBytes: 2 });
    await pipeline(Readable.from([Buffer.from(text)]), upload);
    ids.push(upload.id);
  }
  const read = async (name: string, revision: number): Promise<string> =>
    (await buffer(bucket.openDownloadStreamByName(name, { revision }))).toString();
  expect([await read("note.txt", 0), await read("note.txt", 1), await read("note.txt", -1)]).toEqual([
    "one",
    "two",
    "three",
  ]);
  const [first, second] = ids;
  if (first === undefined || second === undefined) throw new Error("nothing was uploaded");
  await bucket.rename(second, "renamed.txt");
  expect(await read("renamed.txt", 0)).toBe("two");
  expect(await read("note.txt", 1)).toBe("three");
  await bucket.delete(first);
  expect(await read("note.txt", 0)).toBe("three");
  expect(await client.db("files").collection("fs.chunks").countDocuments({ files_id: first })).toBe(0);
  await expect(buffer(bucket.openDownloadStream(first))).rejects.toThrow(/FileNotFound|was not found/);
});

test("an upload that is given up leaves nothing behind, a dropped bucket neither", async () => {
  const other = new GridFSBucket(client.db("files"), { bucketName: "other" });
  const upload = other.openUploadStream("half.bin", { chunkSizeBytes: 1024 });
  await new Promise<void>((resolve, reject) => {
    upload.write(Buffer.alloc(5000), (error) => (error ? reject(error) : resolve()));
  });
  await upload.abort();
  expect(await client.db("files").collection("other.chunks").countDocuments()).toBe(0);
  expect(await other.find().toArray()).toEqual([]);
  await pipeline(Readable.from([Buffer.from("x")]), other.openUploadStream("whole.bin"));
  await other.drop();
  expect(
    await client
      .db("files")
      .listCollections({ name: /^other\./ })
      .toArray(),
  ).toEqual([]);
});
